import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timeAgo } from './time-ago.ts';

const now = new Date('2026-11-22T04:00:00Z');
const before = (seconds: number) => timeAgo(new Date(now.getTime() - seconds * 1000), now);

test.each([
  [0, '刚刚'],
  [29, '刚刚'],
  [30, '1分钟前'],
  [119, '1分钟前'],
  [120, '2分钟前'],
  [3_599, '59分钟前'],
  [3_600, '1小时前'],
  [86_399, '23小时前'],
  [86_400, '1天前'],
  [172_799, '1天前'],
  [172_800, '11-20 12:00'],
  [340 * 86_400, '2025-12-17'],
  // The seconds are negative if the browser's clock is behind the server's.
  [-5, '刚刚'],
])('CN-06 describes %d seconds ago as %s', (seconds, text) => {
  expect(before(seconds)).toBe(text);
});

test('CN-06 never describes an older time as more recent', () => {
  const rank = (text: string) => ['刚刚', '分钟前', '小时前', '1天前'].findIndex((end) => text.endsWith(end)) >>> 0;
  fc.assert(
    fc.property(fc.nat(300_000), fc.nat(300_000), (one, more) => {
      const [young, old] = [before(one), before(one + more)];
      expect(rank(old)).toBeGreaterThanOrEqual(rank(young));
      if (rank(old) === rank(young) && rank(old) < 3)
        expect(Number.parseInt(old) || 0).toBeGreaterThanOrEqual(Number.parseInt(young) || 0);
    }),
  );
});
