import { expect, it } from 'vitest';
import { beginOf, firstAhead } from './rules.ts';

const leaving = (departAt: string) => ({ shift: { departAt: new Date(departAt) } });

it('the line of now stands before the first shift ahead of today, and on no other day', () => {
  const rows = [leaving('2026-11-23T14:00:00+08:00'), leaving('2026-11-23T14:40:00+08:00')];
  expect(firstAhead(rows, new Date('2026-11-23T14:32:00+08:00'), '2026-11-23')).toBe(1);
  expect(firstAhead(rows, new Date('2026-11-23T18:00:00+08:00'), '2026-11-23')).toBe(-1);
  expect(firstAhead(rows, new Date('2026-11-22T14:32:00+08:00'), '2026-11-23')).toBe(-1);
});

it('the board begins a little before now, with what is chosen', () => {
  const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  expect(beginOf(rows, 6, undefined)).toBe(4);
  expect(beginOf(rows, 6, 'b')).toBe(1);
  expect(beginOf(rows, 6, 'g')).toBe(4);
  // So few are no longer than the word that they are left out; on another day there is no now.
  expect(beginOf(rows, 4, undefined)).toBe(0);
  expect(beginOf(rows, -1, undefined)).toBe(0);
});
