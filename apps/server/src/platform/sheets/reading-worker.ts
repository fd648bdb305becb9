// Parses a spreadsheet beside the server's own thread, with memory and time of its own; rows go out in batches, the
// next when the last was taken.
import { parentPort, workerData } from 'node:worker_threads';
import { SheetRefused, type SheetLimits, type SheetRow } from './cells.ts';
import { tableRows } from './table-reading.ts';
import { workbookSheets, type SeenSheet } from './workbook-reading.ts';

/** What the worker is started with. */
export interface ReadingTask {
  bytes: Uint8Array;
  kind: 'xlsx' | 'csv';
  limits: SheetLimits;
  /** How many rows go out at once. */
  batch: number;
  /** Which sheet, from 0; `all` for the first batch of each. */
  sheet: number | 'all';
}

/** What the worker says; `name` is that of the sheet. */
export type ReadingAnswer = { name: string; rows: SheetRow[] } | { end: true } | { refused: string };

/** Characters that go out at once, and a row more. */
const longestBatch = 4 * 1024 * 1024;
const task: ReadingTask = workerData;
const port = parentPort;

const say = (answer: ReadingAnswer) => port?.postMessage(answer);
const taken = () => new Promise<void>((done) => port?.once('message', () => done()));
async function hand(name: string, rows: SheetRow[]) {
  say({ name, rows });
  await taken();
}

const sheetsOf = async ({ kind, bytes, limits }: ReadingTask): Promise<SeenSheet[]> =>
  kind === 'xlsx' ? workbookSheets(bytes, limits) : [{ name: '', rows: () => tableRows(bytes, limits) }];

async function read({ name, rows: all }: SeenSheet, { limits, batch, sheet }: ReadingTask) {
  let rows: SheetRow[] = [];
  let [count, length, total] = [0, 0, 0];
  for await (const row of all()) {
    while (row.cells.at(-1) === null) row.cells.pop();
    if (row.cells.length === 0) continue;
    if (row.cells.length > limits.columns)
      throw new SheetRefused(`最多读取 ${limits.columns} 列，请删除多余的列后重新上传`);
    // Headings and a line above them come on top.
    if (++count > limits.rows + 10) throw new SheetRefused(`最多读取 ${limits.rows} 行，请拆分后重新上传`);
    rows.push(row);
    // One text that all cells point at is as long in each of them once it leaves this thread.
    for (const cell of row.cells) if (typeof cell === 'string') length += cell.length;
    if (total + length > limits.unpackedBytes) throw new SheetRefused('文件内容过多，无法读取，请拆分后重新上传');
    if (rows.length < batch && length < longestBatch) continue;
    await hand(name, rows);
    if (sheet === 'all') return;
    total += length;
    [rows, length] = [[], 0];
  }
  if (rows.length > 0 || sheet === 'all') await hand(name, rows);
}

try {
  const sheets = await sheetsOf(task);
  const { sheet } = task;
  for (const one of sheet === 'all' ? sheets : sheets.slice(sheet, sheet + 1)) await read(one, task);
  say({ end: true });
} catch (error) {
  say({ refused: error instanceof SheetRefused ? error.message : '文件已损坏，或不是有效的表格文件' });
}
port?.close();
