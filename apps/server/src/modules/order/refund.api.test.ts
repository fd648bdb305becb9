// Refunds: duplicate and late payments, full and partial refunds, and approval by a second person.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { limits } from '@anlan/contract/limits';
import { readSheet } from '#platform/sheets/index.ts';
import { dataOf, signIn } from '../../../testing/client.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { arrives, openSetup, type Setup } from '../../../testing/pay-setup.ts';
import { codeNow, enrolled } from '../../../testing/session-fixtures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
}, 120_000);
afterAll(() => app.close());

async function paid(setup: Setup, year = 1) {
  const order = await setup.buy(year);
  await setup.openBoth(order.id);
  app.pay.wechat.pay(order.wechat);
  await arrives(app, 'wechat', app.pay.wechat.paymentNotice(order.wechat));
  return order;
}
async function factorOf(setup: Setup, kind: 'admin' | 'regulator') {
  const { secret } = await enrolled({
    app,
    tenant: setup.tenant,
    kind,
    tokens: { access_token: setup.token(kind), user_id: setup.tenant.people[kind] },
  });
  await app.sql(`update second_factor set enabled_at = enabled_at - interval '2 days' where user_id = $1`, [
    setup.tenant.people[kind],
  ]);
  // Alternates between two time steps, because a second-factor code that was used once is refused.
  let step = 0;
  return () => codeNow({ app }, secret, (step += 1) % 2);
}
const sent = (setup: Setup, id: string, state: string) =>
  expect
    .poll(async () => (await setup.books(id)).refunds.map((one) => one.state), { timeout: 15_000 })
    .toEqual([state]);

test('S50 refunds the second payment once when both vendors are paid', async () => {
  const setup = await openSetup(app);
  const { id, wechat, alipay } = await setup.buy(1);
  await setup.openBoth(id);
  app.pay.wechat.pay(wechat);
  app.pay.alipay.pay(alipay);
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0
        ? arrives(app, 'wechat', app.pay.wechat.paymentNotice(wechat))
        : arrives(app, 'alipay', app.pay.alipay.paymentNotice(alipay)),
    ),
  );
  await sent(setup, id, 'done');
  const books = await setup.books(id);
  expect(books).toMatchObject({ income: '3960.00', outgo: '1980.00', balance: '1980.00', balanced: true });
  expect(books.refunds).toMatchObject([{ automatic: true, amount: '1980.00' }]);
  expect(books.attempts.map(({ state }) => state).sort()).toEqual(['duplicate', 'paid']);
  expect(await setup.order(id)).toMatchObject({ status: '1', refunded: '0.00' });
  const today = dayOf(app.clock.now());
  expect((await setup.membership()).expireTime).toBe(`${Number(today.slice(0, 4)) + 1}${today.slice(4)}`);
  expect(app.pay.wechat.refunds.size + app.pay.alipay.refunds.size).toBe(1);
});

test('exports the refunds of the list with the selected columns', async () => {
  const setup = await openSetup(app);
  const { id, wechat, alipay } = await setup.buy(1);
  await setup.openBoth(id);
  app.pay.wechat.pay(wechat);
  app.pay.alipay.pay(alipay);
  await arrives(app, 'wechat', app.pay.wechat.paymentNotice(wechat));
  await arrives(app, 'alipay', app.pay.alipay.paymentNotice(alipay));
  await sent(setup, id, 'done');
  expect((await setup.call('order.refundExport', {}, 'entadmin')).status).toBe(403);
  const { status, bytes } = await setup.call('order.refundExport', { columns: 'amount' }, 'admin');
  expect(status).toBe(200);
  const rows: unknown[][] = [];
  for await (const some of readSheet({ bytes, kind: 'xlsx', limits: limits.import }))
    for (const { cells } of some) rows.push([...cells]);
  const head = rows.findIndex((cells) => cells.includes('退款单号'));
  expect(rows[head]).toEqual(['退款单号', '订单号', '退款金额（元）']);
  expect(rows.slice(head + 1)).toEqual([[expect.any(String), expect.any(String), '1980.00']]);
});

test('S50 refunds a payment that arrives after the order is closed', async () => {
  const setup = await openSetup(app);
  const { id, wechat } = await setup.buy(1);
  await setup.openBoth(id);
  const { version } = await setup.order(id);
  dataOf(await setup.call('order.close', { id, version }));
  expect(app.pay.wechat.calls).toContain(`close ${wechat}`);
  expect((await setup.order(id)).status).toBe('2');
  const trade = app.pay.wechat.trades.get(wechat);
  if (trade) trade.state = 'unpaid';
  app.pay.wechat.pay(wechat);
  await arrives(app, 'wechat', app.pay.wechat.paymentNotice(wechat));
  await sent(setup, id, 'done');
  expect(await setup.order(id)).toMatchObject({ status: '2', paid: '0.00' });
  const books = await setup.books(id);
  expect(books.balance).toBe('0.00');
  expect(books.lines.map(({ title }) => title)).toContain('订单关闭后的付款自动退回');
  expect((await setup.membership()).status).toBe('none');
});

test('closes an order only after a vendor query', async () => {
  const setup = await openSetup(app);
  const { id, wechat } = await setup.buy(1);
  await setup.openBoth(id);
  app.pay.wechat.pay(wechat);
  const { version } = await setup.order(id);
  const refused = await setup.call('order.close', { id, version });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('支付成功')]);
  expect((await setup.order(id)).status).toBe('1');
});

test('finds a lost payment notice by query within a minute', async () => {
  const setup = await openSetup(app);
  const lost = await setup.buy(1);
  await setup.openBoth(lost.id);
  for (let seconds = 0; seconds < 40; seconds += 5) {
    app.clock.pass(5);
    await app.workOften();
  }
  expect((await setup.order(lost.id)).status).toBe('0');
  app.pay.wechat.pay(lost.wechat);
  let waited = 0;
  for (; waited < 60 && (await setup.order(lost.id)).status !== '1'; waited += 5) {
    app.clock.pass(5);
    await app.workOften();
  }
  expect((await setup.order(lost.id)).status).toBe('1');
  expect(waited).toBeLessThanOrEqual(60);
  const never = await setup.buy(2);
  await setup.openBoth(never.id);
  app.clock.pass(30 * 60);
  app.pay.wechat.failNext('unreached');
  await app.workOften();
  expect((await setup.order(never.id)).status).toBe('0');
  app.clock.pass(60);
  await app.workOften();
  expect((await setup.order(never.id)).status).toBe('2');
  expect(app.pay.wechat.calls.indexOf(`query ${never.wechat}`)).toBeLessThan(
    app.pay.wechat.calls.indexOf(`close ${never.wechat}`),
  );
});

test('S33 S50 requires the second factor of another person for a refund', async () => {
  const setup = await openSetup(app);
  const { id, alipay } = await paid(setup, 2);
  const today = dayOf(app.clock.now());
  const end = (await setup.order(id)).membershipTo ?? '';
  const preview = await setup.told<Record<string, unknown>>(
    'order.refundPreview',
    { orderId: id, months: 12 },
    'admin',
  );
  // 368,000 fen for 24 months: eight months at 153.34 yuan, then sixteen at 153.33. The last twelve months are
  // refunded, and the gift months end too.
  expect(preview).toMatchObject({
    amount: '1839.96',
    parts: [{ months: 12, each: '153.33' }],
    months: 12,
    giftMonth: 3,
    left: '1840.04',
    leftMonths: 12,
    membershipFrom: end,
    membershipTo: `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`,
    refusal: null,
  });
  const ask = { orderId: id, months: 12, reason: '企业重复采购，协商退回第二年' };
  expect((await setup.call('order.refundAsk', ask, 'entadmin')).status).toBe(403);
  const { id: refundId } = await setup.told<{ id: string }>('order.refundAsk', ask, 'admin');
  expect((await setup.call('order.refundAsk', ask, 'regulator')).status).toBe(400);
  const decide = { id: refundId, agree: true, opinion: '同意' };
  const ownCode = await factorOf(setup, 'admin');
  const own = await setup.call('order.refundDecide', { ...decide, code: ownCode() }, 'admin');
  expect([own.status, own.text]).toEqual([403, expect.stringContaining('申请人以外')]);
  expect((await setup.call('order.refundDecide', decide, 'regulator')).status).toBe(400);
  const without = await setup.call('order.refundDecide', { ...decide, code: '123456' }, 'regulator');
  expect(without.text).toContain('启用两步验证');
  const code = await factorOf(setup, 'regulator');
  expect((await setup.call('order.refundDecide', { ...decide, code: '000000' }, 'regulator')).status).toBe(400);
  expect(await setup.order(id)).toMatchObject({ status: '1', refunded: '0.00', membershipTo: end });
  dataOf(await setup.call('order.refundDecide', { ...decide, code: code() }, 'regulator'));
  await sent(setup, id, 'done');
  expect(await setup.order(id)).toMatchObject({
    status: '1',
    refunded: '1839.96',
    membershipTo: `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`,
  });
  expect(await setup.books(id)).toMatchObject({ balance: '1840.04', balanced: true, monthsBack: 12 });
  // A partly refunded order stays paid, and the list of orders with refunds contains it.
  const listed = await setup.told<{ records: { id: string }[] }>('order.page1', { withRefund: '1' }, 'admin');
  expect(listed.records.map((row) => row.id)).toContain(id);
  expect((await setup.call('order.refundDecide', { ...decide, code: code() }, 'regulator')).status).toBe(400);
  // Refunds the remaining months. Nothing is left, and the membership does not end before today.
  const { id: rest } = await setup.told<{ id: string }>(
    'order.refundAsk',
    { orderId: id, reason: '全部退回' },
    'admin',
  );
  app.clock.pass(60);
  dataOf(await setup.call('order.refundDecide', { ...decide, id: rest, code: code() }, 'regulator'));
  await expect.poll(async () => (await setup.order(id)).status, { timeout: 15_000 }).toBe('4');
  expect((await setup.books(id)).balance).toBe('0.00');
  expect((await setup.membership()).expireTime).toBe(dayOf(app.clock.now()));
  // A payment at the other vendor after the refund goes back and changes nothing else.
  const trade = app.pay.alipay.trades.get(alipay);
  if (trade) trade.state = 'unpaid';
  app.pay.alipay.pay(alipay);
  await arrives(app, 'alipay', app.pay.alipay.paymentNotice(alipay));
  await expect
    .poll(async () => (await setup.books(id)).refunds.filter(({ automatic }) => automatic).map(({ state }) => state))
    .toEqual(['done']);
  const last = await setup.books(id);
  expect(last).toMatchObject({ balance: '0.00', balanced: true });
  expect(last.lines.map(({ title }) => title)).toContain('退款后的付款自动退回');
  expect((await setup.order(id)).status).toBe('4');
});

test('S50 makes one refund for fifty concurrent requests', async () => {
  const setup = await openSetup(app);
  const { id } = await paid(setup);
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      setup.call('order.refundAsk', { orderId: id, reason: '重复购买' }, n % 2 === 0 ? 'admin' : 'regulator'),
    ),
  );
  const good = responses.filter(({ status }) => status === 200);
  expect(good).toHaveLength(1);
  // The list of orders with refunds contains it before anybody decides.
  const listed = await setup.told<{ records: { id: string }[] }>('order.page1', { withRefund: '1' }, 'admin');
  expect(listed.records.map((row) => row.id)).toContain(id);
  const [{ asker }] = (await app.sql<{ asker: string }>(
    'select asked_by as asker from order_refund where order_id = $1',
    [id],
  )) as [{ asker: string }];
  const reviewer = asker === setup.tenant.people.admin ? 'regulator' : 'admin';
  const code = await factorOf(setup, reviewer);
  app.pay.wechat.refundsGo('failed');
  const [answer] = good;
  const { id: refundId } = dataOf<{ id: string }>(answer ?? ({ ...responses[0] } as never));
  dataOf(
    await setup.call('order.refundDecide', { id: refundId, agree: true, opinion: '同意', code: code() }, reviewer),
  );
  await sent(setup, id, 'failed');
  expect(await setup.order(id)).toMatchObject({ status: '5', refunded: '0.00' });
  expect((await setup.books(id)).refunds[0]?.failure).toContain('原路账户已注销');
  app.pay.wechat.refundsGo('succeeded');
  dataOf(await setup.call('order.refundRetry', { id: refundId }, 'admin'));
  await sent(setup, id, 'done');
  expect(await setup.order(id)).toMatchObject({ status: '4', refunded: '1980.00' });
  const numbers = await app.sql<{ n: string }>('select out_refund_no as n from order_refund where order_id = $1', [id]);
  expect(numbers).toHaveLength(1);
});

test('counts refund and payment notices that arrive at the same time once each', async () => {
  const setup = await openSetup(app);
  const { id, wechat } = await paid(setup);
  const { id: refundId } = await setup.told<{ id: string }>('order.refundAsk', { orderId: id, reason: '退' }, 'admin');
  const code = await factorOf(setup, 'regulator');
  app.pay.wechat.refundsGo('processing');
  dataOf(
    await setup.call('order.refundDecide', { id: refundId, agree: true, opinion: '同意', code: code() }, 'regulator'),
  );
  await expect.poll(() => app.pay.wechat.refunds.size, { timeout: 15_000 }).toBeGreaterThan(0);
  await expect.poll(async () => (await setup.order(id)).status).toBe('3');
  const [row] = await app.sql<{ no: string }>('select out_refund_no as no from order_refund where id = $1', [refundId]);
  const no = row?.no ?? '';
  await expect.poll(() => app.pay.wechat.refunds.has(no), { timeout: 15_000 }).toBe(true);
  app.pay.wechat.moveRefund(no, 'succeeded');
  await Promise.all([
    ...Array.from({ length: 10 }, () => arrives(app, 'wechat', app.pay.wechat.refundNotice(wechat, no))),
    ...Array.from({ length: 10 }, () => arrives(app, 'wechat', app.pay.wechat.paymentNotice(wechat))),
    setup.call('order.ask', { id }, 'admin'),
    setup.call('order.replay', { id }, 'admin'),
  ]);
  app.pay.wechat.refundsGo('succeeded');
  expect(await setup.order(id)).toMatchObject({ status: '4', refunded: '1980.00' });
  expect(await setup.books(id)).toMatchObject({ income: '1980.00', outgo: '1980.00', balance: '0.00', balanced: true });
});

test('S48 applies an early refund notice after its payment notice', async () => {
  const setup = await openSetup(app);
  const { id, wechat } = await setup.buy(1);
  await setup.openBoth(id);
  app.pay.wechat.pay(wechat);
  const early = app.pay.wechat.refundNotice(wechat, 'made-at-the-vendor', {
    more: { state: 'succeeded', amountFen: 198_000, vendorRefundNo: 'V1', refundedAt: app.clock.now().toISOString() },
  });
  expect((await arrives(app, 'wechat', early)).status).toBe(200);
  expect((await setup.order(id)).status).toBe('0');
  await arrives(app, 'wechat', app.pay.wechat.paymentNotice(wechat));
  expect(await setup.order(id)).toMatchObject({ status: '4', refunded: '1980.00' });
  expect(await setup.books(id)).toMatchObject({ income: '1980.00', outgo: '1980.00', balanced: true });
  expect((await setup.membership()).expireTime).toBe(dayOf(app.clock.now()));
});

test('RP-03 refuses a refund until the issued invoice is reversed', async () => {
  const setup = await openSetup(app);
  const { id } = await paid(setup);
  const invoice = { title: '澜东信安精密机械集团有限公司', taxNo: '91330105DEM0010097', email: 'caiwu@example.com' };
  const version = async () => (await setup.order(id)).version;
  dataOf(await setup.call('order.applyInvoice', { id, version: await version(), invoice }));
  const listed = await setup.told<{ records: { id: string }[] }>('order.pageByInvoice', {}, 'admin');
  expect(listed.records.map((one) => one.id)).toEqual([id]);
  const { waitingFile } = await import('../../../testing/resource-test-data.ts');
  const pdf = async () => [await waitingFile(app, setup.tenant, 'evidence', 'admin')];
  dataOf(
    await setup.call(
      'order.issueInvoice',
      { id, version: await version(), invoiceNo: '26112000000012345678', invoiceFiles: await pdf() },
      'admin',
    ),
  );
  expect(await setup.order(id)).toMatchObject({ invoiceStatus: '2', invoiceNo: '26112000000012345678' });
  const ask = { orderId: id, reason: '退款' };
  expect(await setup.told('order.refundPreview', ask, 'admin')).toMatchObject({ needsReversal: true });
  expect((await setup.call('order.refundAsk', ask, 'admin')).text).toContain('先红冲');
  dataOf(
    await setup.call(
      'order.reverseInvoice',
      { id, version: await version(), reason: '退款', files: await pdf() },
      'admin',
    ),
  );
  dataOf(await setup.call('order.refundAsk', ask, 'admin'));
  const kinds = (await setup.books(id)).lines.map(({ kind }) => kind);
  expect(kinds.slice(-4)).toEqual(['invoiceApplied', 'invoiceIssued', 'invoiceReversed', 'refundAsked']);
});

test('raises one alarm an hour for a changed ledger', async () => {
  const setup = await openSetup(app);
  const { id } = await paid(setup);
  expect(await setup.told('order.checkBalance', {}, 'admin')).toMatchObject({
    balanced: true,
    income: '1980.00',
    ledger: '1980.00',
    faults: [],
  });
  await app.sql('update order_ledger set amount = amount - 1 where order_id = $1 and amount > 0', [id]);
  await app.doNow('order.balance');
  expect(await setup.told('order.balance', {}, 'admin')).toMatchObject({
    balanced: false,
    faults: [{ orderId: id, expected: '1980.00', found: '1979.99', what: '台账' }],
  });
  const alarms = await app.sql(`select from alarm where tenant_id = $1 and cause = 'booksUnbalanced'`, [
    setup.tenant.id,
  ]);
  expect(alarms).toHaveLength(1);
  const mine = await setup.told<{ records: { title: string }[] }>('notice.todoPage', { size: 100 }, 'admin');
  expect(mine.records.map(({ title }) => title).join()).toContain('账目不平：1 笔订单');
  // The same alarm is not raised again within an hour.
  await app.doNow('order.balance');
  expect(
    await app.sql(`select from alarm where tenant_id = $1 and cause = 'booksUnbalanced'`, [setup.tenant.id]),
  ).toHaveLength(1);
});

test('ends purchased features after expiry and grace period', async () => {
  const setup = await openSetup(app);
  await paid(setup);
  const to = (await setup.membership()).expireTime ?? '';
  const until = async (day: string) => {
    const seconds = (Date.parse(`${day}T02:00:00Z`) - app.clock.now().getTime()) / 1000;
    app.clock.pass(seconds);
    await app.doNow('membership.tell');
    // Signs in again, because the first session has expired by now.
    const token = (await signIn(app, setup.tenant, 'entadmin')).access_token;
    const { callNamed, sendCall } = await import('../../../testing/client.ts');
    return dataOf<{ status: string; opens: string[]; ends: string[]; stays: string[]; notices: { text: string }[] }>(
      await sendCall(app, callNamed(app, 'membership.myservice'), {}, { token }),
    );
  };
  expect(await until(addDays(to, -31))).toMatchObject({ status: 'active', notices: [] });
  expect(await until(addDays(to, -30))).toMatchObject({
    status: 'expiring',
    notices: [{ text: expect.stringContaining(to) }],
  });
  expect(await until(to)).toMatchObject({ status: 'expiring' });
  const grace = await until(addDays(to, 15));
  expect(grace).toMatchObject({ status: 'grace', opens: ['lookup', 'publicAccount', 'shop'], ends: [] });
  const over = await until(addDays(to, 16));
  expect(over).toMatchObject({ status: 'expired', opens: [] });
  expect(over.ends).toHaveLength(3);
  expect(over.stays.join()).toContain('隐患');
  expect(over.notices.map(({ text }) => text.slice(0, 4))).toEqual(['会员已到', '会员已于', '会员将于']);
  const warnings = await app.sql(`select from warning where tenant_id = $1 and item_type = 'membership'`, [
    setup.tenant.id,
  ]);
  expect(warnings).toEqual([]);
});
