// The whole path of an order: payment dialog, vendor notices, ledger, and the result for the enterprise.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataOf, send } from '../../../testing/client.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { arrives, openSetup, type Setup } from '../../../testing/pay-setup.ts';

let app: TestApp;
let setup: Setup;
beforeAll(async () => {
  app = await openTestApp();
  setup = await openSetup(app);
}, 120_000);
afterAll(() => app.close());

const day = (months: number) => {
  const at = new Date(Date.UTC(2026, 2 + months, 2));
  return at.toISOString().slice(0, 10);
};

test('CN-07 CA-14 sends the payment dialog the price for each number of years', async () => {
  const info = await setup.told<{
    name: string;
    content: string[];
    channels: string[];
    priceList: Record<string, unknown>[];
  }>('plan.vipInfo');
  expect(info).toMatchObject({ name: '安全会员', code: 'standard', channels: ['wechat', 'alipay'] });
  expect(info.priceList).toMatchObject([
    { year: 1, label: '1年', transactionPrice: '1980.00', welfare: '0', membershipTo: day(12), monthly: '165.00' },
    { year: 2, label: '连续2年', transactionPrice: '3680.00', welfare: '1', giftMonth: 3, membershipTo: day(27) },
    { year: 3, label: '连续3年', transactionPrice: '4680.00', money: '5940.00', welfare: '2', membershipTo: day(36) },
  ]);
});

test('S47 takes the price of an order from the membership plan', async () => {
  const forged = {
    channel: 1,
    orderType: 0,
    isPay: 1,
    status: 1,
    price: '0.01',
    paid: '1980.00',
    transactionPrice: '0.01',
    giftMonth: 36,
    months: 120,
    enterpriseId: setup.tenant.enterpriseIds[2],
  };
  const { id } = await setup.told<{ id: string }>('order.saveOrder', { code: 'standard', year: 1, ...forged });
  expect(await setup.order(id)).toMatchObject({
    status: '0',
    price: '1980.00',
    paid: '0.00',
    months: 12,
    giftMonth: 0,
    enterpriseId: setup.enterpriseId,
  });
  expect(await setup.membership()).toMatchObject({ status: 'none', expireTime: null });
  const answer = await setup.call('order.saveOrder', { code: 'standard', year: 5 });
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('请重新选择')]);
  expect((await setup.call('order.saveOrder', { code: 'standard' })).text).toContain('请选择金额');
  await expect(app.sql(`update order_record set status = 'paid' where id = $1`, [id])).rejects.toThrow(
    /check constraint/,
  );
});

test('ST-05 CA-07 pays an order with two payment attempts only once', async () => {
  const { id, wechat } = await setup.buy(2);
  const { code, alipay } = await setup.openBoth(id);
  expect(code.codeUrl).toContain('weixin://');
  expect([alipay.status, alipay.headers['location']]).toEqual([302, expect.stringContaining('openapi.alipay.example')]);
  expect((await setup.order(id)).status).toBe('0');
  app.pay.wechat.pay(wechat);
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => arrives(app, 'wechat', app.pay.wechat.paymentNotice(wechat))),
  );
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 success']));
  expect(await setup.order(id)).toMatchObject({
    status: '1',
    paid: '3680.00',
    payKind: 'wechat',
    membershipTo: day(27),
    membershipFrom: null,
  });
  expect(await setup.membership()).toEqual({ expireTime: day(27), mealName: '安全会员', status: 'active' });
  const books = await setup.books(id);
  expect(books).toMatchObject({ income: '3680.00', outgo: '0.00', balance: '3680.00', balanced: true });
  expect(books.lines.map(({ kind }) => kind)).toEqual(['ordered', 'opened', 'paid', 'extended']);
  const [notice] = await app.sql<{ times: number; state: string }>(
    'select times, state from pay_notice where order_id = $1',
    [id],
  );
  expect(notice).toEqual({ times: 100, state: 'applied' });
  const history = await setup.told<{ move: string; to: string }[]>('order.history', { id });
  expect(history.map(({ move }) => move)).toEqual(['create', 'paid']);
});

test('S48 changes no order for payment notices that are forged, foreign, mismatching or unknown', async () => {
  const { id, wechat, alipay } = await setup.buy(3);
  await setup.openBoth(id);
  app.pay.wechat.pay(wechat);
  const { paymentNotice } = app.pay.wechat;
  const forged = await arrives(app, 'wechat', paymentNotice(wechat, { signature: 'mine' }));
  expect([forged.status, forged.text]).toEqual([401, 'fail']);
  expect((await arrives(app, 'wechat', paymentNotice(wechat), '1999999999')).status).toBe(404);
  for (const [n, more] of [{ amountFen: 467_999 }, { amountFen: 468_001 }, { account: '1888888888' }].entries()) {
    const answer = await arrives(app, 'wechat', paymentNotice(wechat, { id: `odd${n}`, more }));
    expect(answer.status).toBe(200);
    expect((await setup.order(id)).status).toBe('0');
  }
  expect(String((await setup.order(id))['problem'])).toContain('微信支付说收到');
  // Refused notices: one with the order number of another vendor, one with an unknown number.
  expect((await arrives(app, 'alipay', app.pay.alipay.paymentNotice(wechat, { id: 'x1' }))).status).toBe(200);
  expect((await arrives(app, 'wechat', paymentNotice('zzzz_0123456789abcdef', { id: 'x2' }))).status).toBe(200);
  expect((await setup.order(id)).status).toBe('0');
  const alarms = await app.sql<{ cause: string }>(`select distinct cause from alarm where cause = 'paymentOdd'`);
  expect(alarms).toHaveLength(1);
  // The valid notice is still applied.
  await arrives(app, 'wechat', paymentNotice(wechat, { id: 'right' }));
  expect(await setup.order(id)).toMatchObject({ status: '1', problem: null });
  expect(alipay).not.toBe('');
});

test('S49 looks up an order number only in the tenant that the number contains', async () => {
  const other = await openSetup(app);
  const { id, wechat } = await other.buy(1);
  await other.openBoth(id);
  app.pay.wechat.pay(wechat);
  await arrives(app, 'wechat', app.pay.wechat.paymentNotice(wechat));
  expect((await other.order(id)).status).toBe('1');
  expect((await setup.call('order.get', { id })).status).toBe(404);
  expect((await setup.call('order.books', { id }, 'admin')).status).toBe(404);
  expect((await setup.call('order.refundPreview', { orderId: id }, 'admin')).status).toBe(404);
});

test('shares one order between two buyers of an enterprise', async () => {
  const fresh = await openSetup(app);
  // Only administrators of an enterprise can order, so make the staff user a second administrator.
  await app.sql(
    `insert into user_role (tenant_id, user_id, role_id)
     select $1, $2, id from role where tenant_id = $1 and code = 'ROLE_ENT_ADMIN'`,
    [fresh.tenant.id, fresh.tenant.people.entstaff],
  );
  await fresh.enter();
  const made = await Promise.all(
    ['entadmin', 'entstaff', 'entadmin', 'entstaff'].map((kind) =>
      fresh.told<{ id: string }>('order.saveOrder', { code: 'standard', year: 1 }, kind as 'entadmin'),
    ),
  );
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  const [first] = made;
  const next = await fresh.buy(2, 'entadmin');
  expect(next.id).not.toBe(first?.id);
  const mine = first?.id ?? '';
  const buyer = await app.sql<{ buyer: string }>('select buyer_id as buyer from order_record where id = $1', [mine]);
  if (buyer[0]?.buyer === fresh.tenant.people.entadmin)
    await expect.poll(async () => (await fresh.order(mine)).status, { timeout: 10_000 }).toBe('2');
});

test('S19 opens the Alipay page of an order once per ticket', async () => {
  const { id } = await setup.buy(1);
  const target = `/payapi/alipay/order?orderId=${id}&r=1`;
  const ticketFor = async () =>
    dataOf<{ ticket: string }>(
      await send(app, 'POST', '/auth/ticket', { token: setup.token('entadmin'), body: { purpose: 'alipay', target } }),
    ).ticket;
  const ticket = await ticketFor();
  const opened = await send(app, 'GET', target, { query: { access_token: ticket } });
  expect([opened.status, opened.headers['referrer-policy']]).toEqual([302, 'no-referrer']);
  expect((await send(app, 'GET', target, { query: { access_token: ticket } })).status).toBe(401);
  const { id: other } = await setup.told<{ id: string }>('order.create', { code: 'standard', year: 1 });
  const wrong = await ticketFor();
  const elsewhere = `/payapi/alipay/order?orderId=${other}&r=1`;
  expect((await send(app, 'GET', elsewhere, { query: { access_token: wrong } })).status).toBe(401);
  const { version } = await setup.order(id);
  dataOf(await setup.call('order.close', { id, version }));
  const over = await send(app, 'GET', target, { query: { access_token: await ticketFor() } });
  expect([over.status, over.headers['content-type'], over.text]).toEqual([
    200,
    expect.stringContaining('text/html'),
    expect.stringContaining('订单已过期'),
  ]);
});

test('changes no existing order when a membership plan changes', async () => {
  const { id } = await setup.buy(3);
  const before = await setup.order(id);
  const plan = await setup.told<{ version: number; edition: number; priceList: object[] }>(
    'plan.get',
    { id: setup.planId },
    'admin',
  );
  const priceList = plan.priceList.map((price) => ({ ...price, transactionPrice: '9.90', money: '99.00' }));
  dataOf(await setup.call('plan.update', { id: setup.planId, version: plan.version, priceList }, 'admin'));
  expect(await setup.told('plan.get', { id: setup.planId }, 'admin')).toMatchObject({ edition: plan.edition + 1 });
  expect(await setup.order(id)).toMatchObject({ price: before['price'], edition: plan.edition });
  const back = { id: setup.planId, version: plan.version + 1, priceList: plan.priceList };
  dataOf(await setup.call('plan.update', back, 'admin'));
});
