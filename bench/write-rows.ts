// The reference of the export: hucre writes the same number of generated rows, with the same columns, to a file.
import { join } from 'node:path';
import { writeXlsxStream } from 'hucre/xlsx';
import { sheetOf } from '../apps/server/src/modules/enterprise/export/present.ts';
import { createLocalFiles, keyOf } from '../apps/server/src/platform/files/index.ts';

const [folder = '', count = '0'] = process.argv.slice(2);
const { sources, columns } = sheetOf(undefined);

function cellAt(at: number, column: number) {
  const kind = columns[column]?.kind;
  if (kind === 'integer') return at % 997;
  if (kind === 'day') return `20${String(20 + (at % 10))}-0${1 + (at % 9)}-1${at % 10}`;
  if (kind === 'instant') return new Date(1_790_000_000_000 + at * 1000);
  if (sources[column] === 'name') return `临澜市滨江第${at}号精密制造有限公司`;
  if (sources[column]?.endsWith('_address')) return `浙江省临澜市滨江区江滨路 ${at % 3000} 号`;
  return column % 3 === 0 ? null : `文字 ${at % 5000}`;
}
async function* rows() {
  for (let at = 0; at < Number(count); at += 1) yield columns.map((_, column) => cellAt(at, column));
}
const files = createLocalFiles({ root: join(folder, 'reference') });
const key = keyOf('1', crypto.randomUUID(), 'xlsx', new Date());
const headings = columns.map(({ heading, width }) => ({ header: heading, width }));
const options = { name: '企业', columns: headings, freezePane: { rows: 1 }, zip64: true };
await files.put(key, writeXlsxStream(rows(), options), { maxBytes: 0xffff_0000 });
await files.remove(key);
process.send?.('done');
process.on('disconnect', () => process.exit(0));
