import { dueFenOf, safetyCostTrades } from '@anlan/contract/modules/safety-cost/provision-rates';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountOf, monthsEnded } from './rules.ts';

const wan = 1_000_000;

test('applies a separate accrual rate to each part of the revenue', () => {
  // Rates by level of revenue: 1,000万 at 4.5 %, 9,000万 at 2.25 %, 9亿 at 0.55 %, 10亿 at 0.2 %.
  expect(dueFenOf('hazchem', 1_000 * wan)).toBe(45 * wan);
  expect(dueFenOf('hazchem', 10_000 * wan)).toBe(247.5 * wan);
  expect(dueFenOf('hazchem', 200_000 * wan)).toBe((247.5 + 495 + 200) * wan);
  expect(dueFenOf('freight', 500 * wan)).toBe(5 * wan);
  expect(dueFenOf('passengerOrSpecial', 500 * wan)).toBe(7.5 * wan);
  expect(dueFenOf('machinery', 2_000 * wan)).toBe((23.5 + 12.5) * wan);
  expect(dueFenOf('fixed', 123_456)).toBe(123_456);
});

test('never accrues less for a larger base', () => {
  const base = fc.nat({ max: 2_000_000_000 }).map((value) => value * 1_000);
  fc.assert(
    fc.property(fc.constantFrom(...safetyCostTrades), base, base, (trade, one, more) => {
      expect(dueFenOf(trade, one + more)).toBeGreaterThanOrEqual(dueFenOf(trade, one));
      expect(dueFenOf(trade, one)).toBeLessThanOrEqual(one);
    }),
  );
});

test('marks a safety cost account as behind after a month without accrual', () => {
  const account = { year: 2026, dueFen: 1_200, openingFen: 50 };
  const sums = [
    { kind: 'drawn' as const, category: null, fen: 200 },
    { kind: 'spent' as const, category: 'ppe', fen: 80 },
    { kind: 'spent' as const, category: 'training', fen: 20 },
  ];
  const on = (today: string) => accountOf(account, sums, (category) => category.toUpperCase(), today);
  expect(on('2026-03-31')).toMatchObject({
    drawnFen: 200,
    drawnShare: 16.7,
    spentFen: 100,
    spentShare: 40,
    balanceFen: 150,
    behind: false,
    uses: 'PPE ¥0.80\nTRAINING ¥0.20',
  });
  expect(on('2026-04-01').behind).toBe(true);
  expect(accountOf({ ...account, dueFen: 0, openingFen: 0 }, [], String, '2026-04-01')).toMatchObject({
    drawnShare: null,
    spentShare: null,
    uses: null,
    behind: false,
  });
  expect([monthsEnded(2026, '2025-12-31'), monthsEnded(2026, '2026-01-31'), monthsEnded(2026, '2027-01-01')]).toEqual([
    0, 0, 12,
  ]);
});
