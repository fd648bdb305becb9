import sharp from 'sharp';
import { expect, test } from 'vitest';
import { encodePng } from '../pictures/png.ts';
import { flatPng } from './flat-png.ts';

const pixelsOf = async (png: Buffer) => [...(await sharp(png).raw().toBuffer())];

test('replaces the transparency of a PNG picture by white', async () => {
  const small = encodePng(2, 1, new Uint8Array([0, 0, 0, 255, 10, 20, 30, 0]));
  const flat = await flatPng(small);
  expect((await sharp(flat).metadata()).hasAlpha).toBe(false);
  expect(await pixelsOf(flat)).toEqual([0, 0, 0, 255, 255, 255]);
  const wide = await flatPng(encodePng(500, 4, new Uint8Array(500 * 4 * 4).fill(128)));
  expect((await sharp(wide).metadata()).width).toBe(400);
  // Expected colour after blending alpha 128 of 255 with white.
  expect((await pixelsOf(wide)).slice(0, 3)).toEqual([191, 191, 191]);
  const cut = small.subarray(0, 45);
  expect(await flatPng(cut)).toBe(cut);
});
