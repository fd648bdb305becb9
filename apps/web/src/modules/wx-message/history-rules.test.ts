import { expect, it } from 'vitest';
import { hasMore, mergeMessages } from './history-rules.ts';

const makeMessage = (minute: number, text = '') => ({
  id: `m${String(minute).padStart(4, '0')}`,
  text,
});
const some = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => makeMessage(from + at));

it('ST-12 inserts an older page before the shown messages without duplicates', () => {
  const first = mergeMessages([], some(15, 28).toReversed());
  expect(first).toEqual(some(15, 28));
  // A new message arrived between the two page requests, so the second page is shifted by one.
  expect(mergeMessages(first, some(2, 15).toReversed())).toEqual(some(2, 28));
});

it('ST-11 appends live messages and replaces a message that arrives again', () => {
  const shown = some(1, 3);
  expect(mergeMessages(shown, [makeMessage(4)])).toEqual(some(1, 4));
  expect(mergeMessages(shown, [makeMessage(2, '已撤回')])[1]?.text).toBe('已撤回');
});

it('ST-12 treats a page that is short or empty as the last page', () => {
  expect(hasMore(some(1, 14))).toBe(true);
  expect(hasMore(some(1, 13))).toBe(false);
  expect(hasMore([])).toBe(false);
});
