// Compatibility with third-party clients: each side verifies the signatures of the other.
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Aes, Formatter, Rsa, Wechatpay } from 'wechatpay-axios-plugin';
import { openPayVendors, type PayVendors } from '../../../testing/pay-vendors.ts';
import { createAlipayNotices } from './alipay/notice.ts';
import { isTheirs, partOf } from './alipay/signing.ts';
import { publicKeyOf, type AlipaySettings, type WechatPaySettings } from './settings.ts';
import { authorizationOf } from './wechat/signing.ts';

let vendors: PayVendors;
let wechat: WechatPaySettings;
beforeAll(async () => {
  vendors = await openPayVendors({ byPublicKey: true });
  if (!vendors.settings.wechat) throw new Error('no settings');
  wechat = vendors.settings.wechat;
});
afterAll(() => vendors.close());

test('gives the same results as another WeChat Pay client for orders, queries, notices and bills', async () => {
  const { facts, address } = vendors;
  const other = new Wechatpay({
    mchid: facts.wechat.mchId,
    serial: facts.wechat.serial,
    privateKey: facts.wechat.privateKey,
    certs: { [facts.wechat.publicKeyId]: facts.wechat.publicKey },
    baseURL: `${address}/pay/`,
  });
  const outTradeNo = 'AN20261124ORACLE1';
  // The client signs the path without a prefix, so the host must be configured without a path.
  const call = (method: 'get' | 'post', path: string, data?: object) =>
    other.client.v3.request({
      method,
      url: `${address}/pay/${path}`,
      data,
      headers: { 'wechatpay-serial': facts.wechat.publicKeyId },
    });
  const begun = await call('post', 'v3/pay/transactions/native', {
    appid: facts.wechat.appId,
    mchid: facts.wechat.mchId,
    description: '安澜会员',
    out_trade_no: outTradeNo,
    notify_url: wechat.notifyUrl(),
    amount: { total: 100 },
  });
  const channel = vendors.channel('wechat');
  const again = await channel.open({
    outTradeNo,
    amountFen: 100,
    subject: '安澜会员',
    expiresAt: new Date(Date.now() + 900_000),
  });
  expect(begun.data).toEqual({ code_url: 'codeUrl' in again && again.codeUrl });
  await vendors.lever('act', { vendor: 'wechat', outTradeNo, what: 'pay' });
  const queryAnswer = await call('get', `v3/pay/transactions/out-trade-no/${outTradeNo}?mchid=${facts.wechat.mchId}`);
  expect(queryAnswer.data).toMatchObject({ trade_state: 'SUCCESS', amount: { total: 100 } });

  await expect.poll(() => vendors.seen.length).toBe(1);
  const [notice] = vendors.seen;
  if (!notice) throw new Error('no notice');
  const [at, nonce, signature] = ['timestamp', 'nonce', 'signature'].map((name) =>
    String(notice.headers[`wechatpay-${name}`]),
  );
  const text = Formatter.response(at ?? '', nonce ?? '', notice.body.toString());
  expect(Rsa.verify(text, signature ?? '', facts.wechat.publicKey)).toBe(true);
  const { resource } = JSON.parse(notice.body.toString());
  const opened = JSON.parse(
    Aes.AesGcm.decrypt(resource.ciphertext, facts.wechat.apiV3Key, resource.nonce, resource.associated_data),
  );
  expect(opened).toMatchObject({ out_trade_no: outTradeNo, trade_state: 'SUCCESS' });
  expect(notice.read).toMatchObject({ outTradeNo, state: { vendorTradeNo: opened.transaction_id } });
});

test('sends payment requests that other clients accept', async () => {
  const at = new Date('2019-04-02T12:34:20Z');
  const of = {
    method: 'GET',
    pathAndQuery: '/v3/certificates',
    body: '',
    at,
    nonce: '593BEC0C930BF1AFEB40B4A08C8FB242',
  };
  const authorization = authorizationOf(wechat, of);
  const signature = /signature="([^"]+)"/.exec(authorization)?.[1] ?? '';
  // Example of a signed text, published by WeChat Pay.
  const text = 'GET\n/v3/certificates\n1554208460\n593BEC0C930BF1AFEB40B4A08C8FB242\n\n';
  expect(Formatter.request('GET', '/v3/certificates', 1554208460, of.nonce, '')).toBe(text);
  const merchantKey = createPublicKey(vendors.facts.wechat.privateKey);
  expect(Rsa.verify(text, signature, merchantKey)).toBe(true);
  expect(authorization).toMatch(
    /^WECHATPAY2-SHA256-RSA2048 mchid="\d+",nonce_str="\w+",signature="[^"]+",timestamp="1554208460",serial_no="[0-9A-F]+"$/,
  );

  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const originalKeys = wechat.platformKeys;
  wechat.platformKeys = new Map([['PUB_KEY_ID_ANOTHER', publicKey]]);
  vendors.reopen();
  const transactionFacts = {
    appid: wechat.appId,
    mchid: wechat.mchId,
    out_trade_no: 'AN1',
    transaction_id: '42',
    trade_state: 'SUCCESS',
    success_time: '2026-11-24T10:34:56+08:00',
    amount: { total: 100, payer_total: 100, currency: 'CNY', payer_currency: 'CNY' },
  };
  const [apiV3Key = ''] = wechat.apiV3Keys;
  const ciphertext = Aes.AesGcm.encrypt(JSON.stringify(transactionFacts), apiV3Key, 'abcdefghijkl', '');
  const resource = { algorithm: 'AEAD_AES_256_GCM', nonce: 'abcdefghijkl', ciphertext, associated_data: '' };
  const body = JSON.stringify({ id: 'EV-1', event_type: 'TRANSACTION.SUCCESS', resource });
  const seconds = String(Math.floor(Date.now() / 1000));
  const headers = {
    'wechatpay-timestamp': seconds,
    'wechatpay-nonce': 'n1',
    'wechatpay-serial': 'PUB_KEY_ID_ANOTHER',
    'wechatpay-signature': Rsa.sign(Formatter.response(seconds, 'n1', body), privateKey),
  };
  expect(await vendors.channel('wechat').readNotice({ headers, body: Buffer.from(body) })).toEqual({
    kind: 'payment',
    id: 'EV-1',
    outTradeNo: 'AN1',
    state: {
      state: 'paid',
      amountFen: 100,
      vendorTradeNo: '42',
      paidAt: new Date('2026-11-24T02:34:56Z'),
      account: wechat.mchId,
    },
  });
  wechat.platformKeys = originalKeys;
  vendors.reopen();
});

// Key of a real notice of Alipay. The tests of a third-party client publish the notice, a response and their keys.
const noticeKey =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAqObrdC7hrgAVM98tK0nv3hSQRGGKT4lBsQjHiGjeYZjOPIPHR5knm2jnnz/YGIXIofVHkA/tAlBAd5DrY7YpvI4tP5EONLtZKC2ghBMx7McI2wRD0xiqzxOQr1FuhZGJ8/AUokBzJrzY+aGX2xcOrxFYRlFilvVLTXg4LWjR1tdPkO6+i7wQZAIVMClPkwVRZEbaERRHlKqTzv2gGv5rDU8gRoe1LeaN+6BlbTqHWkQcNCUNrA8C6l17XAXGKDsm/9TFWwO8EPHHHCaQdjtV5/FdcWIt+L8SR1ss7EXTjYDFtxcKVv9rEoY1lX8T4mX+GbXfZHraG5NCF1+XioL5JwIDAQAB';
const notice = {
  gmt_create: '2019-08-15 15:56:22',
  charset: 'utf-8',
  seller_email: 'z97-yuquerevenue@service.aliyun.com',
  subject: '语雀空间 500人规模',
  sign: 'QfTb8tqE1BMhS5qAnXtvsF3/jBkEvu9q9en0pdbBUDDjvKycZhQb7h8GDs4FKfi049PynaNuatxSgLb/nLWZpXyyh0LEWdK2S6Ri7nPwrVgOs08zugLO20vOQz44y3ti2Ncm8/wZts1Fr2gZ7pShnVX3d1B50hbsXnObT1r/U8ONNQjWXd0HIul4TG+Q3fm3svmSvFEy0WnzuhcyHPX5Gm4ELNctL6Qd5YniGJFNcc7kopHYtI/XD9YCKCH6Ct02rzUs9i11C9CsadtZn+WhxF26Dqt9sGEFajkJ8cxUTLi8+VCpLHsgPE8P0y095uQcDdK0YjCh4x7wVSov+lrmOQ==',
  buyer_id: '2088102534368455',
  invoice_amount: '0.10',
  notify_id: '2019081500222155624068450559358070',
  fund_bill_list: '[{"amount":"0.10","fundChannel":"ALIPAYACCOUNT"}]',
  notify_type: 'trade_status_sync',
  trade_status: 'TRADE_SUCCESS',
  receipt_amount: '0.10',
  buyer_pay_amount: '0.10',
  sign_type: 'RSA2',
  app_id: '2019073166072302',
  seller_id: '2088531891668739',
  gmt_payment: '2019-08-15 15:56:24',
  notify_time: '2019-08-15 15:56:25',
  version: '1.0',
  out_trade_no: '20190815155618536-564-57',
  total_amount: '0.10',
  trade_no: '2019081522001468450512505578',
  auth_app_id: '2019073166072302',
  buyer_logon_id: 'xud***@126.com',
  point_amount: '0.00',
};

test('accepts a real Alipay notice', async () => {
  const key = publicKeyOf(noticeKey);
  if (!key || !vendors.settings.alipay) throw new Error('no key');
  const settings: AlipaySettings = {
    ...vendors.settings.alipay,
    appId: '2019073166072302',
    sellerId: '2088531891668739',
    publicKeys: [key],
    certificates: null,
  };
  const read = createAlipayNotices(settings, () => new Date('2019-08-15T08:00:00Z'));
  const bodyOf = (fields: object) => Buffer.from(new URLSearchParams({ ...notice, ...fields }).toString());
  expect(await read({ headers: {}, body: bodyOf({}) })).toEqual({
    kind: 'payment',
    id: notice.notify_id,
    outTradeNo: notice.out_trade_no,
    state: {
      state: 'paid',
      amountFen: 10,
      vendorTradeNo: notice.trade_no,
      paidAt: new Date('2019-08-15T07:56:24Z'),
      account: settings.appId,
    },
  });
  for (const field of ['total_amount', 'trade_status', 'out_trade_no', 'subject', 'more'])
    await expect(read({ headers: {}, body: bodyOf({ [field]: '0.1' }) }), field).rejects.toMatchObject({
      why: 'forged',
    });
  const others = createAlipayNotices(
    { ...settings, sellerId: '2088531891668730' },
    () => new Date('2019-08-15T08:00:00Z'),
  );
  await expect(others({ headers: {}, body: bodyOf({}) })).rejects.toMatchObject({ why: 'foreign' });
  const later = createAlipayNotices(settings, () => new Date('2019-08-17T08:00:00Z'));
  await expect(later({ headers: {}, body: bodyOf({}) })).rejects.toMatchObject({ why: 'late' });
});

test('verifies the signature of a real Alipay response over its raw text', () => {
  const key = publicKeyOf(
    'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAk7LzhmMa2c4qQd4fqAqenfbuFoA7stPKvoS1LrZEsVnOOGUUjwoa1oU9xsSPjcOWhIerU/VAN4J95GIAXx59ipcleIyfLn2FhHXPgLJpvo+b2jJFyn/1/DbeJDh+0yDVAOf50Z7HhI0mdUhFMkXlT7BU0ZMtJf/TmISFEfhDU/w6qFd6D42L97byAkq0K6LroglSVF24GqJEa7hSeUIkZWj7RasykXrc2uVJ1+ejkXE0LyPxa2AHykMGbJLf5SiZvaNzUZgnKIR36mLOHpQ/2JCXxhXZYUWHzy0kMH54JcUEeksFWBYLGvLjV1phbcUIc3Q76tIuqApY6E222OoZZQIDAQAB',
  );
  const sign =
    'F+LDzpTNiavn7xVZPGuPCSSVRSmWzJGgtuji6tVELGEaqMaNj0jRKXUEr5nloZJBBmwEnddOyCjjepMmrTKTvoOqQ0Efxpr/R1iEeHTHVbb/Q8TTh6Up5gHJDkILdaWS2q1cWeQ6VT+HQY9P3WRXS7uhILHuDODIhpAyCu5KhWGt0rMCIG+Im6NODJP2oohtSCtmTFXg58HH587Z2y2bdbjzOxLvzD9IrU1imghXQ2S/Q+wMIvRk9on6cWnBLkrNvJKapA2ReNGWOwyuASvB9zDVzhMPbR+3mfRGkVDxsq5HYLjBKGskJMXHw0HuugZij6ScRuaLPODhmHwr/pJ9yw==';
  const answer = `{"alipay_open_file_upload_response":{"code":"10000","msg":"Success","file_id":"CAxAToWB1JsAAAAAAAAAAAAADgSLAQBr"},"sign":"${sign}"}`;
  const part = partOf(answer, 'alipay_open_file_upload_response');
  expect(part && key && isTheirs(part, sign, [key])).toBe(true);
  expect(part && key && isTheirs(part.replace('10000', '10001'), sign, [key])).toBe(false);
  expect(partOf('{"a_response":{"text":"} \\" {","more":{}},"sign":""}', 'a_response')).toBe(
    '{"text":"} \\" {","more":{}}',
  );
  expect(partOf('{"a_response":{', 'a_response')).toBeNull();
});
