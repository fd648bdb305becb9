import type { Point } from './canvas.ts';

// Shapes of the ten digits in a box of 1 by 1.6, as SVG paths: M moves, L draws a line, C draws a cubic curve.
const six =
  'M 0.84 0.12 C 0.74 0.03 0.66 0 0.54 0 C 0.2 0 0 0.42 0 0.98 C 0 1.4 0.2 1.6 0.5 1.6 ' +
  'C 0.8 1.6 1 1.38 1 1.1 C 1 0.82 0.8 0.62 0.52 0.62 C 0.26 0.62 0.06 0.8 0.01 1.04';
const drawn: readonly string[] = [
  'M 0.5 0 C 0.85 0 1 0.36 1 0.8 C 1 1.24 0.85 1.6 0.5 1.6 C 0.15 1.6 0 1.24 0 0.8 C 0 0.36 0.15 0 0.5 0',
  'M 0.14 0.36 L 0.55 0 L 0.55 1.6 M 0.12 1.6 L 0.98 1.6',
  'M 0.04 0.46 C 0.06 0.16 0.26 0 0.52 0 C 0.8 0 0.98 0.18 0.98 0.44 C 0.98 0.82 0.5 1.05 0.02 1.6 L 1 1.6',
  'M 0.06 0.26 C 0.16 0.08 0.3 0 0.48 0 C 0.76 0 0.92 0.16 0.92 0.38 C 0.92 0.62 0.74 0.74 0.4 0.74 ' +
    'C 0.8 0.74 1 0.92 1 1.16 C 1 1.44 0.8 1.6 0.48 1.6 C 0.24 1.6 0.1 1.5 0 1.3',
  'M 0.78 1.6 L 0.78 0 L 0 1.14 L 1.06 1.14',
  'M 0.9 0 L 0.18 0 L 0.1 0.72 C 0.2 0.62 0.34 0.57 0.5 0.57 C 0.8 0.57 1 0.77 1 1.07 ' +
    'C 1 1.39 0.78 1.6 0.46 1.6 C 0.24 1.6 0.1 1.52 0 1.36',
  six,
  'M 0 0 L 1 0 C 0.7 0.5 0.45 1 0.4 1.6',
  'M 0.5 0.74 C 0.24 0.7 0.08 0.57 0.08 0.37 C 0.08 0.15 0.25 0 0.5 0 C 0.75 0 0.92 0.15 0.92 0.37 ' +
    'C 0.92 0.57 0.76 0.7 0.5 0.74 C 0.2 0.78 0 0.93 0 1.17 C 0 1.43 0.2 1.6 0.5 1.6 ' +
    'C 0.8 1.6 1 1.43 1 1.17 C 1 0.93 0.8 0.78 0.5 0.74',
  six,
];

const pieces = 8;

function curve([x, y]: Point, [ax = 0, ay = 0, bx = 0, by = 0, ex = 0, ey = 0]: readonly number[]): Point[] {
  return Array.from({ length: pieces }, (_, piece) => {
    const t = (piece + 1) / pieces;
    const u = 1 - t;
    const [from, first, second, to] = [u ** 3, 3 * u * u * t, 3 * u * t * t, t ** 3];
    return [from * x + first * ax + second * bx + to * ex, from * y + first * ay + second * by + to * ey] as const;
  });
}

function flatten(path: string): Point[][] {
  const strokes: Point[][] = [];
  for (const [, command, numbers = ''] of path.matchAll(/([MLC])([0-9. ]+)/g)) {
    const values = numbers.trim().split(' ').map(Number);
    const points = strokes.at(-1) ?? [];
    const last = points.at(-1) ?? [0, 0];
    if (command === 'M') strokes.push([[values[0] ?? 0, values[1] ?? 0]]);
    else points.push(...(command === 'C' ? curve(last, values) : [[values[0] ?? 0, values[1] ?? 0] as const]));
  }
  return strokes;
}

const outlines = drawn.map((path, digit) => {
  const strokes = flatten(path);
  // A nine is a six rotated by 180 degrees.
  return digit === 9 ? strokes.map((points) => points.map(([x, y]): Point => [1 - x, 1.6 - y])) : strokes;
});

export function digitStrokes(digit: number): readonly (readonly Point[])[] {
  return outlines[digit] ?? [];
}
