// The whole path with both vendors on the true wire: order, code, phone, notice, membership, books, bill of the day after.
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

/** Orders and opens both entrances; the address of the cashier is opened as the frame does. */
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
/** A morning is a new session. */
async function asked<T>(setup: Setup, name: string, input: Record<string, unknown>): Promise<T> {
  const { access_token: token } = await signIn(place.app, setup.tenant, 'admin');
  return dataOf<T>(await sendCall(place.app, callNamed(place.app, name), input, { token }));
}
const reconcile = (setup: Setup, vendor: Vendor, day: string) =>
  asked<BillDay>(setup, 'order.reconcile', { vendor, day });
/** Ten o'clock of the day after, when bills are there. */
async function nextMorning(): Promise<string> {
  const day = dayOf(place.app.clock.now());
  const ten = Date.parse(`${addDays(day, 1)}T10:00:00+08:00`) + 1_000;
  await place.pass((ten - place.app.clock.now().getTime()) / 1_000);
  return day;
}

describe.each(both)('%s', (vendor) => {
  test('CN-07 ST-05 from the order to the reconciled bill', async () => {
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

  test('S48 what the vendor did not say, or says wrongly, pays nothing; its true word does', async () => {
    const setup = await openSetup(place.app);
    const order = await begin(setup);
    await place.turn(vendor, { notices: 'never' });
    await pay(vendor, order[vendor]);
    for (const twist of ['forged', 'stale', 'unknownSerial', 'probe'])
      expect(await place.lever('notice', { vendor, outTradeNo: order[vendor], twist }), twist).toEqual({
        taken: false,
      });
    // Its own word about somebody else, or another amount, is stored for people to see.
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

  test('a lost notice is healed by asking within a minute', async () => {
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

  test('an answer whose signature is wrong settles nothing', async () => {
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

test('S50 paid at both at once: one membership, one refund at a vendor, and both bills agree', async () => {
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

test('differences that a vendor puts into its bill are found, each by its name, and none is invented', async () => {
  const setup = await openSetup(place.app);
  const vendor = 'wechat';
  const numbers: string[] = [];
  for (let at = 0; at < 4; at += 1) {
    const order = await begin(setup);
    await pay(vendor, order.wechat);
    await expect.poll(() => status(setup, order.id)).toBe('1');
    numbers.push(order.wechat);
  }
  const [kept = '', lost = '', dear = '', late = ''] = numbers;
  const day = dayOf(place.app.clock.now());
  const plant = (kind: string, outTradeNo: string) => place.lever('plant', { vendor, day, kind, outTradeNo });
  await plant('missing', lost);
  await plant('amount', dear);
  await plant('dayCut', late);
  await plant('extra', `${kept.slice(0, kept.indexOf('_') + 1)}0123456789abcdef`);
  await nextMorning();
  expect(await reconcile(setup, vendor, day)).toMatchObject({ state: 'done', lines: 3 });
  const { records } = await asked<{ records: { kind: string; outTradeNo: string }[] }>(setup, 'order.differencePage', {
    vendor,
    day,
  });
  expect(records.map(({ outTradeNo }) => outTradeNo)).not.toContain(kept);
  expect(new Map(records.map(({ kind, outTradeNo }) => [outTradeNo, kind]))).toEqual(
    new Map([
      [lost, 'missingThere'],
      [dear, 'amount'],
      [late, 'missingThere'],
      [`${kept.slice(0, kept.indexOf('_') + 1)}0123456789abcdef`, 'missingHere'],
    ]),
  );
  // The day after says where the one that was cut off went.
  await nextMorning();
  expect(await reconcile(setup, vendor, addDays(day, 1))).toMatchObject({ state: 'done', lines: 1, differences: 1 });
});
