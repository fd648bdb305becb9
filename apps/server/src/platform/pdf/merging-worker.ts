// Merges PDFs and pictures, then ends. First it reports the page of each part; the caller returns the index for the
// front.
import { parentPort, workerData } from 'node:worker_threads';
import { PDFDocument, StandardFonts, type PDFPage } from '@cantoo/pdf-lib';

export interface MergedPart {
  readonly name: string;
  readonly bytes: Uint8Array | null;
}
export type MergeAnswer = { first: (number | null)[] } | { bytes: Uint8Array };

const a4: [number, number] = [595.28, 841.89];
const margin = 36;
const begins = (bytes: Uint8Array, ...signs: number[]) => signs.every((sign, at) => bytes[at] === sign);

async function addPages(whole: PDFDocument, bytes: Uint8Array): Promise<PDFPage[]> {
  if (begins(bytes, 0x25, 0x50, 0x44, 0x46)) {
    const from = await PDFDocument.load(bytes, { ignoreEncryption: true, updateMetadata: false });
    // Encrypted files are skipped, because their pages would be blank. A broken file loads without pages.
    if (from.isEncrypted) return [];
    const pages = await whole.copyPages(from, from.getPageIndices());
    return pages.map((page) => whole.addPage(page));
  }
  const isJpeg = begins(bytes, 0xff, 0xd8, 0xff);
  if (!isJpeg && !begins(bytes, 0x89, 0x50, 0x4e, 0x47)) return [];
  const picture = isJpeg ? await whole.embedJpg(bytes) : await whole.embedPng(bytes);
  const page = whole.addPage(a4);
  const { width, height } = picture.scaleToFit(a4[0] - 2 * margin, a4[1] - 2 * margin);
  page.drawImage(picture, { x: (a4[0] - width) / 2, y: (a4[1] - height) / 2, width, height });
  return [page];
}

// The caller passes the parts when it starts the worker.
const parts = workerData as readonly MergedPart[];
const whole = await PDFDocument.create();
const first: (number | null)[] = [];
for (const { bytes } of parts) {
  const before = whole.getPageCount();
  const added = bytes === null ? [] : await addPages(whole, bytes).catch(() => []);
  first.push(added.length > 0 ? before + 1 : null);
}
const font = await whole.embedFont(StandardFonts.Helvetica);
for (const [at, page] of whole.getPages().entries())
  page.drawText(String(at + 1), { x: page.getWidth() / 2, y: 12, size: 8, font });
parentPort?.postMessage({ first } satisfies MergeAnswer);
parentPort?.once('message', (index: Uint8Array) => void finish(index));

async function finish(index: Uint8Array): Promise<void> {
  const front = await PDFDocument.load(index);
  const pages = await whole.copyPages(front, front.getPageIndices());
  for (const [at, page] of pages.entries()) whole.insertPage(at, page);
  const bytes = await whole.save();
  parentPort?.postMessage({ bytes } satisfies MergeAnswer);
}
