import { beside } from './thread.ts';
import type { RowsAnswer, RowsTask, RowsWord } from './rows-worker.ts';
import type { OutgoingSheet } from './writing.ts';

const memory = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 12 };

/**
 * Writes one sheet of many rows beside the server's own thread, piece by piece, as fast as it is read. Rows are read here,
 * one batch ahead of the writing; what reading or writing throws ends the file.
 */
export async function* writeRowsBeside({ rows, ...task }: OutgoingSheet): AsyncGenerator<Buffer> {
  const source = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  const started: RowsTask = task;
  const worker = beside(new URL('./rows-worker.ts', import.meta.url), started, memory);
  const tell = (word: RowsWord) => worker.postMessage(word);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const failures: unknown[] = [];
  let [isWhole, wake]: [boolean, () => void] = [false, () => {}];
  const fail = (error: unknown) => {
    failures.push(error);
    wake();
  };
  async function sendRows() {
    const next = await source.next();
    tell(next.done === true ? { end: true } : { rows: [...next.value] });
  }
  worker.on('message', (said: RowsAnswer) => {
    if ('more' in said) return void sendRows().catch(fail);
    if ('failed' in said) return fail(new Error('a workbook could not be written', { cause: said.failed }));
    if ('piece' in said) pieces.push(said.piece);
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
        tell({ taken: true });
        yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
      } else if (isWhole) return;
      else await new Promise<void>((done) => (wake = done));
    }
  } finally {
    await worker.terminate();
    await source.return?.();
  }
}
