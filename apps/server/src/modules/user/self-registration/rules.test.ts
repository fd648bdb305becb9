import { expect, test } from 'vitest';
import { contactOf } from './rules.ts';

test('selects the administrator of an enterprise as its contact, else the oldest account', () => {
  expect(
    contactOf([
      { runs: false, of: 1 },
      { runs: true, of: 2 },
    ]),
  ).toMatchObject({ of: 2 });
  expect(
    contactOf([
      { runs: false, of: 1 },
      { runs: false, of: 2 },
    ]),
  ).toMatchObject({ of: 1 });
  expect(contactOf([])).toBeUndefined();
});
