// Parses a spreadsheet beside the server's own thread, with memory and time of its own; rows go out in batches, the
// next when the last was taken.
import { parentPort, workerData } from 'node:worker_threads';
import { SheetRefused, tooManyRows, type SheetLimits, type SheetRow } from './cells.ts';
import { tableSheet } from './table-reading.ts';
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

/** What the worker says; `name` is that of the sheet, `count` how many of its rows were counted. */
export type ReadingAnswer = { name: string; rows: SheetRow[]; count: number } | { end: true } | { refused: string };

/** Characters that go out at once, and a row more. */
const longestBatch = 4 * 1024 * 1024;
const task: ReadingTask = workerData;
const port = parentPort;

const say = (answer: ReadingAnswer) => port?.postMessage(answer);
const taken = () => new Promise<void>((done) => port?.once('message', () => done()));
async function hand(name: string, rows: SheetRow[], count: number) {
  say({ name, rows, count });
  await taken();
}

const sheetsOf = async ({ kind, bytes, limits }: ReadingTask): Promise<SeenSheet[]> =>
  kind === 'xlsx' ? workbookSheets(bytes, limits) : [tableSheet(bytes, limits)];

/** The rows that hold something. */
async function* filledRows({ rows }: SeenSheet, { columns }: SheetLimits): AsyncGenerator<SheetRow> {
  for await (const row of rows()) {
    while (row.cells.at(-1) === null) row.cells.pop();
    if (row.cells.length === 0) continue;
    if (row.cells.length > columns) throw new SheetRefused(`最多读取 ${columns} 列，请删除多余的列后重新上传`);
    yield row;
  }
}

// One text that all cells point at is as long in each of them once it leaves this thread.
const lengthOf = ({ cells }: SheetRow) =>
  cells.reduce((length: number, cell) => length + (typeof cell === 'string' ? cell.length : 0), 0);

async function read(sheet: SeenSheet, { limits, batch }: ReadingTask) {
  let rows: SheetRow[] = [];
  let [count, length, total] = [0, 0, 0];
  for await (const row of filledRows(sheet, limits)) {
    // Headings and a line above them come on top.
    if (++count > limits.rows + 10) throw new SheetRefused(tooManyRows(limits.rows));
    rows.push(row);
    length += lengthOf(row);
    if (total + length > limits.unpackedBytes) throw new SheetRefused('文件内容过多，无法读取，请拆分后重新上传');
    if (rows.length < batch && length < longestBatch) continue;
    await hand(sheet.name, rows, count);
    total += length;
    [rows, length] = [[], 0];
  }
  if (rows.length > 0) await hand(sheet.name, rows, count);
}

/** The first rows; where there may be too many below them, all are counted up to those that are too many for certain. */
async function peek(sheet: SeenSheet, { limits, batch }: ReadingTask) {
  const enough = (await sheet.atMost()) > limits.rows ? limits.rows + batch + 1 : batch;
  const rows: SheetRow[] = [];
  let [count, length] = [0, 0];
  for await (const row of filledRows(sheet, limits)) {
    count += 1;
    if (count <= batch && length < longestBatch) {
      rows.push(row);
      length += lengthOf(row);
    }
    if (count === enough) break;
  }
  await hand(sheet.name, rows, count);
}

try {
  const sheets = await sheetsOf(task);
  if (task.sheet === 'all') for (const one of sheets) await peek(one, task);
  else for (const one of sheets.slice(task.sheet, task.sheet + 1)) await read(one, task);
  say({ end: true });
} catch (error) {
  say({ refused: error instanceof SheetRefused ? error.message : '文件已损坏，或不是有效的表格文件' });
}
port?.close();
