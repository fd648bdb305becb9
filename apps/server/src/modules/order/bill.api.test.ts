// Compares vendor bills with our ledger, and tests the actions that settle differences.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOf } from '@anlan/contract/domain/instant';
import type { BillLine } from '#platform/pay/port.ts';
import { dataOf } from '../../../testing/client.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { arrives, openSetup } from '../../../testing/pay-setup.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
}, 120_000);
afterAll(() => app.close());

interface Difference {
  id: string;
  kind: string;
  outTradeNo: string;
  orderId: string | null;
  abilities: string[];
  state: string;
}

test('finds a lost payment, an unknown payment and a wrong amount in the vendor bill', async () => {
  const setup = await openSetup(app);
  const day = dayOf(app.clock.now());
  const made: { id: string; wechat: string }[] = [];
  for (const year of [1, 2, 3]) {
    // Each order is for a different number of years, because a new selection cancels the former order.
    const { id } = await setup.told<{ id: string }>('order.create', { code: 'standard', year });
    const order = { id, ...(await setup.numbers(id)) };
    await setup.told('order.wxpay', { id });
    app.pay.wechat.pay(order.wechat);
    made.push(order);
  }
  const [notifiedOrder, lost, odd] = made;
  if (!notifiedOrder || !lost || !odd) throw new Error('three orders');
  for (const { wechat } of [notifiedOrder, odd]) await arrives(app, 'wechat', app.pay.wechat.paymentNotice(wechat));
  const line = (outTradeNo: string, amountFen: number): BillLine => ({
    kind: 'payment',
    outTradeNo,
    outRefundNo: null,
    vendorTradeNo: `v${outTradeNo}`,
    amountFen,
    state: 'SUCCESS',
    at: app.clock.now(),
  });
  const stranger = `${notifiedOrder.wechat.split('_')[0]}_0000000000000000`;
  const lines = [
    line(notifiedOrder.wechat, 198_000),
    line(lost.wechat, 368_000),
    line(odd.wechat, 1),
    line(stranger, 5),
  ];
  // The bill of a day is available from ten o'clock on the next day.
  expect((await setup.call('order.reconcile', { vendor: 'wechat', day }, 'admin')).status).toBe(400);
  // Waits for the due jobs before moving the clock; otherwise they would also repair the lost payment.
  const busy = `select from pgboss.job where name = 'order.due' and state in ('created', 'retry', 'active')`;
  await expect.poll(async () => (await app.sql(busy)).length, { timeout: 15_000 }).toBe(0);
  app.clock.pass(24 * 3600);
  await setup.enter();
  app.pay.wechat.setBill(null);
  expect(await setup.told('order.reconcile', { vendor: 'wechat', day }, 'admin')).toMatchObject({ state: 'pending' });
  app.pay.wechat.setBill(lines);
  const checked = await setup.told<Record<string, unknown>>('order.reconcile', { vendor: 'wechat', day }, 'admin');
  expect(checked).toMatchObject({ state: 'done', lines: 4, differences: 3, open: 3, income: '5660.06' });
  const page = async () =>
    (await setup.told<{ records: Difference[] }>('order.differencePage', { day, size: 50 }, 'admin')).records;
  const byTradeNo = new Map((await page()).map((one) => [one.outTradeNo, one]));
  expect(byTradeNo.get(lost.wechat)).toMatchObject({
    kind: 'state',
    orderId: lost.id,
    abilities: ['ask', 'replay', 'note'],
  });
  expect(byTradeNo.get(odd.wechat)).toMatchObject({
    kind: 'amount',
    orderId: odd.id,
    abilities: ['ask', 'refund', 'note'],
  });
  expect(byTradeNo.get(stranger)).toMatchObject({ kind: 'missingHere', orderId: null, abilities: ['note'] });
  // Querying the vendor finds the payment whose notice was lost.
  const settled = await setup.told(
    'order.settle',
    { id: byTradeNo.get(lost.wechat)?.id ?? '', action: 'ask' },
    'admin',
  );
  expect(settled).toMatchObject({ state: 'settled', abilities: [] });
  expect((await setup.order(lost.id)).status).toBe('1');
  const again = { id: byTradeNo.get(lost.wechat)?.id ?? '', action: 'note', note: '再看一次' };
  expect((await setup.call('order.settle', again, 'admin')).status).toBe(400);
  // A second person must approve a refund.
  dataOf(await setup.call('order.settle', { id: byTradeNo.get(odd.wechat)?.id ?? '', action: 'refund' }, 'admin'));
  expect((await setup.books(odd.id)).refunds).toMatchObject([{ state: 'asked', automatic: false }]);
  dataOf(
    await setup.call(
      'order.settle',
      { id: byTradeNo.get(stranger)?.id ?? '', action: 'note', note: '商户后台测试单' },
      'admin',
    ),
  );
  expect((await page()).every(({ state }) => state === 'settled')).toBe(true);
  // Compares each bill again; settled differences must stay settled.
  expect(await setup.told('order.reconcile', { vendor: 'wechat', day }, 'admin')).toMatchObject({ open: 0 });
});

test('S49 splits the vendor bill of a merchant by tenant', async () => {
  const [one, two] = [await openSetup(app), await openSetup(app)];
  const day = dayOf(app.clock.now());
  const lines: BillLine[] = [];
  for (const setup of [one, two]) {
    const order = await setup.buy(1);
    await setup.told('order.wxpay', { id: order.id });
    app.pay.wechat.pay(order.wechat);
    lines.push({
      kind: 'payment',
      outTradeNo: order.wechat,
      outRefundNo: null,
      vendorTradeNo: 'v',
      amountFen: 198_000,
      state: 'SUCCESS',
      at: app.clock.now(),
    });
  }
  app.pay.wechat.setBill(lines);
  app.clock.pass(24 * 3600);
  // Bills are available at 10:00 Shanghai time.
  await app.doNow('order.bills');
  for (const setup of [one, two]) {
    await setup.enter();
    const { records } = await setup.told<{ records: Difference[] }>('order.differencePage', { day }, 'admin');
    expect(records).toHaveLength(1);
    const { records: days } = await setup.told<{ records: { vendor: string; state: string; lines: number }[] }>(
      'order.billPage',
      { from: day, to: day },
      'admin',
    );
    expect(days.find(({ vendor }) => vendor === 'wechat')).toMatchObject({ state: 'done', lines: 1 });
    expect(days.find(({ vendor }) => vendor === 'alipay')).toMatchObject({ state: 'pending' });
  }
  const alarms = await app.sql(`select from alarm where tenant_id = $1 and cause = 'billDiffers'`, [one.tenant.id]);
  expect(alarms).toHaveLength(1);
});
