import { expect, it } from 'vitest';
import { beginOf, firstAhead } from './rules.ts';

const leaving = (departAt: string) => ({ shift: { departAt: new Date(departAt) } });

it('places the current-time line before the next shift of today', () => {
  const rows = [leaving('2026-11-23T14:00:00+08:00'), leaving('2026-11-23T14:40:00+08:00')];
  expect(firstAhead(rows, new Date('2026-11-23T14:32:00+08:00'), '2026-11-23')).toBe(1);
  expect(firstAhead(rows, new Date('2026-11-23T18:00:00+08:00'), '2026-11-23')).toBe(-1);
  expect(firstAhead(rows, new Date('2026-11-22T14:32:00+08:00'), '2026-11-23')).toBe(-1);
});

it('starts the board shortly before the current time', () => {
  const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  expect(beginOf(rows, 6, undefined)).toBe(4);
  expect(beginOf(rows, 6, 'b')).toBe(1);
  expect(beginOf(rows, 6, 'g')).toBe(4);
  // Fewer than three rows are not hidden. On other days than today (-1) no rows are hidden.
  expect(beginOf(rows, 4, undefined)).toBe(0);
  expect(beginOf(rows, -1, undefined)).toBe(0);
});
