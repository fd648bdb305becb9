// Papers as PDF: set beside the server's own thread, from a description that is data alone; one at a time on a node.
import type { Content } from 'pdfmake';
import { AppError } from '#kernel/errors.ts';
import { beside } from '#platform/sheets/thread.ts';
import type { PdfAnswer } from './setting-worker.ts';

/** A part of a paper, as the setter takes it. */
export type PdfContent = Content;
/** A paper to be set on A4. */
export interface PdfPaper {
  /** Name inside the file. */
  readonly title: string;
  readonly author: string;
  /** What stands at the foot of every page, before its number. */
  readonly foot: string;
  readonly content: PdfContent[];
}

const patienceMs = 60_000;
const memory = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };
/** More papers than these do not wait: whoever asks next is told to come back. */
const longestLine = 20;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** Sets a paper; a character that no font has is named, since a box in its place would be a paper that lies. */
export async function setPdf(paper: PdfPaper): Promise<Uint8Array> {
  if (waiting >= longestLine) throw new AppError('unavailable');
  waiting += 1;
  const before = last;
  const mine = before.then(
    () => setOne(paper),
    () => setOne(paper),
  );
  last = mine;
  try {
    return await mine;
  } finally {
    waiting -= 1;
  }
}

async function setOne(paper: PdfPaper): Promise<Uint8Array> {
  const worker = beside(new URL('./setting-worker.ts', import.meta.url), paper, memory);
  let timer: NodeJS.Timeout | undefined;
  try {
    const answer = await new Promise<PdfAnswer>((done, fail) => {
      timer = setTimeout(() => fail(new Error('a paper took too long to be set')), patienceMs);
      worker.once('message', done);
      worker.once('error', fail);
      worker.once('exit', () => fail(new Error('the setting of a paper ended before its end')));
    });
    if ('missing' in answer)
      throw new AppError('invalid', `字库中没有“${answer.missing}”，不能生成 PDF，请在页面上打印`);
    return answer.bytes;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
