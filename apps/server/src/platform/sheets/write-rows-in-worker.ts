import { startWorker } from './worker-thread.ts';
import type { RowsAnswer, RowsTask, RowsWord } from './rows-worker.ts';
import type { OutgoingSheet } from './writing.ts';

const memory = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 12 };

/**
 * Writes one sheet in a worker thread, as fast as the reader takes it. The rows are read in this thread, one batch
 * ahead. An error in reading or writing ends the file.
 */
export async function* writeRowsInWorker({ rows, ...task }: OutgoingSheet): AsyncGenerator<Buffer> {
  const source = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  const started: RowsTask = task;
  const worker = startWorker(new URL('./rows-worker.ts', import.meta.url), started, memory);
  const sendToWorker = (word: RowsWord) => worker.postMessage(word);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const failures: unknown[] = [];
  let [isWhole, wake]: [boolean, () => void] = [false, () => {}];
  const fail = (error: unknown) => {
    failures.push(error);
    wake();
  };
  async function sendRows() {
    const next = await source.next();
    sendToWorker(next.done === true ? { end: true } : { rows: [...next.value] });
  }
  worker.on('message', (message: RowsAnswer) => {
    if ('more' in message) return void sendRows().catch(fail);
    if ('failed' in message) return fail(new Error('a workbook could not be written', { cause: message.failed }));
    if ('piece' in message) pieces.push(message.piece);
    else isWhole = true;
    return wake();
  });
  worker.on('error', fail);
  worker.on('exit', () => isWhole || fail(new Error('the writing of a workbook ended before its end')));
  try {
    for (;;) {
      const piece = pieces.shift();
      if (failures.length > 0) throw failures[0];
      if (piece) {
        sendToWorker({ taken: true });
        yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
      } else if (isWhole) return;
      else await new Promise<void>((done) => (wake = done));
    }
  } finally {
    await worker.terminate();
    await source.return?.();
  }
}
