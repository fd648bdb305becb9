import { randomInt } from 'node:crypto';
import { type Canvas, type Colour, emptyCanvas, type Point, stroke } from './canvas.ts';
import { digitStrokes } from './digits.ts';
import { encodePng } from '../pictures/png.ts';

export type Random = () => number;

// The picture has twice the size at which it is displayed, so that it is sharp on high-density screens.
const width = 240;
const height = 84;
const box = { width: 34, height: 54 };

/**
 * Captcha colours. Each has a similar contrast to white and to near-black, so that the transparent picture is readable
 * in every theme.
 */
export const captchaColours: readonly Colour[] = [
  [47, 118, 210],
  [22, 132, 118],
  [176, 92, 24],
  [150, 88, 196],
  [202, 72, 96],
];

export function newCaptchaAnswer(): string {
  return String(randomInt(10_000)).padStart(4, '0');
}

/**
 * Draws a captcha as a transparent PNG of 240 by 84 pixels, displayed at 120 by 42. Each picture has a random
 * distortion.
 */
export function drawCaptcha(digits: string, random: Random = securely): Buffer {
  const canvas = emptyCanvas(width, height);
  const between = (low: number, high: number) => low + random() * (high - low);
  const first = Math.floor(between(0, captchaColours.length));
  const cell = (width - 28) / digits.length;
  for (let n = 0; n < 2; n += 1) line(canvas, between, colourAt(first + n + 3), 2.5, 0.55);
  [...digits].forEach((digit, i) => {
    const place = placer(14 + cell * (i + 0.5) + between(-5, 5), height / 2 + between(-5, 5), between);
    const weight = between(6, 7.5);
    for (const points of digitStrokes(Number(digit))) stroke(canvas, points.map(place), weight, colourAt(first + i));
  });
  for (let n = 0; n < 2; n += 1) line(canvas, between, colourAt(first + n), 2.5, 0.8);
  for (let n = 0; n < 26; n += 1) speck(canvas, between, colourAt(n));
  return encodePng(width, height, canvas.rgba);
}

type Between = (low: number, high: number) => number;

const securely: Random = () => randomInt(2 ** 32) / 2 ** 32;
const colourAt = (index: number): Colour => captchaColours[index % captchaColours.length] ?? [47, 118, 210];

function placer(x: number, y: number, between: Between): (point: Point) => Point {
  const angle = between(-0.28, 0.28);
  const lean = between(-0.16, 0.16);
  const wide = box.width * between(0.85, 1.1);
  const tall = (box.height / 1.6) * between(0.88, 1.06);
  const bend = between(-3, 3);
  const phase = between(0, Math.PI);
  return ([px, py]) => {
    const v = (py - 0.8) * tall;
    const u = (px - 0.5) * wide - lean * v + bend * Math.sin(phase + py * 2.2);
    return [x + u * Math.cos(angle) - v * Math.sin(angle), y + u * Math.sin(angle) + v * Math.cos(angle)];
  };
}

function line(canvas: Canvas, between: Between, colour: Colour, weight: number, opacity: number): void {
  const middle = between(18, height - 18);
  const swing = between(6, 18);
  const length = between(60, 120);
  const phase = between(0, 6);
  const slope = between(-0.12, 0.12);
  const points: Point[] = [];
  for (let x = -4; x <= width + 4; x += 4) {
    points.push([x, middle + slope * (x - width / 2) + swing * Math.sin(phase + (x / length) * Math.PI)]);
  }
  stroke(canvas, points, weight, colour, opacity);
}

function speck(canvas: Canvas, between: Between, colour: Colour): void {
  const [x, y] = [between(4, width - 4), between(4, height - 4)];
  const end: Point = [x + between(-3, 3), y + between(-3, 3)];
  stroke(canvas, [[x, y], end], between(1.5, 3), colour, 0.6);
}
