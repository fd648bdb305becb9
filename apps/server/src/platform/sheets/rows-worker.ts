// Writes received rows into a workbook in a worker thread, so that the server stays responsive.
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { writeWorkbook, type OutgoingCell, type OutgoingSheet } from './writing.ts';

export type RowsTask = Omit<OutgoingSheet, 'rows'>;
/** Messages to the worker: the next rows, the end of the rows, or `taken`: the main thread has used a piece. */
export type RowsWord = { rows: OutgoingCell[][] } | { end: true } | { taken: true };
/** Messages from the worker: request for rows, a piece, the end, or a failure. */
export type RowsAnswer = { more: true } | { piece: Uint8Array<ArrayBuffer> } | { whole: true } | { failed: string };

/** Maximum number of pieces without acknowledgement, so that a slow reader does not fill the memory. */
const mostUnderWay = 16;

const task: RowsTask = workerData;
if (!parentPort) throw new Error('this file is a thread of its own');
const port = parentPort;
const answer = (message: RowsAnswer, moved: ArrayBuffer[] = []) => port.postMessage(message, moved);

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
    // Copies the bytes, because the writer reuses its buffer for the next piece.
    const piece = new Uint8Array(bytes);
    underWay += 1;
    answer({ piece }, [piece.buffer]);
  }
  answer({ whole: true });
} catch (error) {
  answer({ failed: error instanceof Error ? String(error.stack) : String(error) });
}
port.close();
