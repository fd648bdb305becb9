import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createReadStream } from 'node:fs';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gifOf, photo, placeCanary, pngOf } from '../../../testing/pictures.ts';
import { createLocalFiles, type Files } from '../files/index.ts';
import { createPictures, PictureRefused, type PictureKind } from './index.ts';

const root = mkdtempSync(join(tmpdir(), 'anlan-pictures-'));
const pictures = createPictures();
let files: Files;
beforeAll(() => {
  files = createLocalFiles({ root });
});
afterAll(() => {
  pictures.close();
  rmSync(root, { recursive: true, force: true });
});

async function remade(kind: PictureKind, bytes: Uint8Array): Promise<Buffer> {
  const staged = await files.stage(Readable.from([bytes]), { maxBytes: 64 * 1024 * 1024 });
  try {
    const made = await pictures.remake('1', kind, staged);
    const out = await buffer(createReadStream(made.path));
    await made.drop();
    return out;
  } finally {
    await staged.drop();
  }
}

test('S53 removes the location and appended data of a picture', async () => {
  const photoBytes = await photo();
  expect(photoBytes.includes(placeCanary)).toBe(true);
  const out = await remade('jpg', Buffer.concat([photoBytes, Buffer.from('<script>alert(1)</script>PK\x03\x04')]));
  const { width, height, exif, orientation } = await sharp(out).metadata();
  expect({ width, height, exif, orientation }).toEqual({
    width: 30,
    height: 60,
    exif: undefined,
    orientation: undefined,
  });
  for (const word of [placeCanary, 'script', 'PK\x03\x04', 'Exif']) expect(out.includes(word), word).toBe(false);
});

test('returns plausible time and place of a photo', async () => {
  const readFacts = async (photo: Record<string, string>, gps: Record<string, string> = {}) => {
    const bytes = await sharp({ create: { width: 6, height: 3, channels: 3, background: '#3366cc' } })
      .jpeg()
      .withExif({ IFD2: photo, IFD3: gps })
      .toBuffer();
    const staged = await files.stage(Readable.from([bytes]), { maxBytes: 1024 * 1024 });
    const made = await pictures.remake('1', 'jpg', staged);
    await Promise.all([staged.drop(), made.drop()]);
    return made.taken;
  };
  const place = {
    GPSLatitudeRef: 'N',
    GPSLatitude: '30/1 16/1 27/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '120/1 9/1 18/1',
  };
  expect(await readFacts({ DateTimeOriginal: '2026:03:01 09:30:00' }, place)).toEqual({
    at: new Date('2026-03-01T01:30:00Z'),
    place: { lng: 120.155, lat: 30.274167 },
  });
  expect(await readFacts({ DateTimeOriginal: '2026:03:01 09:30:00', OffsetTimeOriginal: '+09:00' })).toEqual({
    at: new Date('2026-03-01T00:30:00Z'),
    place: null,
  });
  expect(await readFacts({ DateTimeOriginal: '1970:01:01 00:00:00' })).toBeNull();
  expect(await readFacts({ DateTimeOriginal: '2999:01:01 00:00:00' })).toBeNull();
  const nowhere = {
    GPSLatitudeRef: 'N',
    GPSLatitude: '0/1 0/1 0/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '0/1 0/1 0/1',
  };
  expect(await readFacts({ DateTimeOriginal: 'gestern' }, nowhere)).toBeNull();
});

async function moving(): Promise<Buffer> {
  const paint = (background: string) =>
    sharp({ create: { width: 4, height: 3, channels: 3, background } })
      .png()
      .toBuffer();
  const frames = await Promise.all(['#f00', '#0f0', '#00f'].map(paint));
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
}

test('preserves the kind of a picture, also the frames of an animation', async () => {
  const still = await sharp({ create: { width: 4, height: 3, channels: 4, background: '#f80' } })
    .webp()
    .toBuffer();
  for (const [kind, bytes, format] of [
    ['png', pngOf(4, 3), 'png'],
    ['webp', still, 'webp'],
    ['gif', await moving(), 'gif'],
  ] as const) {
    const metadata = await sharp(await remade(kind, bytes), { animated: true }).metadata();
    expect(metadata.format).toBe(format);
    if (kind === 'gif') expect(metadata.pages).toBe(3);
  }
});

test('S53 refuses a picture that is too large after reading only its header', async () => {
  for (const [kind, bytes] of [
    ['png', pngOf(50_000, 50_000, { pixels: false })],
    ['png', pngOf(8_001, 1, { pixels: false })],
    ['png', pngOf(7_000, 7_000, { pixels: false })],
    ['gif', gifOf(10_000)],
    ['gif', gifOf(101)],
  ] as const)
    await expect(remade(kind, bytes)).rejects.toThrow(/边长/);
  expect((await sharp(await remade('gif', gifOf(100)), { animated: true }).metadata()).format).toBe('gif');
  // A picture of the largest allowed size. It is refused only because its pixels are missing.
  await expect(remade('png', pngOf(8_000, 5_000, { pixels: false }))).rejects.toThrow('图片已损坏');
});

test('refuses a truncated or fake picture and leaves no file', async () => {
  const photoBytes = await photo();
  for (const [kind, bytes] of [
    ['jpg', photoBytes.subarray(0, photoBytes.length - 200)],
    ['png', Buffer.from('\x89PNG\r\n\x1a\n'.padEnd(100, '\0'), 'latin1')],
    ['png', pngOf(400, 400, { pixels: false })],
    ['gif', Buffer.from('GIF89a/*<html>*/=1;')],
  ] as const)
    await expect(remade(kind, bytes), kind).rejects.toThrow('图片已损坏');
  expect(readdirSync(join(root, 'incoming'))).toEqual([]);
});

test('reads EXIF data of any bytes without an endless loop', async () => {
  const kinds = ['png', 'jpg', 'gif', 'webp'] as const;
  const starts = { png: '\x89PNG\r\n\x1a\n', jpg: '\xff\xd8', gif: 'GIF89a', webp: 'RIFF0000WEBP' };
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...kinds), fc.uint8Array({ maxLength: 400 }), async (kind, rest) => {
      const bytes = Buffer.concat([Buffer.from(starts[kind], 'latin1'), rest]);
      await expect(remade(kind, bytes)).rejects.toThrow(PictureRefused);
    }),
    { numRuns: 200 },
  );
});
