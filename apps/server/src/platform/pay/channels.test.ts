// Tests both payment adapters over real sockets, against test servers that verify every signature.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPayVendors, type PayVendors } from '../../../testing/pay-vendors.ts';
import type { PayVendor } from './port.ts';

let vendors: PayVendors;
beforeEach(async () => {
  vendors = await openPayVendors();
  for (const vendor of both) await vendors.lever('switch', { vendor, hurry: 1_000 });
});
afterEach(() => vendors.close());

const both = ['wechat', 'alipay'] as const;
const service = (vendor: PayVendor) => (vendor === 'wechat' ? 'wxpay' : 'alipay');
const no = 'AN20261124000001';
const attempt = (more: object = {}) => ({
  outTradeNo: no,
  amountFen: 36_500,
  subject: '安澜会员 & “连续2年” <b>=/</b>',
  expiresAt: new Date(Date.now() + 900_000),
  ...more,
});
async function begin(vendor: PayVendor, more: object = {}) {
  const begun = await vendors.channel(vendor).open(attempt(more));
  if ('codeUrl' in begun) return begun.codeUrl;
  if (!('pageUrl' in begun)) throw new Error('this payment is not in WeChat');
  const page = await (await fetch(begun.pageUrl)).text();
  return /const code = "([^"]+)"/.exec(page)?.[1] ?? page;
}
const act = (code: string, what: 'scan' | 'pay' | 'cancel', payer?: string) =>
  vendors.lever<{ problem: string | null }>('act', { code, what, payer });
async function pay(vendor: PayVendor, more: object = {}) {
  const code = await begin(vendor, more);
  await act(code, 'scan');
  expect(await act(code, 'pay')).toEqual({ problem: null });
}
const refundAsk = (more: object = {}) => ({
  outTradeNo: no,
  outRefundNo: 'RF0001',
  amountFen: 10_000,
  totalFen: 36_500,
  reason: '退款：三个月未用',
  ...more,
});
const readResults = () => vendors.seen.map(({ read }) => read);

describe.each(both)('payments by %s', (vendor) => {
  test('are opened, scanned, paid, notified and queried', async () => {
    const channel = vendors.channel(vendor);
    const code = await begin(vendor);
    expect(await begin(vendor)).toBe(code);
    const before = await channel.query(no);
    expect(before.state).toBe(vendor === 'wechat' ? 'unpaid' : 'unknown');
    await act(code, 'scan');
    expect((await channel.query(no)).state).toBe('unpaid');
    await act(code, 'cancel');
    await act(code, 'scan');
    expect(await act(code, 'pay', '月光')).toEqual({ problem: '余额不足，付款失败' });
    expect(vendors.seen).toEqual([]);
    expect(await act(code, 'pay', '海风')).toEqual({ problem: null });
    await expect
      .poll(readResults)
      .toMatchObject([
        { kind: 'payment', outTradeNo: no, state: { state: 'paid', amountFen: 36_500, account: channel.account } },
      ]);
    const after = await channel.query(no);
    expect(after).toMatchObject({ state: 'paid', amountFen: 36_500, account: channel.account });
    expect(Math.abs((after.paidAt?.getTime() ?? 0) - Date.now())).toBeLessThan(10_000);
    const [notice] = readResults();
    expect(notice).toMatchObject({ state: { vendorTradeNo: after.vendorTradeNo, paidAt: after.paidAt } });
    await expect(channel.close(no)).rejects.toMatchObject({ kind: 'paid' });
  });

  test('cannot be paid after the order is closed', async () => {
    const channel = vendors.channel(vendor);
    const code = await begin(vendor);
    await act(code, 'scan');
    await channel.close(no);
    await channel.close(no);
    expect(await channel.close('AN00000000')).toBe('missing');
    expect((await channel.query(no)).state).toBe('closed');
    expect(await act(code, 'pay')).toEqual({ problem: '订单已关闭，请重新下单' });
    expect((await channel.query('AN00000000')).state).toBe('unknown');
  });

  test('can be refunded fully or partly up to the remaining amount', async () => {
    const channel = vendors.channel(vendor);
    await pay(vendor);
    const first = await channel.refund(refundAsk());
    expect(first).toMatchObject({ state: vendor === 'wechat' ? 'processing' : 'succeeded', amountFen: 10_000 });
    await expect.poll(() => channel.queryRefund(refundAsk())).toMatchObject({ state: 'succeeded', amountFen: 10_000 });
    expect((await channel.refund(refundAsk())).amountFen).toBe(10_000);
    await expect(channel.refund(refundAsk({ outRefundNo: 'RF0002', amountFen: 26_501 }))).rejects.toMatchObject({
      kind: 'limit',
    });
    await channel.refund(refundAsk({ outRefundNo: 'RF0003', amountFen: 26_500 }));
    await expect.poll(async () => (await channel.query(no)).state).toBe('refunded');
    expect((await channel.queryRefund({ outTradeNo: no, outRefundNo: 'RF0002' })).state).toBe('unknown');
    await expect
      .poll(() => readResults().filter((read) => typeof read === 'object' && read.kind === 'refund'))
      .toEqual([
        expect.objectContaining({ outRefundNo: 'RF0001', state: expect.objectContaining({ state: 'succeeded' }) }),
        expect.objectContaining({ outRefundNo: 'RF0003', state: expect.objectContaining({ state: 'succeeded' }) }),
      ]);
  });

  test('report a failed refund', async () => {
    const channel = vendors.channel(vendor);
    await pay(vendor);
    await vendors.lever('switch', { vendor, refunds: 'balance' });
    await expect(channel.refund(refundAsk())).rejects.toMatchObject({ kind: 'balance' });
    await vendors.lever('switch', { vendor, refunds: 'fail' });
    if (vendor === 'alipay') await expect(channel.refund(refundAsk())).rejects.toMatchObject({ kind: 'limit' });
    else {
      await channel.refund(refundAsk());
      await expect.poll(() => channel.queryRefund(refundAsk())).toMatchObject({ state: 'failed' });
      await expect
        .poll(readResults)
        .toContainEqual(
          expect.objectContaining({ kind: 'refund', state: expect.objectContaining({ state: 'failed' }) }),
        );
    }
    await vendors.lever('switch', { vendor, refunds: 'slow' });
    const slow = refundAsk({ outRefundNo: 'RF0009', amountFen: 1 });
    expect((await channel.refund(slow)).state).toBe('processing');
    await vendors.lever('settle', { vendor, outTradeNo: no, outRefundNo: 'RF0009', state: 'succeeded' });
    expect(await channel.queryRefund(slow)).toMatchObject({ state: 'succeeded', amountFen: 1 });
  });

  test.each(['error', 'reset', 'wrong', 'html', 'huge'])('S62 refuse a response by %s', async (mode) => {
    const channel = vendors.channel(vendor);
    await begin(vendor);
    await vendors.fault(service(vendor), mode);
    await expect(channel.query(no)).rejects.toMatchObject({ name: 'PayFault', kind: 'unreached' });
    await vendors.fault(service(vendor), mode);
    await expect(channel.refund(refundAsk())).rejects.toMatchObject({ kind: 'unreached' });
    expect((await channel.query(no)).state).not.toBe('paid');
  });

  test.each(['wrong', 'unsigned', 'stale', 'unknownSerial'])('S62 refuse a response that is %s', async (answers) => {
    if (vendor === 'alipay' && answers === 'stale') return;
    const channel = vendors.channel(vendor);
    await pay(vendor);
    expect((await channel.query(no)).state).toBe('paid');
    await vendors.lever('switch', { vendor, answers });
    await expect(channel.query(no)).rejects.toMatchObject({ kind: 'unreached', code: 'SIGNATURE' });
    await expect(channel.close(no)).rejects.toMatchObject({ name: 'PayFault' });
    await vendors.lever('switch', { vendor, answers: 'well' });
    expect((await channel.query(no)).state).toBe('paid');
  });

  test('reject a query with error kind `refused` when the merchant key is wrong', async () => {
    const { wechat, alipay } = vendors.settings;
    if (!wechat || !alipay) throw new Error('no settings');
    [wechat.privateKey, alipay.privateKey] = [alipay.privateKey, wechat.privateKey];
    vendors.reopen();
    await expect(vendors.channel(vendor).query(no)).rejects.toMatchObject({ kind: 'refused' });
  });

  test('S48 accept notices and responses after the vendor has changed its key', async () => {
    await pay(vendor);
    await expect.poll(() => vendors.seen.length).toBe(1);
    const { publicKey } = await vendors.lever<{ publicKey: string }>('rotate', { vendor, drop: true });
    if (vendor === 'alipay') {
      await expect(vendors.channel(vendor).query(no)).rejects.toMatchObject({ code: 'SIGNATURE' });
      vendors.successor(publicKey);
    }
    if (vendor === 'wechat') vendors.pass(60_000);
    expect((await vendors.channel(vendor).query(no)).state).toBe('paid');
    await vendors.lever('notice', { vendor, outTradeNo: no });
    expect(readResults()).toHaveLength(2);
    expect(readResults()[1]).toMatchObject({ kind: 'payment', outTradeNo: no });
  });
});

describe('payments on a phone', () => {
  const phone = { scene: 'phone', address: '::ffff:203.0.113.7', returnPath: '/bus/orderrecords/order?id=1' } as const;
  const openPage = async (vendor: PayVendor) => {
    const begun = await vendors.channel(vendor).open(attempt({ device: phone }));
    if (!('pageUrl' in begun)) throw new Error('no page');
    return begun.pageUrl;
  };

  test.each(both)('open the page of %s, which returns to us', async (vendor) => {
    const address = await openPage(vendor);
    const url = new URL(address);
    const back = url.searchParams.get(vendor === 'wechat' ? 'redirect_url' : 'return_url');
    expect(back).toBe(`${new URL(vendors.settings.wechat?.notifyUrl() ?? '').origin}${phone.returnPath}`);
    const page = await (await fetch(address, { headers: { referer: 'http://127.0.0.1/' } })).text();
    expect(page).toContain('¥365.00');
    if (vendor === 'wechat') expect(await (await fetch(address)).text()).toContain('商家参数格式有误');
    expect(await openPage(vendor)).toContain(vendor === 'wechat' ? (url.searchParams.get('prepay_id') ?? '') : no);
    const code = /code: "([^"]+)"/.exec(page)?.[1] ?? '';
    expect(await act(code, 'pay')).toEqual({ problem: null });
    await expect
      .poll(readResults)
      .toMatchObject([{ kind: 'payment', outTradeNo: no, state: { state: 'paid', amountFen: 36_500 } }]);
  });

  test('WeChat refuses the number of another device', async () => {
    await begin('wechat');
    await expect(openPage('wechat')).rejects.toMatchObject({ kind: 'conflict' });
  });

  test('a payer inside WeChat is identified once and pays with signed parameters', async () => {
    const channel = vendors.channel('wechat');
    const { payerIdentity } = channel;
    const authorize = payerIdentity?.pageOf('state-1', phone.returnPath) ?? '';
    const { headers } = await fetch(authorize, { redirect: 'manual' });
    const back = new URL(headers.get('location') ?? '');
    expect(back.searchParams.get('state')).toBe('state-1');
    const code = back.searchParams.get('code') ?? '';
    const openid = await payerIdentity?.openidOf(code);
    expect(openid).toMatch(/^oSim/);
    expect(await payerIdentity?.openidOf(code)).toBeNull();
    const begun = await channel.open(attempt({ device: { scene: 'inApp', openid } }));
    if (!('bridge' in begun)) throw new Error('no bridge');
    const forged = { ...begun.bridge, package: 'prepay_id=wxsimother' };
    expect(await vendors.lever('bridge', { facts: forged, what: 'pay' })).toEqual({
      message: 'get_brand_wcpay_request:fail 支付验证签名失败',
    });
    expect(await vendors.lever('bridge', { facts: begun.bridge, what: 'pay' })).toEqual({
      message: 'get_brand_wcpay_request:ok',
    });
    expect((await channel.query(no)).state).toBe('paid');
  });
});

test('preserves payments of the payment simulator across restarts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'anlan-pay-'));
  const keep = join(folder, 'simulator', 'pay.json');
  try {
    const first = await openPayVendors({ keep });
    await first.channel('wechat').open(attempt());
    await first.lever('act', { vendor: 'wechat', outTradeNo: no, what: 'pay' });
    await first.close();
    expect(statSync(keep).mode & 0o077).toBe(0);
    const second = await openPayVendors({ keep });
    expect(second.facts).toEqual(first.facts);
    expect((await second.channel('wechat').query(no)).state).toBe('paid');
    await second.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
