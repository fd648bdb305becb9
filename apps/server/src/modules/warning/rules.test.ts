import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '@anlan/contract/domain/instant';
import { warningLevels } from '@anlan/contract/modules/warning/resource';
import { expiryRules } from './expiry-rules.ts';
import { firstDays, levelOn } from './rules.ts';

const rules = [...expiryRules.values()];
const aRule = fc.constantFrom(...rules);
const today = '2026-03-02';

describe('levels of warnings', () => {
  test('exist for 41 item types, but not for memberships', () => {
    expect(rules).toHaveLength(41);
    expect(expiryRules.has('membership')).toBe(false);
  });

  test('rise on the days of the domain rules and never fall with time', () => {
    fc.assert(
      fc.property(aRule, fc.integer({ min: -400, max: 400 }), (rule, left) => {
        const validTo = addDays(today, left);
        const first = firstDays(rule);
        const now = levelOn(today, validTo, first);
        const next = levelOn(addDays(today, 1), validTo, first);
        const rank = (level: typeof now) => (level === null ? 4 : warningLevels.indexOf(level));
        expect(rank(next)).toBeLessThanOrEqual(rank(now));
        expect(now === null).toBe(left > first);
        expect(now === 'expired').toBe(left < 0);
        if (left >= 0 && left <= 7) expect(now).toBe('urgent');
        if (left >= 8 && left <= Math.min(30, first)) expect(now).toBe('soon');
        if (left >= 31 && left <= first) expect(now).toBe('early');
      }),
    );
  });
});
