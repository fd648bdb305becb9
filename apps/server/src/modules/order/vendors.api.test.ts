// The whole path with both vendors over HTTP: order, QR code, phone, notice, membership, ledger and the bill of the
// next day.
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callNamed, dataOf, sendCall, signIn } from '../../../testing/client.ts';
import { openSetup, type Setup } from '../../../testing/pay-setup.ts';
import { openPayApp, type PayApp } from '../../../testing/pay-app.ts';

let place: PayApp;
beforeAll(async () => {
  place = await openPayApp();
}, 120_000);
afterAll(() => place.close());
beforeEach(async () => {
  for (const vendor of both)
    await place.turn(vendor, { notices: 'well', refunds: 'well', answers: 'well', billsAtOnce: false });
});

const both = ['wechat', 'alipay'] as const;
type Vendor = (typeof both)[number];
const status = (setup: Setup, id: string) => setup.order(id).then((one) => one.status);

/**
 * Creates an order and opens its payment attempts with both vendors. Opens the cashier address as the frame in the
 * dialog does.
 */
async function begin(setup: Setup, year = 1) {
  const order = await setup.buy(year);
  const { code, alipay } = await setup.openBoth(order.id);
  expect(alipay.status).toBe(302);
  expect(await (await fetch(String(alipay.headers['location']))).text()).toContain('支付宝扫码付');
  return { ...order, codeUrl: code.codeUrl };
}
async function pay(vendor: Vendor, no: string) {
  await place.act(vendor, no, 'scan');
  expect(await place.act(vendor, no, 'pay')).toBeNull();
}
interface BillDay {
  state: string;
  lines: number;
  differences: number;
  income: string;
  outgo: string;
}
async function callAsAdmin<T>(setup: Setup, name: string, input: Record<string, unknown>): Promise<T> {
  const { access_token: token } = await signIn(place.app, setup.tenant, 'admin');
  return dataOf<T>(await sendCall(place.app, callNamed(place.app, name), input, { token }));
}
const reconcile = (setup: Setup, vendor: Vendor, day: string) =>
  callAsAdmin<BillDay>(setup, 'order.reconcile', { vendor, day });
/** Moves the clock to ten o'clock on the next day, when bills are available, and returns the day before. */
async function nextMorning(): Promise<string> {
  const day = dayOf(place.app.clock.now());
  const ten = Date.parse(`${addDays(day, 1)}T10:00:00+08:00`) + 1_000;
  await place.pass((ten - place.app.clock.now().getTime()) / 1_000);
  return day;
}

describe.each(both)('payment by %s', (vendor) => {
  test('CN-07 ST-05 pays an order from its creation to the reconciled bill', async () => {
    const setup = await openSetup(place.app);
    const order = await begin(setup, 2);
    expect(order.codeUrl).toMatch(/^weixin:\/\/wxpay\/bizpayurl\?pr=/);
    await place.act(vendor, order[vendor], 'scan');
    expect(await place.act(vendor, order[vendor], 'pay', '月光')).toBe('余额不足，付款失败');
    expect(await status(setup, order.id)).toBe('0');
    expect(await place.act(vendor, order[vendor], 'pay', '海风')).toBeNull();
    await expect.poll(() => status(setup, order.id)).toBe('1');
    expect(await setup.order(order.id)).toMatchObject({ paid: '3680.00', payKind: vendor });
    expect(await setup.membership()).toMatchObject({ status: 'active' });
    expect(await setup.books(order.id)).toMatchObject({ income: '3680.00', outgo: '0.00', balanced: true });
    const day = await nextMorning();
    expect(await reconcile(setup, vendor, day)).toMatchObject({ state: 'done', differences: 0, lines: 1 });
  });

  test('S48 marks an order as paid only after a valid and matching vendor message', async () => {
    const setup = await openSetup(place.app);
    const order = await begin(setup);
    await place.turn(vendor, { notices: 'never' });
    await pay(vendor, order[vendor]);
    for (const twist of ['forged', 'stale', 'unknownSerial', 'probe'])
      expect(await place.lever('notice', { vendor, outTradeNo: order[vendor], twist }), twist).toEqual({
        taken: false,
      });
    // Notices with a valid signature but a wrong amount or another merchant are stored for review.
    for (const twist of ['wrongAmount', 'foreign'])
      expect(await place.lever('notice', { vendor, outTradeNo: order[vendor], twist, id: twist }), twist).toEqual({
        taken: true,
      });
    expect(await status(setup, order.id)).toBe('0');
    const many = Array.from({ length: 20 }, () =>
      place.lever('notice', { vendor, outTradeNo: order[vendor], id: `right-${vendor}` }),
    );
    expect(await Promise.all(many)).toEqual(many.map(() => ({ taken: true })));
    await expect.poll(() => status(setup, order.id)).toBe('1');
    expect(await setup.books(order.id)).toMatchObject({ income: '1980.00', balanced: true });
  });

  test('finds a lost payment notice by query within a minute', async () => {
    const setup = await openSetup(place.app);
    const order = await begin(setup);
    await place.turn(vendor, { notices: 'never' });
    await pay(vendor, order[vendor]);
    expect(await status(setup, order.id)).toBe('0');
    for (let passed = 0; passed < 60 && (await status(setup, order.id)) === '0'; passed += 15) {
      await place.pass(15);
      await place.app.workOften();
    }
    expect(await status(setup, order.id)).toBe('1');
    expect(await setup.books(order.id)).toMatchObject({ income: '1980.00', balanced: true });
  });

  test('marks no order as paid after a vendor answer with a wrong signature', async () => {
    const setup = await openSetup(place.app);
    const order = await begin(setup);
    await place.turn(vendor, { notices: 'never', answers: 'wrong' });
    await pay(vendor, order[vendor]);
    await setup.call('order.ask', { id: order.id }, 'admin');
    expect(await status(setup, order.id)).toBe('0');
    await place.turn(vendor, { answers: 'well' });
    await setup.call('order.ask', { id: order.id }, 'admin');
    await expect.poll(() => status(setup, order.id)).toBe('1');
  });
});

test('S50 gives one membership and one refund when both vendors are paid', async () => {
  const setup = await openSetup(place.app);
  const order = await begin(setup);
  await Promise.all(both.map((vendor) => pay(vendor, order[vendor])));
  await expect.poll(() => status(setup, order.id)).toBe('1');
  await expect
    .poll(
      async () => {
        await place.pass(5);
        await place.app.workOften();
        return (await setup.books(order.id)).refunds.map(({ state, automatic }) => ({ state, automatic }));
      },
      { timeout: 30_000 },
    )
    .toEqual([{ state: 'done', automatic: true }]);
  expect(await setup.books(order.id)).toMatchObject({ income: '3960.00', outgo: '1980.00', balanced: true });
  const day = await nextMorning();
  const bills: BillDay[] = [];
  for (const vendor of both) bills.push(await reconcile(setup, vendor, day));
  expect(bills.map(({ state, differences }) => [state, differences])).toEqual([
    ['done', 0],
    ['done', 0],
  ]);
  expect(bills.map(({ lines }) => lines).sort()).toEqual([1, 2]);
});

test('finds all differences in a vendor bill and gives each the right kind', async () => {
  const setup = await openSetup(place.app);
  const vendor = 'wechat';
  const numbers: string[] = [];
  for (let at = 0; at < 4; at += 1) {
    const order = await begin(setup);
    await pay(vendor, order.wechat);
    await expect.poll(() => status(setup, order.id)).toBe('1');
    numbers.push(order.wechat);
  }
  const [matchingNo = '', lost = '', dear = '', late = ''] = numbers;
  const day = dayOf(place.app.clock.now());
  const plant = (kind: string, outTradeNo: string) => place.lever('plant', { vendor, day, kind, outTradeNo });
  await plant('missing', lost);
  await plant('amount', dear);
  await plant('dayCut', late);
  await plant('extra', `${matchingNo.slice(0, matchingNo.indexOf('_') + 1)}0123456789abcdef`);
  await nextMorning();
  expect(await reconcile(setup, vendor, day)).toMatchObject({ state: 'done', lines: 3 });
  const { records } = await callAsAdmin<{ records: { kind: string; outTradeNo: string }[] }>(
    setup,
    'order.differencePage',
    {
      vendor,
      day,
    },
  );
  expect(records.map(({ outTradeNo }) => outTradeNo)).not.toContain(matchingNo);
  expect(new Map(records.map(({ kind, outTradeNo }) => [outTradeNo, kind]))).toEqual(
    new Map([
      [lost, 'missingThere'],
      [dear, 'amount'],
      [late, 'missingThere'],
      [`${matchingNo.slice(0, matchingNo.indexOf('_') + 1)}0123456789abcdef`, 'missingHere'],
    ]),
  );
  // The bill of the next day contains the payment that was missing because it was made around midnight.
  await nextMorning();
  expect(await reconcile(setup, vendor, addDays(day, 1))).toMatchObject({ state: 'done', lines: 1, differences: 1 });
});
