import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findByContact } from './rules.ts';

const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 });

test('RT-08 selects the only account that matches the phone or mail of a directory user', () => {
  fc.assert(
    fc.property(ids, ids, (byPhone, byMail) => {
      const met = findByContact(byPhone, byMail);
      const single = [byPhone, byMail].filter(({ length }) => length === 1).map(([id]) => id);
      if (met === null) expect(new Set(single).size).not.toBe(1);
      else expect(new Set(single)).toEqual(new Set([met]));
    }),
  );
});
