// Reads rows and writes them into a workbook beside the server's own thread, over a connection of its own and with the
// scope that it is given for each batch; packed pieces go out. The next rows are read while the last are written.
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { ErrorCode } from '@anlan/contract/errors';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { copyOut } from '#platform/db/bulk.ts';
import { openDb } from '#platform/db/index.ts';
import { copiedCells, idsPlace, type CellForm, type WordTables } from './copied-cells.ts';
import { inSheets } from './in-sheets.ts';
import { readKeys, type KeysQuery } from './keys.ts';
import type { SheetColumn } from './workbook.ts';
import { writeWorkbook, type OutgoingCell } from './writing.ts';

/** What the worker is started with. */
export interface WritingTask {
  /** Where the database is. */
  url: string;
  /** As whom the ids are read; batches are read as whom `turn` says. */
  scope: Scope;
  /** Which rows, in which order. */
  keys: KeysQuery;
  /** Asks for the rows of `$ids`: a first column that is nobody's cell, and one for each of `forms`. */
  rows: string;
  /** Name of the sheets; those after the first are numbered. */
  name: string;
  columns: readonly SheetColumn[];
  forms: readonly CellForm[];
  /** Words of codes in all rows. */
  tables: WordTables;
  /** The table of words for what stands in the first column of rows; they are asked for as they are met. */
  firsts: string;
}

/** What the worker asks. */
export type WritingQuestion =
  | { about: 'note'; count: number }
  | { about: 'turn'; done: number }
  | { about: 'words'; of: string[] };

/** What the worker is told: the line above the headings, as whom to read on, words, or that a piece was taken, whose bytes are its own again. */
export type WritingWord =
  | { note: string }
  | { scope: Scope }
  | { words: ReadonlyMap<string, string> }
  | { taken: Uint8Array<ArrayBuffer> };

/** What the worker says: a question, a piece of the file, that the file is whole, or why there is none. */
export type WritingAnswer =
  | { question: WritingQuestion }
  | { piece: Uint8Array<ArrayBuffer> }
  | { whole: true }
  | { failed: { code: ErrorCode | null; message: string; cause: string } };

/** Pieces that may be on their way: enough that a busy server's thread is not waited for at each. */
const mostUnderWay = 16;
const pieceBytes = 64 * 1024;
/** For how long the rights of somebody hold; a batch takes some 40 ms. */
const turnMs = 250;

const task: WritingTask = workerData;
if (!parentPort) throw new Error('this file is a thread of its own');
const port = parentPort;
const say = (answer: WritingAnswer, moved: ArrayBuffer[] = []) => port.postMessage(answer, moved);

const free: Uint8Array<ArrayBuffer>[] = [];
let underWay = 0;
const told: Exclude<WritingWord, { taken: unknown }>[] = [];
port.on('message', (word: WritingWord) => {
  if (!('taken' in word)) told.push(word);
  else {
    underWay -= 1;
    free.push(word.taken);
  }
});
/** Asks, and waits for the answer; one question at a time. */
async function ask(question: WritingQuestion) {
  say({ question });
  for (;;) {
    const word = told.shift();
    if (word !== undefined) return word;
    await once(port, 'message');
  }
}

const db = openDb(task.url, { max: 1 });
const known = new Map<string, string>();
const tables: WordTables = new Map([...task.tables, [task.firsts, known]]);

let done = 0;
let turn = { scope: task.scope, since: -Infinity };
async function read(ids: string[] | undefined) {
  if (ids === undefined) return null;
  if (performance.now() - turn.since >= turnMs) {
    const answer = await ask({ about: 'turn', done });
    if ('scope' in answer) turn = { scope: answer.scope, since: performance.now() };
  }
  const query = task.rows.replace(idsPlace, `'{${ids.join()}}'`);
  const rows = await db.scoped(turn.scope, (tx) => copyOut(tx, query), { readOnly: true });
  done += ids.length;
  const unknown = [...rows.firsts()].filter((first) => first !== '' && !known.has(first));
  if (unknown.length > 0) {
    const answer = await ask({ about: 'words', of: unknown });
    if ('words' in answer) for (const [first, word] of answer.words) known.set(first, word);
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
  const keys = await db.scoped(scope, (tx) => readKeys(tx, task.keys), { readOnly: true });
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
