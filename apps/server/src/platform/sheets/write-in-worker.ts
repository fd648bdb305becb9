import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { startWorker } from './worker-thread.ts';
import type { WritingAnswer, WritingQuestion, WritingTask, WritingWord } from './writing-worker.ts';

export interface WritingSource {
  note(count: number): Promise<string>;
  /** Returns the scope for the next batch. `done`: number of rows written so far. An error ends the file. */
  turn(done: number): Promise<Scope>;
  wordsOf(firsts: string[]): Promise<ReadonlyMap<string, string>>;
}

const memory = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 12 };

/**
 * Writes a large .xlsx file in a worker thread, as fast as the reader takes it. The bytes of a piece are valid until
 * the next piece is requested. Any error ends the file.
 */
export async function* writeInWorker(
  task: WritingTask,
  source: WritingSource,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const worker = startWorker(new URL('./writing-worker.ts', import.meta.url), task, memory);
  const sendToWorker = (word: WritingWord, moved: ArrayBuffer[] = []) => worker.postMessage(word, moved);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let [whole, wake]: [boolean, () => void] = [false, () => {}];
  const failures: unknown[] = [];
  const fail = (error: unknown) => {
    failures.push(error);
    wake();
  };
  async function answer(question: WritingQuestion) {
    if (question.about === 'note') sendToWorker({ note: await source.note(question.count) });
    else if (question.about === 'turn') sendToWorker({ scope: await source.turn(question.done) });
    else sendToWorker({ words: await source.wordsOf(question.of) });
  }
  worker.on('message', (workerMessage: WritingAnswer) => {
    if ('question' in workerMessage) return void answer(workerMessage.question).catch(fail);
    if ('failed' in workerMessage) {
      const { code, message, cause } = workerMessage.failed;
      return fail(Object.assign(code === null ? new Error(message) : new AppError(code, message), { cause }));
    }
    if ('piece' in workerMessage) pieces.push(workerMessage.piece);
    else whole = true;
    return wake();
  });
  worker.on('error', fail);
  worker.on('exit', () => whole || fail(new Error('the writing of a workbook ended before its end')));
  try {
    for (;;) {
      const piece = pieces.shift();
      if (failures.length > 0) throw failures[0];
      if (piece) {
        yield piece;
        sendToWorker({ taken: new Uint8Array(piece.buffer) }, [piece.buffer]);
      } else if (whole) return;
      else await new Promise<void>((done) => (wake = done));
    }
  } finally {
    await worker.terminate();
  }
}
