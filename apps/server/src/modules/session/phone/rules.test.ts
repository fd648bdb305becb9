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

test('selects an account by phone only when there is exactly one possible account', () => {
  const wanted = fc.option(fc.constantFrom(...kinds), { nil: undefined });
  fc.assert(
    fc.property(fc.array(person, { maxLength: 5 }), wanted, (people, kind) => {
      const ofKind = people.filter(({ type }) => kind === undefined || type === kind);
      const holder = holderOf(people, kind);
      if (holder.kind === 'none') expect(ofKind).toEqual([]);
      if (holder.kind === 'several') expect(ofKind.filter(able).length).toBeGreaterThan(1);
      if (holder.kind === 'one') {
        expect(ofKind).toContain(holder.person);
        // If any account with the phone may sign in, the selected one may sign in too.
        expect(ofKind.filter(able)).toEqual(able(holder.person) ? [holder.person] : []);
      }
    }),
  );
});
