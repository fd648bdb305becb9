import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween } from '@anlan/contract/domain/instant';
import { extended, graceEnd, isOpenIn, shortened, stateOn, within } from './rules.ts';

const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days));
const months = fc.integer({ min: 1, max: 120 });

test('ends a membership that began on the 31st on the last day of a short month', () => {
  const of = (from: string, count: number) => extended(null, count, from).endsOn;
  expect([1, 2, 3, 13].map((count) => of('2027-01-31', count))).toEqual([
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
    '2028-02-29',
  ]);
  expect(of('2028-02-29', 12)).toBe('2029-02-28');
  expect(of('2028-02-29', 48)).toBe('2032-02-29');
});

test('gives the same end day for months bought in parts and at once', () => {
  fc.assert(
    fc.property(day, months, months, fc.integer({ min: 0, max: 27 }), (from, first, second, wait) => {
      const one = extended(null, first, from);
      const two = extended(one, second, addDays(from, wait));
      expect(two.endsOn).toBe(extended(null, first + second, from).endsOn);
    }),
  );
});

test('restores the former end day of a membership after a refund', () => {
  fc.assert(
    fc.property(day, months, months, months, fc.integer({ min: 0, max: 400 }), (from, had, more, back, later) => {
      const before = extended(null, had, from);
      const longer = extended(before, more, from);
      expect(shortened(longer, more, from)).toEqual(before);
      const today = addDays(from, later);
      const after = shortened(longer, back, today);
      expect(after.endsOn <= longer.endsOn).toBe(true);
      expect(after.endsOn >= (longer.endsOn < today ? longer.endsOn : today)).toBe(true);
    }),
  );
});

test('starts a renewed membership today when the old membership is expired', () => {
  fc.assert(
    fc.property(day, months, fc.integer({ min: 1, max: 5_000 }), (from, count, gap) => {
      const over = extended(null, 1, from);
      const today = addDays(over.endsOn, gap);
      expect(extended(over, count, today)).toEqual(extended(null, count, today));
    }),
  );
});

test('derives the membership state from the date', () => {
  const margins = { expiringDays: 30, graceDays: 15 };
  const order = ['active', 'expiring', 'grace', 'expired'];
  fc.assert(
    fc.property(day, (endsOn) => {
      let last = 0;
      for (let at = -60; at <= 30; at += 1) {
        const today = addDays(endsOn, at);
        const state = stateOn({ endsOn, isTrial: false }, today, margins);
        expect(order.indexOf(state)).toBeGreaterThanOrEqual(last);
        last = order.indexOf(state);
        const until = graceEnd({ endsOn, isTrial: false }, margins) ?? '';
        expect(isOpenIn(state)).toBe(daysBetween(today, until) >= 0);
      }
    }),
    { numRuns: 50 },
  );
  expect(stateOn(null, '2026-01-01', margins)).toBe('none');
  expect(stateOn({ endsOn: '2026-01-10', isTrial: true }, '2026-01-10', margins)).toBe('trial');
  expect(stateOn({ endsOn: '2026-01-10', isTrial: true }, '2026-01-11', margins)).toBe('expired');
});

test('removes only the permits of a feature that is not in the membership plan', () => {
  const held = ['bus:enterprise:pay', 'wxmp:wxmsg:index', 'mall:shopinfo:edit', 'sys:user:index'];
  expect(within(held, [])).toEqual(['bus:enterprise:pay', 'sys:user:index']);
  expect(within(held, ['publicAccount', 'lookup'])).toEqual([
    'bus:enterprise:pay',
    'wxmp:wxmsg:index',
    'sys:user:index',
  ]);
  expect(within(held, ['publicAccount', 'shop'])).toEqual(held);
});
