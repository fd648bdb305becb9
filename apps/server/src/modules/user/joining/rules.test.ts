import { expect, test } from 'vitest';
import { contactOf } from './rules.ts';

test('whoever runs the enterprise stands for it, else whoever came first', () => {
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
