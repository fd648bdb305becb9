// Parses a spreadsheet beside the server's own thread, with memory and time of its own; rows go out in batches, the
// next when the last was taken.
import { parentPort, workerData } from 'node:worker_threads';
import { streamCsvRows } from 'hucre/csv';
import { decodeTable } from '../files/kinds.ts';
import { cellText, SheetRefused, type SheetCell, type SheetLimits, type SheetRow } from './cells.ts';
import { workbookRows } from './workbook-reading.ts';

/** What the worker is started with. */
export interface ReadingTask {
  bytes: Uint8Array;
  kind: 'xlsx' | 'csv';
  limits: SheetLimits;
  batch: number;
}

/** What the worker says. */
export type ReadingAnswer = { rows: SheetRow[] } | { end: true } | { refused: string };

const task: ReadingTask = workerData;
const port = parentPort;
const errorValue = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/;

function* tableRows(): Generator<SheetRow> {
  const text = decodeTable(task.bytes);
  if (text === null) throw new SheetRefused('无法识别文件的编码，请另存为 UTF-8 的 .csv 或 .xlsx 后重新上传');
  let no = 0;
  for (const values of streamCsvRows(text)) {
    no += 1;
    yield { no, cells: values.map((value) => cellOf(cellText(String(value)))) };
  }
}

function cellOf(text: string): SheetCell {
  if (text.trim() === '') return null;
  if (text.startsWith('=')) return { formula: true };
  return errorValue.test(text) ? { error: text } : text;
}

const say = (answer: ReadingAnswer) => port?.postMessage(answer);
const taken = () => new Promise<void>((done) => port?.once('message', () => done()));

async function read() {
  const { limits, batch } = task;
  let rows: SheetRow[] = [];
  let count = 0;
  for await (const row of task.kind === 'xlsx' ? workbookRows(task.bytes, limits) : tableRows()) {
    while (row.cells.at(-1) === null) row.cells.pop();
    if (row.cells.length === 0) continue;
    if (row.cells.length > limits.columns)
      throw new SheetRefused(`最多读取 ${limits.columns} 列，请删除多余的列后重新上传`);
    // Headings and a line above them come on top.
    if (++count > limits.rows + 10) throw new SheetRefused(`最多读取 ${limits.rows} 行，请拆分后重新上传`);
    rows.push(row);
    if (rows.length < batch) continue;
    say({ rows });
    rows = [];
    await taken();
  }
  if (rows.length > 0) {
    say({ rows });
    await taken();
  }
  say({ end: true });
}

try {
  await read();
} catch (error) {
  say({ refused: error instanceof SheetRefused ? error.message : '文件已损坏，或不是有效的表格文件' });
}
port?.close();
