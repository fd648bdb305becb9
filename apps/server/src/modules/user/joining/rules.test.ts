import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contactOf, maskName } from './rules.ts';

test('a masked name keeps one character and tells no length (S18)', () => {
  expect(['周', '周明', '周明舟', '欧阳明舟', '𠮷野家'].map(maskName)).toEqual(['周*', '周*', '周**', '欧**', '𠮷**']);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 3 }), (name) => {
      fc.pre([...name.trim()].length >= 3);
      expect([...maskName(name)].slice(1).join('')).toBe('**');
    }),
  );
});

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
