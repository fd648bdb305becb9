import { expect, test } from 'vitest';
import { lastMinuteOf } from './due-text.ts';

test('says the last minute of a check on its own day', () => {
  expect(lastMinuteOf(new Date('2026-11-30T16:00:00Z'))).toBe('2026-11-30 23:59');
  expect(lastMinuteOf(new Date('2026-11-30T04:00:00Z'))).toBe('2026-11-30 11:59');
});
