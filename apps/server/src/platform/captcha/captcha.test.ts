import { crc32, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyCanvas, stroke } from './canvas.ts';
import { captchaColours, drawCaptcha, newCaptchaAnswer, type Random } from './index.ts';

const seeded = (seed: number): Random => {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
};

function decode(png: Buffer): { width: number; height: number; rgba: Buffer } {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 4, at + 8 + length);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(body));
    chunks.set(body.toString('latin1', 0, 4), body.subarray(4));
    at += length + 12;
  }
  expect([...chunks.keys()]).toEqual(['IHDR', 'IDAT', 'IEND']);
  const header = chunks.get('IHDR') ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const lines = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  const rgba = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    expect(lines[y * (width * 4 + 1)]).toBe(0);
    lines.copy(rgba, y * width * 4, y * (width * 4 + 1) + 1, (y + 1) * (width * 4 + 1));
  }
  return { width, height, rgba };
}

const inked = (rgba: Buffer) => rgba.filter((value, i) => i % 4 === 3 && value > 127).length;

test('creates a captcha answer of four digits', () => {
  for (let n = 0; n < 200; n += 1) expect(newCaptchaAnswer()).toMatch(/^[0-9]{4}$/);
});

test('draws a captcha picture of 240 by 84 for any four digits', () => {
  const answers = fc.integer({ min: 0, max: 9999 }).map((n) => String(n).padStart(4, '0'));
  fc.assert(
    fc.property(answers, fc.nat(), (answer, seed) => {
      const { width, height, rgba } = decode(drawCaptcha(answer, seeded(seed)));
      expect([width, height]).toEqual([240, 84]);
      expect(inked(rgba)).toBeGreaterThan(1500);
      expect(inked(rgba)).toBeLessThan(240 * 84 * 0.5);
    }),
    { numRuns: 30 },
  );
});

test('draws the same captcha digits differently each time, except with the same seed', () => {
  expect(drawCaptcha('1234').equals(drawCaptcha('1234'))).toBe(false);
  expect(drawCaptcha('1234', seeded(7)).equals(drawCaptcha('1234', seeded(7)))).toBe(true);
});

test('writes no text into the captcha picture that a script could read', () => {
  const png = drawCaptcha('1234').toString('latin1');
  expect(png).not.toMatch(/1234|tEXt|iTXt|zTXt/);
});

test('uses only captcha colours with enough contrast to white and to near-black', () => {
  const light = (colour: readonly number[]) => {
    const [r = 0, g = 0, b = 0] = colour.map((v) =>
      v / 255 <= 0.04045 ? v / 3294.6 : ((v / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  for (const colour of captchaColours) {
    expect(light([255, 255, 255]) / light(colour)).toBeGreaterThan(3);
    expect(light(colour) / light([20, 20, 20])).toBeGreaterThan(3);
  }
});

test('draws a captcha stroke with soft edges inside the picture', () => {
  const canvas = emptyCanvas(20, 20);
  stroke(
    canvas,
    [
      [-5, 10],
      [25, 10.4],
    ],
    4,
    [10, 20, 30],
  );
  const opacity = (x: number, y: number) => canvas.rgba[(y * 20 + x) * 4 + 3];
  expect(opacity(10, 10)).toBe(255);
  expect(opacity(10, 3)).toBe(0);
  expect(canvas.rgba.some((value, i) => i % 4 === 3 && value > 0 && value < 255)).toBe(true);
  expect([...canvas.rgba.subarray((10 * 20 + 10) * 4, (10 * 20 + 10) * 4 + 3)]).toEqual([10, 20, 30]);
});
