import { expect, it } from 'vitest';
import { isLater } from './rules.ts';

it('says that a notice goes out later only while its time is still to come', () => {
  const now = new Date('2026-11-22T02:00:00Z');
  expect(isLater('2026-11-22 10:00:01', now)).toBe(true);
  expect(isLater('2026-11-22 10:00:00', now)).toBe(false);
  expect(isLater(null, now)).toBe(false);
  expect(isLater(undefined, now)).toBe(false);
});
