import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { boxesFont } from './boxes-font.ts';
import { settled } from './looks.ts';

const folder = join(import.meta.dirname, 'pictures');
const font = boxesFont();
// `PICTURES=write` keeps what is seen as what is to be seen.
const writing = process.env['PICTURES'] === 'write';

/** Letters become boxes that are the same everywhere, and what is drawn of the day's figures is not seen. */
async function calm(page: Page): Promise<void> {
  await page.evaluate(async (bytes) => {
    const face = new FontFace('boxes', new Uint8Array(bytes).buffer, { weight: '100 900' });
    document.fonts.add(await face.load());
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      *, *::before, *::after { font-family: boxes !important; font-synthesis: none !important; }
      .trend svg, .ranking, .colour-bar, .dot-count, .dot-mark, canvas, img, .sea { visibility: hidden !important; }
    `);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, font);
  await settled(page);
}

/** The page as it stands, pointed at nowhere. */
export async function shot(page: Page): Promise<Buffer> {
  await page.mouse.move(0, 0);
  await settled(page);
  return page.screenshot({ animations: 'disabled', caret: 'hide' });
}

interface Compared {
  /** Share of the points that differ, 0 to 1. */
  share: number;
  /** The second picture at the size of the first, or much smaller than it was where there is no first, as PNG in base64. */
  small: string;
}

/** Compares two pictures in a page of the browser's own, which reads PNG; one alone is only made smaller. */
const compare = (page: Page, known: string | null, seen: string, least: number): Promise<Compared> =>
  page.evaluate(
    async ([one, other, difference]) => {
      const read = async (base64: string) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        return createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      };
      const [first, second] = [one === null ? null : await read(one), await read(other)];
      // Small, so that what is kept weighs little: a third of a wide screen, half of a phone's.
      const part = second.width > 1000 ? 3 : 2;
      const [width, height] = [
        first?.width ?? Math.round(second.width / part),
        first?.height ?? Math.round(second.height / part),
      ];
      const draw = (picture: ImageBitmap) => {
        const canvas = new OffscreenCanvas(width, height);
        const pen = canvas.getContext('2d', { willReadFrequently: true });
        if (!pen) throw new Error('no canvas');
        pen.imageSmoothingQuality = 'high';
        pen.drawImage(picture, 0, 0, width, height);
        return { canvas, points: pen.getImageData(0, 0, width, height).data };
      };
      const now = draw(second);
      const before = first && draw(first).points;
      let differing = 0;
      if (before)
        for (let at = 0; at < before.length; at += 4)
          if ([0, 1, 2].some((part) => Math.abs((before[at + part] ?? 0) - (now.points[at + part] ?? 0)) > difference))
            differing += 1;
      const bytes = new Uint8Array(await (await now.canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
      return {
        share: differing / (width * height),
        small: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')),
      };
    },
    [known, seen, least] as const,
  );

/** Two pictures of one run are the same. */
export async function expectSame(page: Page, before: Buffer, after: Buffer, what: string): Promise<void> {
  if (before.equals(after)) return;
  // Some points of round corners come and go.
  const most = 0.0001;
  const { share } = await compare(page, before.toString('base64'), after.toString('base64'), 3);
  if (share > most) {
    const kept = mkdtempSync(join(tmpdir(), 'anlan-pictures-'));
    writeFileSync(join(kept, 'before.png'), before);
    writeFileSync(join(kept, 'after.png'), after);
    expect(share, `${what}: see ${kept}`).toBeLessThanOrEqual(most);
  }
}

/** The page looks as the kept picture of that name: its parts, lines, fills and marks stand where they stood. */
export async function expectLike(page: Page, name: string, most = 0.012): Promise<void> {
  await calm(page);
  const seen = await shot(page);
  const path = join(folder, `${name}.png`);
  const known = existsSync(path) && !writing ? readFileSync(path).toString('base64') : null;
  const { share, small } = await compare(page, known, seen.toString('base64'), 24);
  if (writing) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, Buffer.from(small, 'base64'));
    return;
  }
  if (known !== null && share <= most) return;
  const kept = join(mkdtempSync(join(tmpdir(), 'anlan-pictures-')), `${name}.png`);
  writeFileSync(kept, Buffer.from(small, 'base64'));
  expect(known, `no picture is kept of ${name}: look at ${kept}; PICTURES=write keeps it`).not.toBeNull();
  expect(share, `${name} looks unlike its picture: see ${kept}; PICTURES=write keeps it`).toBeLessThanOrEqual(most);
}
