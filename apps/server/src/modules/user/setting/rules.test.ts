import { expect, test } from 'vitest';
import { parseSetting } from './rules.ts';

test('ignores unknown and invalid shell settings', () => {
  const storedSetting = { density: 'tiny', folded: true, lamp: 'green', accent: 'red', autoLockMinutes: 5 };
  expect(parseSetting(storedSetting)).toEqual({ folded: true, autoLockMinutes: 5 });
  for (const nothing of [undefined, null, 'x', []]) expect(parseSetting(nothing)).toEqual({});
});
