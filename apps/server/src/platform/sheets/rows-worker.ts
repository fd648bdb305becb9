// Writes rows that it is sent into a workbook beside the server's own thread, which goes on answering people.
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { writeWorkbook, type OutgoingCell, type OutgoingSheet } from './writing.ts';

/** What the worker is started with: a sheet without its rows. */
export type RowsTask = Omit<OutgoingSheet, 'rows'>;
/** What the worker is sent: the next rows, that there are no more, or that a piece was taken. */
export type RowsWord = { rows: OutgoingCell[][] } | { end: true } | { taken: true };
/** What the worker answers: that it wants rows, a piece of the file, that the file is whole, or why there is none. */
export type RowsAnswer = { more: true } | { piece: Uint8Array<ArrayBuffer> } | { whole: true } | { failed: string };

/** Pieces that may be on their way to somebody who reads slowly. */
const mostUnderWay = 16;

const task: RowsTask = workerData;
if (!parentPort) throw new Error('this file is a thread of its own');
const port = parentPort;
const answer = (said: RowsAnswer, moved: ArrayBuffer[] = []) => port.postMessage(said, moved);

let underWay = 0;
const received: ({ rows: OutgoingCell[][] } | { end: true })[] = [];
port.on('message', (word: RowsWord) => {
  if ('taken' in word) underWay -= 1;
  else received.push(word);
});

async function* batches(): AsyncGenerator<OutgoingCell[][]> {
  for (;;) {
    answer({ more: true });
    while (received.length === 0) await once(port, 'message');
    const word = received.shift();
    if (word === undefined || 'end' in word) return;
    yield word.rows;
  }
}

try {
  for await (const bytes of writeWorkbook([{ ...task, rows: batches() }])) {
    while (underWay >= mostUnderWay) await once(port, 'message');
    // The bytes of the writer are filled anew with the next piece.
    const piece = new Uint8Array(bytes);
    underWay += 1;
    answer({ piece }, [piece.buffer]);
  }
  answer({ whole: true });
} catch (error) {
  answer({ failed: error instanceof Error ? String(error.stack) : String(error) });
}
port.close();
