import { expect, it } from 'vitest';
import { firstAhead } from './rules.ts';

const leaving = (departAt: string) => ({ shift: { departAt: new Date(departAt) } });

it('the line of now stands before the first shift ahead of today, and on no other day', () => {
  const rows = [leaving('2026-11-23T14:00:00+08:00'), leaving('2026-11-23T14:40:00+08:00')];
  expect(firstAhead(rows, new Date('2026-11-23T14:32:00+08:00'), '2026-11-23')).toBe(1);
  expect(firstAhead(rows, new Date('2026-11-23T18:00:00+08:00'), '2026-11-23')).toBe(-1);
  expect(firstAhead(rows, new Date('2026-11-22T14:32:00+08:00'), '2026-11-23')).toBe(-1);
});
