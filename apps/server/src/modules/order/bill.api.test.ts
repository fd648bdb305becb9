// Bills of vendors against our books, and the buttons that settle what differs.
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

test('a bill that agrees leaves nothing; a lost payment, a stranger and another amount are found, and settled by buttons', async () => {
  const setup = await openSetup(app);
  const day = dayOf(app.clock.now());
  const made: { id: string; wechat: string }[] = [];
  for (const year of [1, 2, 3]) {
    // Each an order of its own: choosing anew would give the former one up.
    const { id } = await setup.told<{ id: string }>('order.create', { code: 'standard', year });
    const order = { id, ...(await setup.numbers(id)) };
    await setup.told('order.wxpay', { id });
    app.pay.wechat.pay(order.wechat);
    made.push(order);
  }
  const [told, lost, odd] = made;
  if (!told || !lost || !odd) throw new Error('three orders');
  for (const { wechat } of [told, odd]) await arrives(app, 'wechat', app.pay.wechat.paymentNotice(wechat));
  const line = (outTradeNo: string, amountFen: number): BillLine => ({
    kind: 'payment',
    outTradeNo,
    outRefundNo: null,
    vendorTradeNo: `v${outTradeNo}`,
    amountFen,
    state: 'SUCCESS',
    at: app.clock.now(),
  });
  const stranger = `${told.wechat.split('_')[0]}_0000000000000000`;
  const lines = [line(told.wechat, 198_000), line(lost.wechat, 368_000), line(odd.wechat, 1), line(stranger, 5)];
  // The bill is not there before ten, and not before the day is over.
  expect((await setup.call('order.reconcile', { vendor: 'wechat', day }, 'admin')).status).toBe(400);
  // What came due with the payments is done before time passes, or it would heal the lost one too.
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
  const settled = await setup.told('order.settle', { id: found.get(lost.wechat)?.id ?? '', action: 'ask' }, 'admin');
  expect(settled).toMatchObject({ state: 'settled', abilities: [] });
  expect((await setup.order(lost.id)).status).toBe('1');
  const again = { id: found.get(lost.wechat)?.id ?? '', action: 'note', note: '再看一次' };
  expect((await setup.call('order.settle', again, 'admin')).status).toBe(400);
  // Money goes back only with a second person.
  dataOf(await setup.call('order.settle', { id: found.get(odd.wechat)?.id ?? '', action: 'refund' }, 'admin'));
  expect((await setup.books(odd.id)).refunds).toMatchObject([{ state: 'asked', automatic: false }]);
  dataOf(
    await setup.call(
      'order.settle',
      { id: found.get(stranger)?.id ?? '', action: 'note', note: '商户后台测试单' },
      'admin',
    ),
  );
  expect((await page()).every(({ state }) => state === 'settled')).toBe(true);
  // Each time once more, what was settled stays so.
  expect(await setup.told('order.reconcile', { vendor: 'wechat', day }, 'admin')).toMatchObject({ open: 0 });
});

test('S49 a merchant’s bill is split by tenant: nobody sees another one’s lines; the night compares by the calendar', async () => {
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
  // 10:00 in Shanghai is when bills are there.
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
