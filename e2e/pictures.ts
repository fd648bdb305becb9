import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { boxesFont } from './boxes-font.ts';
import { waitUntilSettled } from './screen-checks.ts';

const folder = join(import.meta.dirname, 'pictures');
const font = boxesFont();
// With `PICTURES=write` the screenshots are stored as the new references.
const writing = process.env['PICTURES'] === 'write';

/** Replaces fonts by boxes and hides content that depends on the day. */
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
  await waitUntilSettled(page);
}

/** Takes a screenshot after moving the mouse away. */
export async function shot(page: Page): Promise<Buffer> {
  await page.mouse.move(0, 0);
  await waitUntilSettled(page);
  return page.screenshot({ animations: 'disabled', caret: 'hide' });
}

interface Compared {
  /** Share of pixels that differ, 0 to 1. */
  share: number;
  /** The second picture as PNG in base64, in the size of the first. Scaled down when there is no first picture. */
  small: string;
}

/**
 * Compares two pictures in a browser page, because the browser can decode PNG. A single picture is only scaled down.
 */
const compare = (page: Page, reference: string | null, seen: string, least: number): Promise<Compared> =>
  page.evaluate(
    async ([one, other, difference]) => {
      const read = async (base64: string) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        return createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      };
      const [first, second] = [one === null ? null : await read(one), await read(other)];
      // Reference pictures are scaled down to save space: to a third for a wide screen, to half for a phone.
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
    [reference, seen, least] as const,
  );

export async function expectSame(page: Page, before: Buffer, after: Buffer, what: string): Promise<void> {
  if (before.equals(after)) return;
  // Largest accepted share of different pixels, because some pixels of rounded corners vary.
  const most = 0.0001;
  const { share } = await compare(page, before.toString('base64'), after.toString('base64'), 3);
  if (share > most) {
    const outputFolder = mkdtempSync(join(tmpdir(), 'anlan-pictures-'));
    writeFileSync(join(outputFolder, 'before.png'), before);
    writeFileSync(join(outputFolder, 'after.png'), after);
    expect(share, `${what}: see ${outputFolder}`).toBeLessThanOrEqual(most);
  }
}

export async function expectLike(page: Page, name: string, most = 0.012): Promise<void> {
  await calm(page);
  const seen = await shot(page);
  const path = join(folder, `${name}.png`);
  const reference = existsSync(path) && !writing ? readFileSync(path).toString('base64') : null;
  const { share, small } = await compare(page, reference, seen.toString('base64'), 24);
  if (writing) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, Buffer.from(small, 'base64'));
    return;
  }
  if (reference !== null && share <= most) return;
  const outputPath = join(mkdtempSync(join(tmpdir(), 'anlan-pictures-')), `${name}.png`);
  writeFileSync(outputPath, Buffer.from(small, 'base64'));
  expect(reference, `no picture is kept of ${name}: look at ${outputPath}; PICTURES=write keeps it`).not.toBeNull();
  expect(share, `${name} looks unlike its picture: see ${outputPath}; PICTURES=write keeps it`).toBeLessThanOrEqual(
    most,
  );
}
