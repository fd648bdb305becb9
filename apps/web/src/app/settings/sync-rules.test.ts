import { expect, test } from 'vitest';
import { mergeAtSignIn, remainingUnsent } from './sync-rules.ts';

const arrival = { serverSettings: {}, said: {}, unsent: {}, of: 'a' };

test('applies unsent local changes over the settings of the server at sign-in', () => {
  expect(
    mergeAtSignIn({ ...arrival, serverSettings: { density: 'loose', folded: true }, unsent: { density: 'compact' } }),
  ).toEqual({
    density: 'compact',
    folded: true,
  });
});

test('removes local settings of another user', () => {
  const localSettings = { themeName: 'theme-black', tabs: false } as const;
  expect(mergeAtSignIn({ ...arrival, said: localSettings, of: 'b' })).toEqual({});
  expect(mergeAtSignIn({ ...arrival, said: localSettings, of: undefined, serverSettings: { tabs: true } })).toEqual({
    themeName: 'theme-black',
    tabs: true,
  });
});

test('sends a setting again when a user changed the setting during the request', () => {
  expect(remainingUnsent({ density: 'loose', folded: true }, { density: 'compact', folded: true })).toEqual({
    density: 'loose',
  });
});
