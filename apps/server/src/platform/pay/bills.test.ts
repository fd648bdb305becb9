// Reads bills in the formats of both vendors, unchanged and manipulated.
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPayVendors, type PayVendors } from '../../../testing/pay-vendors.ts';
import { alipayLines } from './alipay/bill.ts';
import { fenOf, yuanOf } from './fen.ts';
import type { BillLine, PayVendor } from './port.ts';
import { wechatLines } from './wechat/bill.ts';

let vendors: PayVendors;
beforeAll(async () => {
  vendors = await openPayVendors();
});
afterAll(() => vendors.close());
beforeEach(async () => {
  await fetch(`${vendors.address}/_ctl/reset`, { method: 'POST' });
  for (const vendor of ['wechat', 'alipay'] as const) await vendors.lever('switch', { vendor, billsAtOnce: true });
});

const day = '2026-11-20';
const noon = Date.parse(`${day}T12:00:00+08:00`);
const trade = (at: number, more: object = {}) => ({
  outTradeNo: `AN2026112000${String(at).padStart(4, '0')}`,
  amountFen: 36_500 + at,
  paidAt: noon + at * 1_000,
  ...more,
});
async function read(vendor: PayVendor, of = day): Promise<BillLine[] | null> {
  const bill = await vendors.channel(vendor).bill(of);
  return bill && all(bill);
}

describe.each(['wechat', 'alipay'] as const)('bills of %s', (vendor) => {
  const fill = (...trades: object[]) => vendors.lever('fill', { vendor, trades });
  const plant = (kind: string, at: number) =>
    vendors.lever('plant', { vendor, day, kind, outTradeNo: trade(at).outTradeNo });

  test('list payments by success and refunds by acceptance', async () => {
    await fill(trade(1), trade(2, { refundFen: 5, outRefundNo: 'RF2' }), { ...trade(3), paidAt: noon + 86_400_000 });
    const lines = await read(vendor);
    expect(lines).toHaveLength(3);
    expect(lines).toContainEqual({
      kind: 'payment',
      outTradeNo: trade(1).outTradeNo,
      outRefundNo: null,
      vendorTradeNo: expect.stringMatching(/^\d{28}$/),
      amountFen: 36_501,
      state: 'SUCCESS',
      at: new Date(noon + 1_000),
    });
    expect(lines).toContainEqual({
      kind: 'refund',
      outTradeNo: trade(2).outTradeNo,
      outRefundNo: 'RF2',
      vendorTradeNo: expect.stringMatching(/^\d{28}$/),
      amountFen: 5,
      state: 'SUCCESS',
      at: new Date(noon + 3_000),
    });
    expect(await read(vendor, '2026-11-21')).toMatchObject([{ outTradeNo: trade(3).outTradeNo }]);
  });

  test('contain each difference that the test inserted', async () => {
    await fill(
      ...Array.from({ length: 7 }, (_, at) => trade(at, at > 4 ? { refundFen: 100, outRefundNo: `RF${at}` } : {})),
    );
    await plant('missing', 1);
    await plant('amount', 2);
    await plant('dayCut', 3);
    await plant('extra', 9_999);
    await plant('refund', 5);
    if (vendor === 'wechat') await plant('state', 6);
    const lines = (await read(vendor)) ?? [];
    const of = (at: number, kind = 'payment') =>
      lines.find((line) => line.kind === kind && line.outTradeNo === trade(at).outTradeNo);
    expect(of(0)).toMatchObject({ amountFen: 36_500 });
    expect(of(1)).toBeUndefined();
    expect(of(2)).toMatchObject({ amountFen: 36_602 });
    expect(of(3)).toBeUndefined();
    expect(of(9_999)).toMatchObject({ amountFen: 9_900 });
    expect(of(5, 'refund')).toMatchObject({ amountFen: 101 });
    if (vendor === 'wechat') expect(of(6, 'refund')).toMatchObject({ state: 'CHANGE' });
    expect(await read(vendor, '2026-11-21')).toMatchObject([{ outTradeNo: trade(3).outTradeNo }]);
  });

  test('are available from 10:00 of the next day', async () => {
    await vendors.lever('switch', { vendor, billsAtOnce: false });
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    expect(await read(vendor, today)).toBeNull();
    expect(await read(vendor, '2026-11-01')).toEqual([]);
    await fill(trade(1));
    expect(await read(vendor)).toHaveLength(1);
  });

  test('are refused when the file was changed in transit', async () => {
    await fill(trade(1), trade(2));
    await vendors.lever('switch', { vendor, damagedBills: true });
    // Which check fails first depends on the position of the changed byte.
    const code = vendor === 'wechat' ? 'BILL_HASH' : expect.stringMatching(/^BILL_(PACKED|ENCODING|HEADING)$/);
    await expect(read(vendor)).rejects.toMatchObject({ name: 'PayFault', code });
  });

  test.each(['error', 'reset', 'html', 'wrong'])('S62 are refused in a response by %s', async (mode) => {
    await fill(trade(1));
    const { channel, fault } = vendors;
    await fault(vendor === 'wechat' ? 'wxpay' : 'alipay', mode);
    await expect(channel(vendor).bill(day)).rejects.toMatchObject({ name: 'PayFault', kind: 'unreached' });
  });
});

const once = async function* (...pieces: Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces;
};
async function all(lines: AsyncIterable<BillLine>): Promise<BillLine[]> {
  const billLines: BillLine[] = [];
  for await (const line of lines) billLines.push(line);
  return billLines;
}
const heading =
  '交易时间,公众账号ID,商户号,微信订单号,商户订单号,交易状态,应结订单金额,商户退款单号,退款金额,退款状态,订单金额,申请退款金额';
const row = (more: Record<string, string> = {}) => {
  const cells = { 时间: '2026-11-20 12:00:00', 商户: '1900009191', 单: 'AN1', 态: 'SUCCESS', 额: '365.00', ...more };
  return ['时间', '', '商户', '', '单', '态', '', '', '', '', '额', '']
    .map((name) => `\`${name === '' ? '' : (cells[name as keyof typeof cells] ?? '')}`)
    .join(',');
};
const ends = '总交易单数,应结订单总金额\r\n`1,`365.00\r\n';

test('parses a bill that arrives in arbitrary pieces', async () => {
  const bytes = Buffer.from(`\uFEFF${heading}\r\n${row()}\r\n${row({ 单: '退，款' })}\r\n${ends}`);
  const pieces = Array.from({ length: bytes.length }, (_, at) => bytes.subarray(at, at + 1));
  expect((await all(wechatLines(once(...pieces), '1900009191'))).map(({ outTradeNo }) => outTradeNo)).toEqual([
    'AN1',
    '退，款',
  ]);
});

test.each([
  ['another merchant', { 商户: '1900000999' }, 'BILL_FOREIGN'],
  ['no amount', { 额: '' }, 'BILL_ROW'],
  ['an amount with three decimals', { 额: '1.005' }, 'BILL_ROW'],
  ['an amount in words', { 额: '1e3' }, 'BILL_ROW'],
  ['an impossible time', { 时间: '2026-02-30 12:00:00' }, 'BILL_ROW'],
  ['no order number', { 单: '' }, 'BILL_ROW'],
])('refuses a bill with %s in a row', async (_, more, code) => {
  const bytes = Buffer.from(`${heading}\r\n${row()}\r\n${row(more)}\r\n${ends}`);
  await expect(all(wechatLines(once(bytes), '1900009191'))).rejects.toMatchObject({ kind: 'refused', code });
});

test('refuses content that is not a bill', async () => {
  const wechat = (bytes: Buffer) => all(wechatLines(once(bytes), '1900009191'));
  await expect(wechat(Buffer.from('<html></html>'))).rejects.toMatchObject({ code: 'BILL_HEADING' });
  await expect(
    wechat(Buffer.concat([Buffer.from(`${heading}\r\n`), Buffer.from([0xd6, 0xd0, 0xff])])),
  ).rejects.toMatchObject({
    code: 'BILL_ENCODING',
  });
  await expect(wechat(Buffer.alloc(40_000, 97))).rejects.toMatchObject({ code: 'BILL_LINE' });
  const alipay = (...tables: Buffer[]) => all(alipayLines(tables.map((one) => once(one))));
  await expect(alipay()).rejects.toMatchObject({ code: 'BILL_HEADING' });
  await expect(alipay(Buffer.from('#a\r\nb,c\r\n'))).rejects.toMatchObject({ code: 'BILL_HEADING' });
  await expect(alipay(Buffer.from([0xff, 0xff, 0x0a]))).rejects.toMatchObject({ code: 'BILL_ENCODING' });
  const bomb = gzipSync(Buffer.alloc(1_000_000, 97));
  await expect(wechat(bomb)).rejects.toMatchObject({ kind: 'refused' });
});

test('converts a yuan text to fen and back without rounding', () => {
  for (const fen of [0, 1, 10, 99, 100, 101, 36_500, 999_999_999_99]) expect(fenOf(yuanOf(fen))).toBe(fen);
  expect(['365', '365.0', '0.1', '-0.01', ' 1.00 '].map(fenOf)).toEqual([36_500, 36_500, 10, -1, 100]);
  expect(['', '.5', '1.', '1.001', '1,000.00', '1e2', '0x1', '+1', 'NaN', '１'].map(fenOf)).toEqual(
    Array.from({ length: 10 }, () => null),
  );
  expect(() => yuanOf(1.5)).toThrow(RangeError);
  expect(() => yuanOf(-1)).toThrow(RangeError);
});
