// Bills of vendors against our books, and the buttons that settle what differs.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOf } from '@anlan/contract/domain/instant';
import type { BillLine } from '#platform/pay/port.ts';
import { dataOf } from '../../../testing/client.ts';
import { openTestHouse, type TestHouse } from '../../../testing/house.ts';
import { arrives, openDesk } from '../../../testing/pay-desk.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
}, 120_000);
afterAll(() => house.close());

interface Difference {
  id: string;
  kind: string;
  outTradeNo: string;
  orderId: string | null;
  abilities: string[];
  state: string;
}

test('a bill that agrees leaves nothing; a lost payment, a stranger and another amount are found, and settled by buttons', async () => {
  const desk = await openDesk(house);
  const day = dayOf(house.clock.now());
  const made: { id: string; wechat: string }[] = [];
  for (const year of [1, 2, 3]) {
    // Each an order of its own: choosing anew would give the former one up.
    const { id } = await desk.told<{ id: string }>('order.create', { code: 'standard', year });
    const order = { id, ...(await desk.numbers(id)) };
    await desk.told('order.wxpay', { id });
    house.pay.wechat.pay(order.wechat);
    made.push(order);
  }
  const [told, lost, odd] = made;
  if (!told || !lost || !odd) throw new Error('three orders');
  for (const { wechat } of [told, odd]) await arrives(house, 'wechat', house.pay.wechat.paymentNotice(wechat));
  const line = (outTradeNo: string, amountFen: number): BillLine => ({
    kind: 'payment',
    outTradeNo,
    outRefundNo: null,
    vendorTradeNo: `v${outTradeNo}`,
    amountFen,
    state: 'SUCCESS',
    at: house.clock.now(),
  });
  const stranger = `${told.wechat.split('_')[0]}_0000000000000000`;
  const lines = [line(told.wechat, 198_000), line(lost.wechat, 368_000), line(odd.wechat, 1), line(stranger, 5)];
  // The bill is not there before ten, and not before the day is over.
  expect((await desk.call('order.reconcile', { vendor: 'wechat', day }, 'admin')).status).toBe(400);
  // What came due with the payments is done before time passes, or it would heal the lost one too.
  const busy = `select from pgboss.job where name = 'order.due' and state in ('created', 'retry', 'active')`;
  await expect.poll(async () => (await house.sql(busy)).length, { timeout: 15_000 }).toBe(0);
  house.clock.pass(24 * 3600);
  await desk.enter();
  house.pay.wechat.setBill(null);
  expect(await desk.told('order.reconcile', { vendor: 'wechat', day }, 'admin')).toMatchObject({ state: 'pending' });
  house.pay.wechat.setBill(lines);
  const checked = await desk.told<Record<string, unknown>>('order.reconcile', { vendor: 'wechat', day }, 'admin');
  expect(checked).toMatchObject({ state: 'done', lines: 4, differences: 3, open: 3, income: '5660.06' });
  const page = async () =>
    (await desk.told<{ records: Difference[] }>('order.differencePage', { day, size: 50 }, 'admin')).records;
  const found = new Map((await page()).map((one) => [one.outTradeNo, one]));
  expect(found.get(lost.wechat)).toMatchObject({
    kind: 'state',
    orderId: lost.id,
    abilities: ['ask', 'replay', 'note'],
  });
  expect(found.get(odd.wechat)).toMatchObject({
    kind: 'amount',
    orderId: odd.id,
    abilities: ['ask', 'refund', 'note'],
  });
  expect(found.get(stranger)).toMatchObject({ kind: 'missingHere', orderId: null, abilities: ['note'] });
  // Asking heals the payment whose notice was lost.
  const settled = await desk.told('order.settle', { id: found.get(lost.wechat)?.id ?? '', action: 'ask' }, 'admin');
  expect(settled).toMatchObject({ state: 'settled', abilities: [] });
  expect((await desk.order(lost.id)).status).toBe('1');
  const again = { id: found.get(lost.wechat)?.id ?? '', action: 'note', note: '再看一次' };
  expect((await desk.call('order.settle', again, 'admin')).status).toBe(400);
  // Money goes back only with a second person.
  dataOf(await desk.call('order.settle', { id: found.get(odd.wechat)?.id ?? '', action: 'refund' }, 'admin'));
  expect((await desk.books(odd.id)).refunds).toMatchObject([{ state: 'asked', automatic: false }]);
  dataOf(
    await desk.call(
      'order.settle',
      { id: found.get(stranger)?.id ?? '', action: 'note', note: '商户后台测试单' },
      'admin',
    ),
  );
  expect((await page()).every(({ state }) => state === 'settled')).toBe(true);
  // Each time once more, what was settled stays so.
  expect(await desk.told('order.reconcile', { vendor: 'wechat', day }, 'admin')).toMatchObject({ open: 0 });
});

test('S49 a merchant’s bill is split by tenant: nobody sees another one’s lines; the night compares by the calendar', async () => {
  const [one, two] = [await openDesk(house), await openDesk(house)];
  const day = dayOf(house.clock.now());
  const lines: BillLine[] = [];
  for (const desk of [one, two]) {
    const order = await desk.buy(1);
    await desk.told('order.wxpay', { id: order.id });
    house.pay.wechat.pay(order.wechat);
    lines.push({
      kind: 'payment',
      outTradeNo: order.wechat,
      outRefundNo: null,
      vendorTradeNo: 'v',
      amountFen: 198_000,
      state: 'SUCCESS',
      at: house.clock.now(),
    });
  }
  house.pay.wechat.setBill(lines);
  house.clock.pass(24 * 3600);
  // 10:00 in Shanghai is when bills are there.
  await house.doNow('order.bills');
  for (const desk of [one, two]) {
    await desk.enter();
    const { records } = await desk.told<{ records: Difference[] }>('order.differencePage', { day }, 'admin');
    expect(records).toHaveLength(1);
    const { records: days } = await desk.told<{ records: { vendor: string; state: string; lines: number }[] }>(
      'order.billPage',
      { from: day, to: day },
      'admin',
    );
    expect(days.find(({ vendor }) => vendor === 'wechat')).toMatchObject({ state: 'done', lines: 1 });
    expect(days.find(({ vendor }) => vendor === 'alipay')).toMatchObject({ state: 'pending' });
  }
  const alarms = await house.sql(`select from alarm where tenant_id = $1 and cause = 'billDiffers'`, [one.tenant.id]);
  expect(alarms).toHaveLength(1);
});
