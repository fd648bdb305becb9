import { SheetRefused, type SheetLimits, type SheetRow } from './cells.ts';
import type { ReadingAnswer, ReadingTask } from './reading-worker.ts';
import { startWorker } from './worker-thread.ts';

const memoryMb = 512;
const patienceMs = 120_000;
const tooMuch = '文件过大，无法读取，请拆分后重新上传';

export interface SheetHead {
  name: string;
  rows: SheetRow[];
  /** Number of rows. The value may exceed the real number, but is exact above the limit `rows`. */
  count: number;
}

export interface SheetSource {
  bytes: Uint8Array;
  kind: 'xlsx' | 'csv';
  limits: SheetLimits;
}

async function* answers(task: ReadingTask): AsyncGenerator<SheetHead> {
  const memory = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 64 };
  const worker = startWorker(new URL('./reading-worker.ts', import.meta.url), task, memory);
  const waiting: ReadingAnswer[] = [];
  let wake = () => {};
  let ended: Error | null = null;
  worker.on('message', (answer: ReadingAnswer) => {
    waiting.push(answer);
    wake();
  });
  worker.on('error', () => {
    ended = new SheetRefused(tooMuch);
    wake();
  });
  worker.on('exit', () => {
    ended ??= new SheetRefused(tooMuch);
    wake();
  });
  let waitedMs = 0;
  try {
    for (;;) {
      const since = performance.now();
      while (waiting.length === 0 && ended === null) {
        const left = patienceMs - waitedMs - (performance.now() - since);
        if (left <= 0) throw new SheetRefused(tooMuch);
        let timer: NodeJS.Timeout | undefined;
        await new Promise<void>((done) => {
          wake = done;
          timer = setTimeout(done, left);
        });
        clearTimeout(timer);
      }
      waitedMs += performance.now() - since;
      const answer = waiting.shift();
      if (answer === undefined) throw ended ?? new SheetRefused(tooMuch);
      if ('refused' in answer) throw new SheetRefused(answer.refused);
      if ('end' in answer) return;
      yield answer;
      worker.postMessage('taken');
    }
  } finally {
    await worker.terminate();
  }
}

/**
 * Yields the rows of a sheet in batches, by default of the first sheet. Throws `SheetRefused` when the content is too
 * large or damaged.
 */
export async function* readSheet(source: SheetSource, batch = 500, sheet = 0): AsyncGenerator<SheetRow[]> {
  for await (const { rows } of answers({ ...source, batch, sheet })) yield rows;
}

/** Returns the first rows of every visible sheet. Throws for a file that cannot be accepted. */
export async function peekSheets(source: SheetSource, rows = 10): Promise<SheetHead[]> {
  const heads: SheetHead[] = [];
  for await (const head of answers({ ...source, batch: rows, sheet: 'all' })) heads.push(head);
  return heads;
}
