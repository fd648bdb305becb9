import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskName } from './mask-name.ts';

test('masks every name of three or more characters to the same length (S18)', () => {
  expect(['周', '周明', '周明舟', '欧阳明舟', '𠮷野家'].map(maskName)).toEqual(['周*', '周*', '周**', '欧**', '𠮷**']);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 3 }), (name) => {
      fc.pre([...name.trim()].length >= 3);
      expect([...maskName(name)].slice(1).join('')).toBe('**');
    }),
  );
});
