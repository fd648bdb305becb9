// Payments on a phone: the vendor's page, the payment inside WeChat, and the change between both vendors.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arrives, openSetup, type Setup } from '../../../testing/pay-setup.ts';
import { callNamed, dataOf, sendCall } from '../../../testing/client.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';

let app: TestApp;
let setup: Setup;
beforeAll(async () => {
  app = await openTestApp();
  setup = await openSetup(app);
}, 120_000);
afterAll(() => app.close());

interface Begun {
  pageUrl: string | null;
  bridge: { nonceStr: string; package: string } | null;
  former: string | null;
}
const begin = (id: string, way: 'wechat' | 'alipay') => setup.told<Begun>('order.phonePay', { id, way });
const attempts = (id: string) =>
  app.sql<{ vendor: string; state: string; scene: string; no: string }>(
    'select vendor, state, scene, out_trade_no as no from pay_attempt where order_id = $1 order by opened_at, id',
    [id],
  );
const open = async (id: string, vendor: string) =>
  (await attempts(id)).filter((one) => one.vendor === vendor && one.state === 'open').map(({ no }) => no);

test('opens the page of the vendor, and the same page again', async () => {
  const { id, alipay } = await setup.buy(1);
  const first = await begin(id, 'alipay');
  expect(first).toMatchObject({ pageUrl: expect.stringContaining(alipay), bridge: null, former: null });
  expect(await begin(id, 'alipay')).toMatchObject({ pageUrl: first.pageUrl, former: null });
  expect((await attempts(id)).filter(({ vendor }) => vendor === 'alipay')).toHaveLength(1);
  await setup.call('order.close', { id, version: (await setup.order(id)).version });
});

test('closes the payment at the other vendor first, and the sentence follows the answer', async () => {
  const { id } = await setup.buy(1);
  await begin(id, 'wechat');
  const [wechat = ''] = await open(id, 'wechat');
  expect(await begin(id, 'alipay')).toMatchObject({ former: '微信支付的付款入口已关闭，不会再扣款。' });
  expect(app.pay.wechat.trades.get(wechat)?.state).toBe('closed');
  expect((await attempts(id)).find(({ no }) => no === wechat)?.state).toBe('closed');

  // Back to WeChat: its number is closed there, so the payment has a new one.
  const [alipay = ''] = await open(id, 'alipay');
  expect(app.pay.alipay.trades.has(alipay)).toBe(true);
  app.pay.alipay.trades.delete(alipay);
  expect((await begin(id, 'wechat')).former).toContain('支付宝还没有生成交易，无法作废');
  const [again = ''] = await open(id, 'wechat');
  expect(again).not.toBe(wechat);

  app.pay.wechat.failNext('unreached');
  expect((await begin(id, 'alipay')).former).toContain('微信支付暂时没有答复');
  expect(await open(id, 'wechat')).toEqual([again]);

  // The payment that could not be closed arrives: the order is paid once.
  app.pay.wechat.pay(again);
  await arrives(app, 'wechat', app.pay.wechat.paymentNotice(again));
  expect(await setup.order(id)).toMatchObject({ status: '1', payKind: 'wechat' });
  expect((await setup.books(id)).balanced).toBe(true);
  expect((await setup.call('order.phonePay', { id, way: 'alipay' })).text).toContain('订单已支付');
});

test('S50 a payment that arrives while the vendors change is found, and nothing is opened', async () => {
  const { id } = await setup.buy(1);
  await begin(id, 'wechat');
  const [wechat = ''] = await open(id, 'wechat');
  app.pay.wechat.pay(wechat);
  const answer = await setup.call('order.phonePay', { id, way: 'alipay' });
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('订单已支付，正在核对结果')]);
  expect((await setup.order(id)).status).toBe('1');
});

test('S50 a payment of a closed entrance pays the waiting order once, and the second is refunded', async () => {
  const { id } = await setup.buy(1);
  await begin(id, 'wechat');
  const [wechat = ''] = await open(id, 'wechat');
  await begin(id, 'alipay');
  const [alipay = ''] = await open(id, 'alipay');
  app.pay.wechat.pay(wechat);
  app.pay.alipay.pay(alipay);
  await arrives(app, 'wechat', app.pay.wechat.paymentNotice(wechat));
  await arrives(app, 'alipay', app.pay.alipay.paymentNotice(alipay));
  expect((await setup.order(id)).status).toBe('1');
  const books = await setup.books(id);
  expect(books.refunds).toMatchObject([{ automatic: true, amount: '1980.00' }]);
  expect(books.lines.filter(({ kind }) => kind === 'extended')).toHaveLength(1);
});

test('the dialog of another screen offers both vendors again', async () => {
  const { id } = await setup.buy(2);
  await begin(id, 'wechat');
  await begin(id, 'alipay');
  expect(await open(id, 'wechat')).toEqual([]);
  expect((await setup.buy(2)).id).toBe(id);
  const [no = ''] = await open(id, 'wechat');
  expect((await setup.told<{ codeUrl: string }>('order.wxpay', { id })).codeUrl).toContain(no);
});

test('names the unpaid order that another choice closes', async () => {
  const { id } = await setup.buy(2);
  const { orderNo } = await setup.order(id);
  const next = await setup.told<{ id: string; former: unknown[] }>('order.saveOrder', { code: 'standard', year: 3 });
  expect(next.former).toEqual([{ id, orderNo }]);
});

test('ST-05 the offer of an invoice ends with its time', async () => {
  const { id } = await setup.buy(1);
  await begin(id, 'wechat');
  const [no = ''] = await open(id, 'wechat');
  app.pay.wechat.pay(no);
  await arrives(app, 'wechat', app.pay.wechat.paymentNotice(no));
  expect((await setup.order(id))['abilities']).toContain('applyInvoice');
  await app.sql(`update order_record set paid_at = paid_at - interval '91 days' where id = $1`, [id]);
  expect((await setup.order(id))['abilities']).not.toContain('applyInvoice');
});

test('S15 pays inside WeChat with a state that works once, for one person and one browser', async () => {
  const { id } = await setup.buy(1);
  const call = async (name: string, input: object, cookie?: string) =>
    sendCall(app, callNamed(app, name), input as Record<string, unknown>, {
      token: setup.token('entadmin'),
      ...(cookie === undefined ? {} : { headers: { cookie } }),
    });
  const start = async () => {
    const answer = await call('order.payAuthorize', { id });
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    const { url } = dataOf<{ url: string }>(answer);
    expect(url).toContain(`/bus/orderrecords/order?id=${id}`);
    return { cookie, state: new URL(url).searchParams.get('state') ?? '' };
  };
  const pay = (state: string, code: string, cookie?: string) =>
    call('order.phonePay', { id, way: 'wechatInApp', state, code }, cookie);
  const words = '微信授权已失效';

  const one = await start();
  expect((await pay('invented', 'good-1', one.cookie)).text).toContain(words);
  const two = await start();
  expect((await pay(one.state, 'good-1', two.cookie)).text).toContain(words);
  expect((await pay(one.state, 'good-1', one.cookie)).text).toContain(words);
  expect((await pay(two.state, 'bad', two.cookie)).text).toContain(words);
  const three = await start();
  expect(dataOf<Begun>(await pay(three.state, 'good-1', three.cookie))).toMatchObject({
    pageUrl: null,
    bridge: { nonceStr: 'o-good-1' },
  });
  expect((await pay(three.state, 'good-1', three.cookie)).status).toBe(400);
  // WeChat ties the number to the payer, so another person in WeChat gets another number.
  const [first = ''] = await open(id, 'wechat');
  const four = await start();
  expect((await pay(four.state, 'good-2', four.cookie)).status).toBe(200);
  expect(await open(id, 'wechat')).not.toEqual([first]);
  expect(app.pay.wechat.trades.get(first)?.state).toBe('closed');
});
