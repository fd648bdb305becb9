// The references of the export: as many made-up rows of the same columns, written to a file and nothing else, by the
// library that reads our sheets (what a server would take that writes none itself) or by our own writer.
import { join } from 'node:path';
import { writeXlsxStream } from 'hucre/xlsx';
import { sheetOf } from '../apps/server/src/modules/enterprise/export/present.ts';
import { createLocalFiles, keyOf } from '../apps/server/src/platform/files/index.ts';
import { writeWorkbook, type OutgoingCell } from '../apps/server/src/platform/sheets/index.ts';

const [folder = '', count = '0', writer = 'library'] = process.argv.slice(2);
const { sources, columns } = sheetOf(undefined);
const all = Number(count);
const batch = 1_000;

function cellAt(at: number, column: number): OutgoingCell {
  const kind = columns[column]?.kind;
  if (kind === 'integer') return at % 997;
  if (kind === 'day') return `20${String(20 + (at % 10))}-0${1 + (at % 9)}-1${at % 10}`;
  if (kind === 'instant') return new Date(1_790_000_000_000 + at * 1000);
  if (sources[column] === 'name') return `临澜市滨江第${at}号精密制造有限公司`;
  if (sources[column]?.endsWith('_address')) return `浙江省临澜市滨江区江滨路 ${at % 3000} 号`;
  return column % 3 === 0 ? null : `文字 ${at % 5000}`;
}

async function* rows(): AsyncGenerator<OutgoingCell[][]> {
  for (let from = 0; from < all; from += batch)
    yield Array.from({ length: Math.min(batch, all - from) }, (_, index) =>
      columns.map((_column, place) => cellAt(from + index, place)),
    );
}

const files = createLocalFiles({ root: join(folder, 'reference') });
const key = keyOf('1', crypto.randomUUID(), 'xlsx', new Date());

async function* oneByOne() {
  for await (const batch of rows()) yield* batch;
}
const headings = columns.map(({ heading, width }) => ({ header: heading, width }));
const body =
  writer === 'library'
    ? writeXlsxStream(oneByOne(), { name: '企业', columns: headings, freezePane: { rows: 1 }, zip64: true })
    : writeWorkbook([{ name: '企业', note: '参照', columns, rows: rows() }]);
const { sizeBytes } = await files.put(key, body, { maxBytes: 0xffff_0000 });
await files.remove(key);
process.send?.(String(sizeBytes));
process.on('disconnect', () => process.exit(0));
