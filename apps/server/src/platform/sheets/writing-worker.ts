// Reads rows and writes a workbook in a worker thread, with its own database connection and a scope per batch. The next
// rows are read while the last ones are written.
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { ErrorCode } from '@anlan/contract/errors';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { copyOut } from '#platform/db/bulk-copy.ts';
import { openDb } from '#platform/db/index.ts';
import { copiedCells, idsPlace, type CellForm, type WordTables } from './copy-to-cells.ts';
import { inSheets } from './split-into-sheets.ts';
import { readKeys, type KeysQuery } from './ordered-ids.ts';
import type { SheetColumn } from './workbook.ts';
import { writeWorkbook, type OutgoingCell } from './writing.ts';

export interface WritingTask {
  url: string;
  /** Scope for reading the ids. Each batch of rows uses the scope that `turn` returns. */
  scope: Scope;
  keys: KeysQuery;
  /**
   * Query for the rows of `$ids`. Its first column is not written; each further column belongs to one entry of `forms`.
   */
  rows: string;
  name: string;
  columns: readonly SheetColumn[];
  forms: readonly CellForm[];
  tables: WordTables;
  /** Name of the table with labels for the first column. Labels are requested when needed. */
  firsts: string;
}

export type WritingQuestion =
  | { about: 'note'; count: number }
  | { about: 'turn'; done: number }
  | { about: 'words'; of: string[] };

/**
 * Messages to the worker: the note, a scope, labels, or `taken`: the main thread has used a piece and returns its
 * buffer.
 */
export type WritingWord =
  | { note: string }
  | { scope: Scope }
  | { words: ReadonlyMap<string, string> }
  | { taken: Uint8Array<ArrayBuffer> };

/** Messages from the worker: a question, a piece, the end, or a failure. */
export type WritingAnswer =
  | { question: WritingQuestion }
  | { piece: Uint8Array<ArrayBuffer> }
  | { whole: true }
  | { failed: { code: ErrorCode | null; message: string; cause: string } };

/**
 * Maximum number of pieces without acknowledgement. High enough that the worker does not wait for a busy main thread.
 */
const mostUnderWay = 16;
const pieceBytes = 64 * 1024;
/** Milliseconds before the scope is checked again; a batch takes about 40 ms. */
const turnMs = 250;

const task: WritingTask = workerData;
if (!parentPort) throw new Error('this file is a thread of its own');
const port = parentPort;
const say = (answer: WritingAnswer, moved: ArrayBuffer[] = []) => port.postMessage(answer, moved);

const free: Uint8Array<ArrayBuffer>[] = [];
let underWay = 0;
const answers: Exclude<WritingWord, { taken: unknown }>[] = [];
port.on('message', (word: WritingWord) => {
  if (!('taken' in word)) answers.push(word);
  else {
    underWay -= 1;
    free.push(word.taken);
  }
});
async function ask(question: WritingQuestion) {
  say({ question });
  for (;;) {
    const word = answers.shift();
    if (word !== undefined) return word;
    await once(port, 'message');
  }
}

const db = openDb(task.url, { max: 1 });
const firstLabels = new Map<string, string>();
const tables: WordTables = new Map([...task.tables, [task.firsts, firstLabels]]);

let done = 0;
let turn = { scope: task.scope, since: -Infinity };
async function read(ids: string[] | undefined) {
  if (ids === undefined) return null;
  if (performance.now() - turn.since >= turnMs) {
    const answer = await ask({ about: 'turn', done });
    if ('scope' in answer) turn = { scope: answer.scope, since: performance.now() };
  }
  const query = task.rows.replace(idsPlace, `'{${ids.join()}}'`);
  const rows = await db.read(turn.scope, (tx) => copyOut(tx, query));
  done += ids.length;
  const unknown = [...rows.firstColumn()].filter((first) => first !== '' && !firstLabels.has(first));
  if (unknown.length > 0) {
    const answer = await ask({ about: 'words', of: unknown });
    if ('words' in answer) for (const [first, word] of answer.words) firstLabels.set(first, word);
  }
  return rows;
}

async function* batches(keys: Generator<string[], undefined>): AsyncGenerator<Iterable<OutgoingCell[]>> {
  for (let coming = read(keys.next().value); ;) {
    const rows = await coming;
    if (rows === null) return;
    coming = read(keys.next().value);
    coming.catch(() => {});
    yield copiedCells(rows, task.forms, tables);
  }
}

async function hand(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    while (underWay >= mostUnderWay) await once(port, 'message');
    const part = bytes.subarray(at, at + pieceBytes);
    const room = free.pop() ?? new Uint8Array(pieceBytes);
    room.set(part);
    underWay += 1;
    say({ piece: room.subarray(0, part.length) }, [room.buffer]);
  }
}

async function write() {
  const { scope, name, columns } = task;
  const keys = await db.read(scope, (tx) => readKeys(tx, task.keys));
  const answer = await ask({ about: 'note', count: keys.count });
  const note = 'note' in answer ? answer.note : '';
  const sheets = inSheets(batches(keys.batches()), keys.count);
  const named = sheets.map((rows, at) => ({ name: at === 0 ? name : `${name}${at + 1}`, note, columns, rows }));
  for await (const piece of writeWorkbook(named)) await hand(piece);
}

try {
  await write();
  say({ whole: true });
} catch (error) {
  const code = error instanceof AppError ? error.code : null;
  const [message, cause] =
    error instanceof Error ? [error.message, String(error.cause ?? error.stack)] : [String(error), ''];
  say({ failed: { code, message, cause } });
}
await db.close();
port.close();
