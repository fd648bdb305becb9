import { expect, test } from 'vitest';
import { parseSetting } from './rules.ts';

test('what a release no longer knows, or would not take, is left out; the rest stands', () => {
  const kept = { density: 'tiny', folded: true, lamp: 'green', accent: 'red', autoLockMinutes: 5 };
  expect(parseSetting(kept)).toEqual({ folded: true, autoLockMinutes: 5 });
  for (const nothing of [undefined, null, 'x', []]) expect(parseSetting(nothing)).toEqual({});
});
