// Parses a spreadsheet in a worker thread with its own memory and time limits. The next batch is sent after the
// previous one is taken.
import { parentPort, workerData } from 'node:worker_threads';
import { SheetRefused, tooManyRows, type SheetLimits, type SheetRow } from './cells.ts';
import { tableSheet } from './table-reading.ts';
import { workbookSheets, type VisibleSheet } from './workbook-reading.ts';

export interface ReadingTask {
  bytes: Uint8Array;
  kind: 'xlsx' | 'csv';
  limits: SheetLimits;
  batch: number;
  /** Index of the sheet to read, from 0. `all`: only the first batch of each sheet. */
  sheet: number | 'all';
}

/** `name`: name of the sheet. `count`: number of rows counted so far. */
export type ReadingAnswer = { name: string; rows: SheetRow[]; count: number } | { end: true } | { refused: string };

/** Maximum number of characters in a batch. The last row may exceed it. */
const longestBatch = 4 * 1024 * 1024;
const task: ReadingTask = workerData;
const port = parentPort;

const say = (answer: ReadingAnswer) => port?.postMessage(answer);
const waitForAcknowledgement = () => new Promise<void>((done) => port?.once('message', () => done()));
async function hand(name: string, rows: SheetRow[], count: number) {
  say({ name, rows, count });
  await waitForAcknowledgement();
}

const sheetsOf = async ({ kind, bytes, limits }: ReadingTask): Promise<VisibleSheet[]> =>
  kind === 'xlsx' ? workbookSheets(bytes, limits) : [tableSheet(bytes, limits)];

async function* filledRows({ rows }: VisibleSheet, { columns }: SheetLimits): AsyncGenerator<SheetRow> {
  for await (const row of rows()) {
    while (row.cells.at(-1) === null) row.cells.pop();
    if (row.cells.length === 0) continue;
    if (row.cells.length > columns) throw new SheetRefused(`最多读取 ${columns} 列，请删除多余的列后重新上传`);
    yield row;
  }
}

// Counts the text of every cell: a shared text is copied for each cell when it is sent to the main thread.
const lengthOf = ({ cells }: SheetRow) =>
  cells.reduce((length: number, cell) => length + (typeof cell === 'string' ? cell.length : 0), 0);

async function read(sheet: VisibleSheet, { limits, batch }: ReadingTask) {
  let rows: SheetRow[] = [];
  let [count, length, total] = [0, 0, 0];
  for await (const row of filledRows(sheet, limits)) {
    // Ten extra rows are allowed for the headings and notes above them.
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

async function peek(sheet: VisibleSheet, { limits, batch }: ReadingTask) {
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
