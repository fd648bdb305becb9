// Creates one document and ends. Fonts come from our package. URLs and other paths in a description are never opened
// (CVE-2026-26801).
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { create } from 'fontkit';
import pdfMake from 'pdfmake';
import { flatPng } from './flat-png.ts';
import type { PdfAnswer, PdfPaper } from './index.ts';

const fonts = join(dirname(fileURLToPath(import.meta.resolve('@embedpdf/fonts-sc'))), '../fonts');
const normal = join(fonts, 'NotoSansHans-Regular.otf');
const bold = join(fonts, 'NotoSansHans-Bold.otf');

function* textsOf(part: unknown): Generator<string> {
  if (typeof part === 'string') yield part;
  else if (Array.isArray(part)) for (const one of part) yield* textsOf(one);
  else if (part !== null && typeof part === 'object')
    for (const [key, one] of Object.entries(part)) if (!['image', 'svg', 'qr'].includes(key)) yield* textsOf(one);
}

const pngAddress = 'data:image/png;base64,';
/** Replaces the PNG pictures in a description by opaque pictures. Changes the passed object. */
async function flatten(part: unknown): Promise<void> {
  if (part === null || typeof part !== 'object') return;
  for (const [key, one] of Object.entries(part))
    if (key === 'image' && typeof one === 'string' && one.startsWith(pngAddress)) {
      const bytes = await flatPng(Buffer.from(one.slice(pngAddress.length), 'base64'));
      Object.assign(part, { image: `${pngAddress}${bytes.toString('base64')}` });
    } else await flatten(one);
}

function missingIn(paper: PdfPaper): string | null {
  const font = create(readFileSync(normal));
  if (!('hasGlyphForCodePoint' in font)) throw new Error('the font is a collection');
  const seen = new Set(`${paper.foot}${[...textsOf(paper.content)].join('')}`);
  for (const sign of seen) if (!/\s/.test(sign) && !font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0)) return sign;
  return null;
}

async function set(paper: PdfPaper): Promise<PdfAnswer> {
  const missing = missingIn(paper);
  if (missing !== null) return { missing };
  await flatten(paper.content);
  pdfMake.setUrlAccessPolicy(() => false);
  pdfMake.setLocalAccessPolicy((path) => path === normal || path === bold);
  pdfMake.setFonts({ Sans: { normal, bold } });
  const pdf = pdfMake.createPdf({
    info: { title: paper.title, author: paper.author, creator: '安澜' },
    pageSize: 'A4',
    pageMargins: [62, 56, 62, 56],
    defaultStyle: { font: 'Sans', fontSize: 11, lineHeight: 1.45 },
    content: paper.content,
    footer: (page, pages) => ({
      margin: [62, 14, 62, 0],
      fontSize: 8,
      color: '#555555',
      columns: [
        { text: paper.foot, width: '*' },
        { text: paper.unnumbered ? '' : `第 ${page} 页 共 ${pages} 页`, width: 90, alignment: 'right' },
      ],
    }),
  });
  return { bytes: new Uint8Array(await pdf.getBuffer()) };
}

// The caller passes one document when it starts the worker.
parentPort?.postMessage(await set(workerData as PdfPaper));
