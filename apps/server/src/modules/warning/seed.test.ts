import { expect, test } from 'vitest';
import { addDays } from '@anlan/contract/domain/instant';
import { registerNameOf } from '@anlan/contract/modules/warning/registers';
import type { SeededEnterprise } from '#kit/module.ts';
import { usualConduct } from '#kit/seed-store.ts';
import { expiryRules } from './expiry-rules.ts';
import { firstDays, levelOn } from './rules.ts';
import { generateItems } from './seed.ts';

const today = '2026-03-02';
const firms: SeededEnterprise[] = Array.from({ length: 300 }, (_, at) => ({
  id: `01a00000-0000-7000-8000-000000000${String(at).padStart(3, '0')}`,
  name: `企业${at}`,
  status: at % 30 === 0 ? 'draft' : 'active',
  supervisionKind: at % 3 === 1 ? 'transport' : 'emergency',
  industryCode: 'G54',
  regionCode: '530102',
  headcount: 20,
  officerId: null,
  joinedAt: null,
  activatedAt: null,
  carTypes: [],
  conduct: usualConduct,
}));
const own = firms.slice(1, 3).map(({ id }) => id);
const made = [...generateItems('1', firms, own, 1, today)];

test('creates the same demo warnings each time', () => {
  expect([...generateItems('1', firms, own, 1, today)]).toEqual(made);
  const others = made.filter(({ enterpriseId }) => !own.includes(enterpriseId));
  const share = (least: string, most: string) =>
    others.filter(({ validTo }) => validTo >= least && validTo <= most).length / others.length;
  expect(share('2000-01-01', addDays(today, -1))).toBeCloseTo(0.03, 1);
  expect(share(today, addDays(today, 30))).toBeCloseTo(0.05, 1);
  expect(made.every(({ validTo }) => validTo <= addDays(today, 1_096))).toBe(true);
  expect(made.every(({ issuedOn }) => issuedOn < today)).toBe(true);
});

test('shows every warning level in the published demo enterprises', () => {
  for (const id of own) {
    const levels = made
      .filter(({ enterpriseId }) => enterpriseId === id)
      .map(({ itemType, validTo }) =>
        levelOn(today, validTo, firstDays(expiryRules.get(itemType) ?? { remindDays: [] })),
      );
    for (const level of ['expired', 'urgent', 'soon', 'early']) expect(levels).toContain(level);
  }
});

test('enters no item by hand that a register keeps', () => {
  expect(made.filter(({ itemType }) => registerNameOf(itemType) !== undefined)).toEqual([]);
});
