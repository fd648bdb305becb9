import { expect, test } from 'vitest';
import { atFirst, stillUnsent } from './sync-rules.ts';

const arrival = { kept: {}, said: {}, unsent: {}, of: 'a' };

test('a sign-in puts in force what the server keeps, under what this person changed here and could not send', () => {
  expect(atFirst({ ...arrival, kept: { density: 'loose', folded: true }, unsent: { density: 'compact' } })).toEqual({
    density: 'compact',
    folded: true,
  });
});

test('what another person left in the browser goes; what nobody owns yet stays until its owner says otherwise', () => {
  const said = { themeName: 'theme-black', tabs: false } as const;
  expect(atFirst({ ...arrival, said, of: 'b' })).toEqual({});
  expect(atFirst({ ...arrival, said, of: undefined, kept: { tabs: true } })).toEqual({
    themeName: 'theme-black',
    tabs: true,
  });
});

test('what changed again while it was being told is told again', () => {
  expect(stillUnsent({ density: 'loose', folded: true }, { density: 'compact', folded: true })).toEqual({
    density: 'loose',
  });
});
