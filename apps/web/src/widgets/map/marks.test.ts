import fc from 'fast-check';
import { expect, test } from 'vitest';
import { apart, type Taken } from './marks.ts';

const half = { halfWidth: 20, halfHeight: 30 };
const overlap = (one: Taken, other: Taken) =>
  Math.min(
    one.halfWidth + other.halfWidth - Math.abs(one.x - other.x),
    one.halfHeight + other.halfHeight - Math.abs(one.y - other.y),
  );

test('does not move markers that do not overlap', () => {
  const marks = [
    { x: 0, y: 0, ...half },
    { x: 41, y: 0, ...half },
    { x: 0, y: 61, ...half },
  ];
  expect(apart(marks)).toEqual(marks.map(({ x, y }) => ({ x, y })));
});

test('separates overlapping markers in the direction of the smaller move', () => {
  const crowd = [0, 6, 12, 3].map((x, n) => ({ x, y: n * 5, ...half }));
  const moved = apart(crowd).map((at) => ({ ...half, ...at }));
  for (const [i, one] of moved.entries())
    for (const other of moved.slice(i + 1)) expect(overlap(one, other)).toBeLessThanOrEqual(1);
});

test('moves no marker farther than the limit, however many overlap', () => {
  const mark = fc.record({ x: fc.integer({ min: 0, max: 300 }), y: fc.integer({ min: 0, max: 300 }) });
  fc.assert(
    fc.property(fc.array(mark, { maxLength: 40 }), (places) => {
      const marks = places.map((place) => ({ ...place, ...half }));
      for (const [at, { x, y }] of apart(marks, 50).entries()) {
        expect(Math.abs(x - (marks[at]?.x ?? 0))).toBeLessThanOrEqual(50);
        expect(Math.abs(y - (marks[at]?.y ?? 0))).toBeLessThanOrEqual(50);
      }
    }),
  );
});
