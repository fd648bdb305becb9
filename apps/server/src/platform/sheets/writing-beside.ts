import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { beside } from './thread.ts';
import type { WritingAnswer, WritingQuestion, WritingTask, WritingWord } from './writing-worker.ts';

/** What whoever writes is asked on the way. */
export interface WritingSource {
  /** The line above the headings, once it is known how many rows there are. */
  note(count: number): Promise<string>;
  /** As whom the next rows are read, so many having been read; what it throws ends the file. */
  turn(done: number): Promise<Scope>;
  /** Words for what stands in first columns; each is asked for once. */
  wordsOf(firsts: string[]): Promise<ReadonlyMap<string, string>>;
}

const memory = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 12 };

/**
 * Writes an .xlsx file of many rows beside the server's own thread, which goes on answering people; piece by piece, as
 * fast as it is read. The bytes of a piece stand until the next one is asked for. Whatever fails in reading or writing
 * fails the file.
 */
export async function* writeBeside(task: WritingTask, source: WritingSource): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const worker = beside(new URL('./writing-worker.ts', import.meta.url), task, memory);
  const tell = (word: WritingWord, moved: ArrayBuffer[] = []) => worker.postMessage(word, moved);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let [whole, wake]: [boolean, () => void] = [false, () => {}];
  const failures: unknown[] = [];
  const fail = (error: unknown) => {
    failures.push(error);
    wake();
  };
  async function answer(asked: WritingQuestion) {
    if (asked.about === 'note') tell({ note: await source.note(asked.count) });
    else if (asked.about === 'turn') tell({ scope: await source.turn(asked.done) });
    else tell({ words: await source.wordsOf(asked.of) });
  }
  worker.on('message', (said: WritingAnswer) => {
    if ('question' in said) return void answer(said.question).catch(fail);
    if ('failed' in said) {
      const { code, message, cause } = said.failed;
      return fail(Object.assign(code === null ? new Error(message) : new AppError(code, message), { cause }));
    }
    if ('piece' in said) pieces.push(said.piece);
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
        tell({ taken: new Uint8Array(piece.buffer) }, [piece.buffer]);
      } else if (whole) return;
      else await new Promise<void>((done) => (wake = done));
    }
  } finally {
    await worker.terminate();
  }
}
