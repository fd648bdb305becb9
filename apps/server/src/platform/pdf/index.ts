// Papers as PDF: set beside the server's own thread, from a description that is data alone; one at a time on a node.
import type { Content, TableCell } from 'pdfmake';
import { AppError } from '#kernel/errors.ts';
import { beside } from '#platform/sheets/thread.ts';
import { createFairQueue } from '../fair-queue/index.ts';
import type { MergeAnswer, MergedPart } from './merging-worker.ts';

export type { MergedPart } from './merging-worker.ts';

/** A part of a paper, as the setter takes it. */
export type PdfContent = Content;
/** A cell of a table. */
export type PdfCell = TableCell;
/** A paper to be set on A4. */
export interface PdfPaper {
  /** Name inside the file. */
  readonly title: string;
  readonly author: string;
  /** What stands at the foot of every page, before its number. */
  readonly foot: string;
  readonly content: PdfContent[];
  /** Whether its pages bear no numbers: it is a part of a paper that has them. */
  readonly unnumbered?: boolean;
}

/** What the worker that sets a paper says: the file, or a character that no font has. */
export type PdfAnswer = { bytes: Uint8Array } | { missing: string };

const patienceMs = 60_000;
const memory = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };
/** More papers than these do not wait: whoever asks next is told to come back. */
const longest = 20;
const settings = createFairQueue({ atOnce: 1, longest, breathes: false });
const merges = createFairQueue({ atOnce: 1, longest, breathes: false });

/**
 * Sets a paper; a character that no font has is named, since a box in its place would be a paper that lies. Keys take
 * turns: tenants, where one of them may have many papers waiting.
 */
export const setPdf = (paper: PdfPaper, key = ''): Promise<Uint8Array> => settings.take(key, () => setOne(paper));

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

const mergeMemory = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 64 };

/**
 * Puts papers and pictures behind one another; `index` makes what stands in front, given the page on which each part
 * begins, null where a part could not be read. One at a time on a node, beside its own thread, tenants by turns; parts
 * are read when their turn comes, so that those who wait hold nothing in memory.
 */
export const mergePdf = (
  tenantId: string,
  parts: () => Promise<readonly MergedPart[]>,
  index: (first: readonly (number | null)[]) => Promise<Uint8Array>,
): Promise<Uint8Array> => merges.take(tenantId, async () => mergeOne(await parts(), index));

async function mergeOne(
  parts: readonly MergedPart[],
  index: (first: readonly (number | null)[]) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const worker = beside(new URL('./merging-worker.ts', import.meta.url), parts, mergeMemory);
  let timer: NodeJS.Timeout | undefined;
  const next = () =>
    new Promise<MergeAnswer>((done, fail) => {
      worker.once('message', done);
      worker.once('error', fail);
      worker.once('exit', () => fail(new Error('the merging of papers ended before its end')));
    });
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('papers took too long to be merged')), patienceMs * 3);
  });
  try {
    const counted = await Promise.race([next(), late]);
    if (!('first' in counted)) throw new Error('the merging of papers began at its end');
    const merged = next();
    worker.postMessage(await index(counted.first));
    const answer = await Promise.race([merged, late]);
    if (!('bytes' in answer)) throw new Error('the merging of papers did not end');
    return answer.bytes;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
