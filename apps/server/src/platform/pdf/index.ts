// Creates PDF documents from plain data in a worker thread. Each node creates one document at a time.
import type { Content, TableCell } from 'pdfmake';
import { AppError } from '#kernel/errors.ts';
import { startWorker } from '#platform/sheets/worker-thread.ts';
import { createFairQueue } from '../fair-queue/index.ts';
import type { MergeAnswer, MergedPart } from './merging-worker.ts';

export type { MergedPart } from './merging-worker.ts';

export type PdfContent = Content;
export type PdfCell = TableCell;
export interface PdfPaper {
  readonly title: string;
  readonly author: string;
  readonly foot: string;
  readonly content: PdfContent[];
  /** Omits page numbers, for a part of a numbered document. */
  readonly unnumbered?: boolean;
}

export type PdfAnswer = { bytes: Uint8Array } | { missing: string };

const patienceMs = 60_000;
const memory = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };
/** Longest queue of documents. When it is full, further requests are refused. */
const longest = 20;
const settings = createFairQueue({ atOnce: 1, longest, breathes: false });
const merges = createFairQueue({ atOnce: 1, longest, breathes: false });

/**
 * Creates a PDF. Throws when no font has a character, because a box in its place would be wrong. Tenants (`key`) take
 * turns.
 */
export const setPdf = (paper: PdfPaper, key = ''): Promise<Uint8Array> => settings.take(key, () => setOne(paper));

async function setOne(paper: PdfPaper): Promise<Uint8Array> {
  const worker = startWorker(new URL('./document-worker.ts', import.meta.url), paper, memory);
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
 * Merges PDFs and pictures. `index` creates the front part from the first page of each part, null for an unreadable
 * part. One merge at a time per node, tenants by turns. Parts are read at their turn, so that waiting merges use no
 * memory.
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
  const worker = startWorker(new URL('./merging-worker.ts', import.meta.url), parts, mergeMemory);
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
