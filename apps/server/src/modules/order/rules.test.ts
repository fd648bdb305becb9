import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatYuan, parseYuan } from '@anlan/contract/domain/yuan';
import type { BillLine } from '#platform/pay/port.ts';
import { compareBill, type OurPayment, type OurRefund } from './bill-rules.ts';
import { refundBreakdown, monthGroups, tenantOf, vendorNumber } from './rules.ts';

test('splits a price into whole fen per month that add up to the price', () => {
  expect(monthGroups({ price: 368_000, months: 24, giftMonth: 3 })).toEqual([
    { months: 8, each: 15_334, gift: false },
    { months: 16, each: 15_333, gift: false },
    { months: 3, each: 0, gift: true },
  ]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), fc.integer({ min: 1, max: 120 }), (price, months) => {
      const groups = monthGroups({ price, months, giftMonth: 0 });
      expect(groups.reduce((sum, one) => sum + one.months * one.each, 0)).toBe(price);
      expect(groups.reduce((sum, one) => sum + one.months, 0)).toBe(months);
    }),
  );
});

test('returns exactly the whole price in partial refunds', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 0, max: 12 }),
      fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 30 }),
      (price, months, giftMonth, monthsWanted) => {
        const order = { price, months, giftMonth, monthsBack: 0, giftBack: 0 };
        let back = 0;
        for (const count of [...monthsWanted, undefined]) {
          const one = refundBreakdown(order, count);
          back += one.amount;
          order.monthsBack += one.months;
          order.giftBack += one.giftMonth;
          expect(back).toBeLessThanOrEqual(price);
        }
        expect([back, order.monthsBack, order.giftBack]).toEqual([price, months, giftMonth]);
      },
    ),
  );
});

test('makes vendor order numbers that contain the tenant and are unique', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 9_999_999_999_999_999_999n }), (id) => {
      const number = vendorNumber(String(id));
      expect(number).toMatch(/^[0-9a-z_]{6,32}$/);
      expect(tenantOf(number)).toBe(String(id));
    }),
  );
  for (const foreign of [
    '',
    '1',
    'zz-0123456789abcdef',
    "1_0123456789abcde'",
    '1_0123456789abcdefg',
    'A_0123456789abcdef',
  ])
    expect(tenantOf(foreign)).toBeNull();
});

test('converts between yuan and fen without changing the amount', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 1e12 }), (fen) => parseYuan(formatYuan(fen)) === fen));
  expect([formatYuan(0), formatYuan(5), formatYuan(-198_000), parseYuan(3680), parseYuan('0.1')]).toEqual([
    '0.00',
    '0.05',
    '-1980.00',
    368_000,
    10,
  ]);
});

test('finds each planted bill difference of six kinds exactly once', () => {
  const day = '2026-03-01';
  const at = (hour: number) => new Date(Date.UTC(2026, 2, 1, hour - 8));
  const payments = new Map<string, OurPayment>();
  const refunds = new Map<string, OurRefund>();
  const lines: BillLine[] = [];
  const line = (no: string, amountFen: number, refundNo: string | null = null): BillLine => ({
    kind: refundNo === null ? 'payment' : 'refund',
    outTradeNo: no,
    outRefundNo: refundNo,
    vendorTradeNo: `v${no}`,
    amountFen,
    state: 'SUCCESS',
    at: at(9),
  });
  const ours = (no: string, amount: number, paidAt: Date | null) =>
    payments.set(no, { outTradeNo: no, orderId: no, amount, paidAt });
  const back = (no: string, amount: number) =>
    refunds.set(`r${no}`, {
      outRefundNo: `r${no}`,
      outTradeNo: no,
      orderId: no,
      amount,
      state: 'done',
      sentAt: at(11),
    });
  const total = 100_000;
  for (let n = 0; n < total; n += 1) {
    const no = `n${n}`;
    const kind = n < 60 ? n % 6 : -1;
    if (kind !== 0) ours(no, kind === 2 ? 100 : 198_000, kind === 3 ? null : kind === 4 ? at(-1) : at(10));
    if (kind !== 1) lines.push(line(no, 198_000));
    if (n % 10 === 9 || kind === 5) {
      back(no, kind === 5 ? 1 : 198_000);
      lines.push(line(no, 198_000, `r${no}`));
    }
  }
  const began = performance.now();
  const differences = compareBill(day, lines, payments, refunds);
  expect(performance.now() - began).toBeLessThan(10_000);
  const kinds = new Map<string, number>();
  for (const { kind } of differences) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  expect(Object.fromEntries(kinds)).toEqual({
    missingHere: 10,
    missingThere: 10,
    amount: 10,
    state: 10,
    dayCut: 10,
    refund: 10,
  });
});
