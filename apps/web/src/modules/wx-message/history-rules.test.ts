import { expect, it } from 'vitest';
import { hasMore, merged } from './history-rules.ts';

const said = (minute: number, text = '') => ({
  id: `m${String(minute).padStart(4, '0')}`,
  text,
});
const some = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => said(from + at));

it('ST-12 older pages come before what is shown, newest first as they are told, and none twice', () => {
  const first = merged([], some(15, 28).toReversed());
  expect(first).toEqual(some(15, 28));
  // One was said meanwhile: pages have moved on by one.
  expect(merged(first, some(2, 15).toReversed())).toEqual(some(2, 28));
});

it('ST-11 what comes live is appended, and what is told again replaces what was', () => {
  const shown = some(1, 3);
  expect(merged(shown, [said(4)])).toEqual(some(1, 4));
  expect(merged(shown, [said(2, '已撤回')])[1]?.text).toBe('已撤回');
});

it('ST-12 a short or empty page is the last', () => {
  expect(hasMore(some(1, 14))).toBe(true);
  expect(hasMore(some(1, 13))).toBe(false);
  expect(hasMore([])).toBe(false);
});
