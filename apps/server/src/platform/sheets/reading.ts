import { SheetRefused, type SheetLimits, type SheetRow } from './cells.ts';
import type { ReadingAnswer, ReadingTask } from './reading-worker.ts';
import { beside } from './thread.ts';

const memoryMb = 512;
const patienceMs = 120_000;
const tooMuch = '文件过大，无法读取，请拆分后重新上传';

/** A sheet by its name, and rows of it. */
export interface SheetHead {
  name: string;
  rows: SheetRow[];
  /** How many rows it has; counted further than `rows` only where they may be more than the limit. */
  count: number;
}

/** A spreadsheet to be read. */
export interface SheetSource {
  bytes: Uint8Array;
  kind: 'xlsx' | 'csv';
  limits: SheetLimits;
}

/** The bytes of a file, shared with the thread that reads them: of a large file there is one copy in memory, not three. */
export async function sharedBytes(body: AsyncIterable<Uint8Array>, sizeBytes: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(new SharedArrayBuffer(sizeBytes));
  let at = 0;
  for await (const piece of body) {
    bytes.set(piece, at);
    at += piece.length;
  }
  if (at !== sizeBytes) throw new Error(`a file of ${sizeBytes} bytes has ${at}`);
  return bytes;
}

async function* answers(task: ReadingTask): AsyncGenerator<SheetHead> {
  const memory = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 64 };
  const worker = beside(new URL('./reading-worker.ts', import.meta.url), task, memory);
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

/** Rows of a sheet in batches, of the first unless another is named; refuses with `SheetRefused` what is too much or damaged. */
export async function* readSheet(source: SheetSource, batch = 500, sheet = 0): AsyncGenerator<SheetRow[]> {
  for await (const { rows } of answers({ ...source, batch, sheet })) yield rows;
}

/** The first rows of every sheet that a person sees, of a file which is refused when it must not be read at all. */
export async function peekSheets(source: SheetSource, rows = 10): Promise<SheetHead[]> {
  const heads: SheetHead[] = [];
  for await (const head of answers({ ...source, batch: rows, sheet: 'all' })) heads.push(head);
  return heads;
}
