import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holderOf, type PhoneHolder } from './rules.ts';

const kinds = ['regulator', 'enterprise', 'shop', 'platform'] as const;
const person: fc.Arbitrary<PhoneHolder> = fc.record({
  id: fc.uuid(),
  username: fc.string(),
  type: fc.constantFrom(...kinds),
  lock_flag: fc.constantFrom('0', '9'),
  approval: fc.constantFrom('approved', 'pending', 'rejected'),
});
const able = ({ lock_flag, approval }: PhoneHolder) => lock_flag === '0' && approval === 'approved';

test('a phone opens an account only where it is the one that is meant; nobody is guessed', () => {
  const wanted = fc.option(fc.constantFrom(...kinds), { nil: undefined });
  fc.assert(
    fc.property(fc.array(person, { maxLength: 5 }), wanted, (people, kind) => {
      const asked = people.filter(({ type }) => kind === undefined || type === kind);
      const found = holderOf(people, kind);
      if (found.kind === 'none') expect(asked).toEqual([]);
      if (found.kind === 'several') expect(asked.filter(able).length).toBeGreaterThan(1);
      if (found.kind === 'one') {
        expect(asked).toContain(found.person);
        // Somebody who may not sign in stands for the phone only where nobody may.
        expect(asked.filter(able)).toEqual(able(found.person) ? [found.person] : []);
      }
    }),
  );
});
