// S48: a notice counts only when it is signed by the vendor, recent and for this merchant.
import { generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPayVendors, type PayVendors, type SeenNotice } from '../../../testing/pay-vendors.ts';
import { PayNoticeRefused, type NoticeRequest, type PayVendor } from './port.ts';

let vendors: PayVendors;
let count = 0;
beforeAll(async () => {
  vendors = await openPayVendors();
});
afterAll(() => vendors.close());
beforeEach(async () => {
  for (const vendor of ['wechat', 'alipay'] as const)
    await vendors.lever('switch', { vendor, notices: 'well', refunds: 'well', answers: 'well', hurry: 100_000 });
  vendors.seen.length = 0;
});

async function paid(vendor: PayVendor): Promise<string> {
  count += 1;
  const outTradeNo = `AN20261124${String(count).padStart(6, '0')}`;
  const begun = await vendors
    .channel(vendor)
    .open({ outTradeNo, amountFen: 36_500, subject: '安澜会员', expiresAt: new Date(Date.now() + 900_000) });
  if ('pageUrl' in begun) await fetch(begun.pageUrl);
  await vendors.lever('act', { vendor, outTradeNo, what: 'scan' });
  await vendors.lever('act', { vendor, outTradeNo, what: 'pay' });
  return outTradeNo;
}
async function genuine(vendor: PayVendor): Promise<SeenNotice> {
  const outTradeNo = await paid(vendor);
  await expect.poll(() => vendors.seen.length).toBe(1);
  const [notice] = vendors.seen;
  if (!notice || typeof notice.read === 'string') throw new Error('no notice');
  expect(notice.read).toMatchObject({ outTradeNo });
  return notice;
}
const read = (vendor: PayVendor, request: NoticeRequest) =>
  vendors
    .channel(vendor)
    .readNotice(request)
    .then(
      () => 'taken',
      (error: unknown) => {
        if (error instanceof PayNoticeRefused) return error.why;
        throw error;
      },
    );
const readResults = () => vendors.seen.map((one) => (typeof one.read === 'string' ? one.read : one.read.kind));

describe.each(['wechat', 'alipay'] as const)('payment notices of %s', (vendor) => {
  test('keep the same id when a notice is repeated five times', async () => {
    await vendors.lever('switch', { vendor, notices: 'doubled' });
    await paid(vendor);
    await expect.poll(readResults).toEqual(Array.from({ length: 5 }, () => 'payment'));
    expect(new Set(vendors.seen.map((one) => typeof one.read === 'object' && one.read.id)).size).toBe(1);
  });

  test.each([
    ['forged', 'forged'],
    ['unknownSerial', vendor === 'wechat' ? 'unknownKey' : 'forged'],
    ['stale', 'late'],
    ['probe', 'forged'],
    ['foreign', 'foreign'],
  ])('are refused when %s, with the reason %s', async (twist, why) => {
    await vendors.lever('switch', { vendor, notices: 'never' });
    const outTradeNo = await paid(vendor);
    const { taken: isAcknowledged } = await vendors.lever<{ taken: boolean }>('notice', { vendor, outTradeNo, twist });
    // A valid notice for another merchant raises an alarm. It is acknowledged, so that the vendor does not repeat it.
    expect(isAcknowledged).toBe(why === 'foreign');
    expect(readResults()).toEqual([why]);
  });

  test('return the notified amount even if it differs from the order by one fen', async () => {
    await vendors.lever('switch', { vendor, notices: 'wrongAmount' });
    const outTradeNo = await paid(vendor);
    await expect
      .poll(() => vendors.seen.map((one) => one.read))
      .toMatchObject([{ outTradeNo, state: { amountFen: 36_501 } }]);
  });

  test('are handled when late, lost or in another order', async () => {
    await vendors.lever('switch', { vendor, notices: 'outOfOrder' });
    const outTradeNo = await paid(vendor);
    await vendors
      .channel(vendor)
      .refund({ outTradeNo, outRefundNo: `R${outTradeNo}`, amountFen: 100, totalFen: 36_500, reason: '试' });
    await expect.poll(readResults).toEqual(['refund', 'payment']);
    vendors.seen.length = 0;
    await vendors.lever('switch', { vendor, notices: 'never' });
    await paid(vendor);
    await vendors.lever('switch', { vendor, notices: 'late' });
    const late = await paid(vendor);
    await expect.poll(() => vendors.seen.map((one) => one.read)).toMatchObject([{ outTradeNo: late }]);
  });

  test('are accepted when valid, also after a forged notice', async () => {
    await vendors.lever('switch', { vendor, notices: 'forgedFirst' });
    await paid(vendor);
    await expect.poll(readResults).toEqual(['forged', 'payment']);
  });

  test('are refused when any byte was changed', async () => {
    const { headers, body } = await genuine(vendor);
    expect(await read(vendor, { headers, body })).toBe('taken');
    for (let at = 0; at < body.length; at += Math.ceil(body.length / 40)) {
      const changed = Buffer.from(body);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(await read(vendor, { headers, body: changed }), `byte ${at}`).not.toBe('taken');
    }
    for (const cut of [0, 1, body.length - 1])
      expect(await read(vendor, { headers, body: body.subarray(0, cut) })).not.toBe('taken');
    expect(await read(vendor, { headers, body: Buffer.concat([body, Buffer.from(' ')]) })).not.toBe('taken');
    expect(await read(vendor, { headers, body: Buffer.concat([body, Buffer.from('&app_id=1')]) })).not.toBe('taken');
  });

  test('are refused as late outside the time window', async () => {
    const { headers, body } = await genuine(vendor);
    const steps = vendor === 'wechat' ? [290_000, 20_000] : [25 * 3_600_000, 2 * 3_600_000];
    const [within = 0, beyond = 0] = steps;
    vendors.pass(within);
    expect(await read(vendor, { headers, body })).toBe('taken');
    vendors.pass(beyond);
    expect(await read(vendor, { headers, body })).toBe('late');
    vendors.pass(-within - beyond - 280_000);
    expect(await read(vendor, { headers, body })).toBe('taken');
    vendors.pass(-40_000);
    expect(await read(vendor, { headers, body })).toBe('late');
    vendors.pass(320_000);
  });

  test('are refused with a malformed or hostile body', async () => {
    const { headers, body } = await genuine(vendor);
    const hostile: Record<string, Buffer> = {
      empty: Buffer.alloc(0),
      huge: Buffer.alloc(70_000, 97),
      nul: Buffer.alloc(200),
      latin: Buffer.from('out_trade_no=\xe9\xff&sign=a&sign_type=RSA2', 'latin1'),
      gbk: Buffer.from([0x73, 0x3d, 0xd6, 0xd0]),
      bom: Buffer.concat([Buffer.from('\uFEFF'), body]),
      array: Buffer.from('[]'),
      deep: Buffer.from('['.repeat(30_000)),
      proto: Buffer.from('{"__proto__":{"id":"x"},"id":"x"}'),
      html: Buffer.from('<script>alert(1)</script>'),
      pairs: Buffer.from(Array.from({ length: 5_000 }, (_, at) => `a${at}=1`).join('&')),
      twice: Buffer.from(`${body.toString()}&${body.toString()}`),
      percent: Buffer.from('a=%ZZ&sign=%E0%A4%A&sign_type=RSA2'),
    };
    for (const [name, bytes] of Object.entries(hostile)) {
      expect(await read(vendor, { headers, body: bytes }), name).not.toBe('taken');
      expect(await read(vendor, { headers: {}, body: bytes }), name).not.toBe('taken');
    }
    expect(await read(vendor, { headers, body: Buffer.alloc(70_000, 97) })).toBe('tooLong');
  });
});

test('refuses a WeChat signature with a missing, duplicate or malformed part', async () => {
  const { headers, body } = await genuine('wechat');
  const names = ['timestamp', 'nonce', 'serial', 'signature'].map((name) => `wechatpay-${name}`);
  for (const name of names) {
    const value = String(headers[name]);
    for (const changed of [undefined, '', ` ${value}`, `${value}\n`, 'x'.repeat(5_000), [value, value]])
      expect(await read('wechat', { headers: { ...headers, [name]: changed }, body }), name).toBe('unsigned');
  }
  expect(await read('wechat', { headers: { ...headers, 'wechatpay-nonce': 'another' }, body })).toBe('forged');
  const later = String(Number(headers['wechatpay-timestamp']) + 1);
  expect(await read('wechat', { headers: { ...headers, 'wechatpay-timestamp': later }, body })).toBe('forged');
  expect(await read('wechat', { headers: { ...headers, 'wechatpay-serial': 'PUB_KEY_ID_00' }, body })).toBe(
    'unknownKey',
  );
});

test('requests the WeChat key for an unknown serial number at most once a minute', async () => {
  const { headers, body } = await genuine('wechat');
  const traffic = async () => {
    const all: { address: string }[] = JSON.parse(await (await fetch(`${vendors.address}/_ctl/traffic`)).text());
    return all.filter(({ address }) => address.endsWith('/v3/certificates')).length;
  };
  vendors.pass(61_000);
  const before = await traffic();
  const strangers = Array.from({ length: 50 }, (_, at) => `4${String(at).padStart(39, 'A')}`);
  const outcomes = await Promise.all(
    strangers.map((serial) => read('wechat', { headers: { ...headers, 'wechatpay-serial': serial }, body })),
  );
  vendors.pass(-61_000);
  expect(new Set(outcomes)).toEqual(new Set(['unknownKey']));
  expect((await traffic()) - before).toBe(1);
});

test('refuses a WeChat notice with a wrong key under a known serial number', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { headers, body } = await genuine('wechat');
  const text = `${headers['wechatpay-timestamp']}\n${headers['wechatpay-nonce']}\n${body.toString()}\n`;
  const own = sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64');
  expect(await read('wechat', { headers: { ...headers, 'wechatpay-signature': own }, body })).toBe('forged');
  const alipay = vendors.settings.alipay;
  if (!alipay) throw new Error('no settings');
  const { publicKey, privateKey: weakKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const originalKeys = alipay.publicKeys;
  alipay.publicKeys = [publicKey];
  vendors.reopen();
  const params = 'app_id=2021000000009191&notify_id=1&out_trade_no=2';
  const weak = sign('RSA-SHA1', Buffer.from(params), weakKey).toString('base64');
  for (const type of ['RSA', 'RSA2', 'rsa2', '']) {
    const form = `${params}&sign_type=${type}&sign=${encodeURIComponent(weak)}`;
    expect(await read('alipay', { headers: {}, body: Buffer.from(form) }), type).toBe(
      type === 'RSA2' ? 'forged' : 'unsigned',
    );
  }
  alipay.publicKeys = originalKeys;
  vendors.reopen();
});

test('accepts only notices signed with public keys or certificates of WeChat Pay', async () => {
  const own = await openPayVendors({ byPublicKey: true });
  try {
    const channel = own.channel('wechat');
    const outTradeNo = 'AN20261124900001';
    await channel.open({ outTradeNo, amountFen: 1, subject: '安澜会员', expiresAt: new Date(Date.now() + 900_000) });
    await own.lever('act', { vendor: 'wechat', outTradeNo, what: 'pay' });
    await expect.poll(() => own.seen.map((one) => one.read)).toMatchObject([{ outTradeNo }]);
    expect(own.seen[0]?.headers['wechatpay-serial']).toMatch(/^PUB_KEY_ID_/);
    expect((await channel.query(outTradeNo)).state).toBe('paid');
    if (own.settings.wechat) own.settings.wechat.platformKeys = new Map();
    own.reopen();
    await own.lever('notice', { vendor: 'wechat', outTradeNo });
    expect(own.seen[1]?.read).toBe('unknownKey');
    // The merchant uses certificates again. After its next call, notices are signed with them too.
    expect((await own.channel('wechat').query(outTradeNo)).state).toBe('paid');
    await own.lever('notice', { vendor: 'wechat', outTradeNo });
    expect(own.seen[2]?.read).toMatchObject({ outTradeNo });
  } finally {
    await own.close();
  }
});

test('accepts notices with the old and the new encryption key during a key change', async () => {
  const { wechat } = vendors.settings;
  if (!wechat) throw new Error('no settings');
  const { headers, body } = await genuine('wechat');
  const originalKeys = wechat.apiV3Keys;
  wechat.apiV3Keys = ['0'.repeat(32), ...originalKeys];
  vendors.reopen();
  expect(await read('wechat', { headers, body })).toBe('taken');
  wechat.apiV3Keys = ['0'.repeat(32)];
  wechat.platformKeys = new Map();
  vendors.reopen();
  // Without our encryption key the certificates of WeChat Pay cannot be decrypted either.
  expect(await read('wechat', { headers, body })).toBe('unknownKey');
  wechat.apiV3Keys = originalKeys;
  vendors.reopen();
});
