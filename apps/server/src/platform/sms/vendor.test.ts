// Tests the SMS vendor adapters against a test server that verifies every signature and fails when instructed.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSimulator } from '../../../../simulator/src/server.ts';
import { smsKey } from '../../../../simulator/src/sms-vendors.ts';
import { createOutbound } from '../outbound/index.ts';
import { smsTemplates, type SmsTemplate } from '@anlan/contract/domain/message-template';
import type { SmsSettings } from './settings.ts';
import { createVendorSms } from './vendor.ts';

let simulator: ReturnType<typeof createSimulator>;
let address = '';
beforeEach(async () => {
  simulator = createSimulator();
  address = await simulator.listen(0);
});
afterEach(() => simulator.close());

const vendors = ['aliyun', 'tencent'] as const;
const templates = new Map(Object.keys(smsTemplates).map((name) => [name as SmsTemplate, name]));
const settings = (vendor: (typeof vendors)[number], more: Partial<SmsSettings> = {}): SmsSettings => ({
  vendor,
  endpoint: `${address}/sms/${vendor}/`,
  key: smsKey,
  signName: '安澜',
  templates,
  appId: '1400006666',
  region: 'ap-guangzhou',
  ...more,
});
const open = (smsSettings: SmsSettings, now?: () => Date) =>
  createVendorSms(smsSettings, createOutbound({ allowPrivate: ['127.0.0.1'] }), now);
const message = (idemKey: string, template: SmsTemplate = 'codeSignIn') =>
  ({
    phone: '13912345678',
    template,
    params: { code: '012345', minutes: '5', name: '林&知+远 "甲"', number: 'RZ1', reason: '资料不全，请补充！*~' },
    idemKey,
  }) as const;
const inbox = async () => (await fetch(`${address}/_ctl/sms`)).json();
const disturb = (path: string, body: object) =>
  fetch(`${address}/_ctl/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe.each(vendors)('SMS by %s', (vendor) => {
  test('has a signature that the vendor verifies', async () => {
    const sms = open(settings(vendor));
    expect(await sms.send(message('a'))).toEqual({ kind: 'sent', receipt: 'a' });
    expect(await sms.send(message('b', 'enterpriseRejected'))).toEqual({ kind: 'sent', receipt: 'b' });
    expect(await inbox()).toMatchObject([
      { template: 'enterpriseRejected', params: { name: '林&知+远 "甲"', reason: '资料不全，请补充！*~' } },
      { phone: '13912345678', template: 'codeSignIn', params: { code: '012345', minutes: '5' } },
    ]);
  });

  test('is refused when key, secret or clock is wrong', async () => {
    const wrong = [
      open(settings(vendor, { key: { ...smsKey, id: 'somebody-else' } })),
      open(settings(vendor, { key: { ...smsKey, secret: 'another-secret' } })),
      open(settings(vendor), () => new Date(Date.now() - 3_600_000)),
    ];
    for (const sms of wrong) expect(await sms.send(message('c'))).toMatchObject({ kind: 'refused', forAll: true });
    expect(await inbox()).toEqual([]);
  });

  test('is sent again after temporary errors', async () => {
    const sms = open(settings(vendor));
    const say = async (code: string) => {
      await disturb('sms/fault', { times: 1, code });
      return sms.send(message('d'));
    };
    const passing = vendor === 'aliyun' ? 'isv.BUSINESS_LIMIT_CONTROL' : 'LimitExceeded.PhoneNumberThirtySecondLimit';
    const poor = vendor === 'aliyun' ? 'isv.AMOUNT_NOT_ENOUGH' : 'FailedOperation.InsufficientBalanceInSmsPackage';
    expect((await say(passing)).kind).toBe('later');
    expect(await say(poor)).toMatchObject({ kind: 'refused', forAll: true });
    expect(await say('isv.MOBILE_NUMBER_ILLEGAL')).toEqual({
      kind: 'refused',
      reason: expect.stringContaining('isv.MOBILE_NUMBER_ILLEGAL'),
    });
  });

  test('uses the templates of a tenant before the templates of the platform', async () => {
    const sms = open(settings(vendor, { templates: new Map([['codeSignIn', 'codeSignIn']]) }));
    const unit = { signName: '临澜应急', templates: { codeApply: 'codeRegister' } };
    expect(sms.carries('codeApply', unit)).toBe(true);
    expect(sms.carries('codeFindPhone', unit)).toBe(false);
    expect(await sms.send({ ...message('u1', 'codeApply'), unit })).toEqual({ kind: 'sent', receipt: 'u1' });
    expect(await sms.send({ ...message('u2'), unit })).toEqual({ kind: 'sent', receipt: 'u2' });
    expect(await inbox()).toMatchObject([
      { template: 'codeSignIn', text: expect.stringMatching(/^【临澜应急】/) },
      { template: 'codeRegister', text: expect.stringMatching(/^【临澜应急】/) },
    ]);
    const unknown =
      vendor === 'aliyun' ? 'isv.SMS_SIGNATURE_ILLEGAL' : 'FailedOperation.SignatureIncorrectOrUnapproved';
    await disturb('sms/fault', { times: 2, code: unknown });
    expect(await sms.send({ ...message('u3'), unit })).toEqual({ kind: 'refused', reason: expect.any(String) });
    expect(await sms.send(message('u4'))).toMatchObject({ kind: 'refused', forAll: true });
  });

  test.each(['error', 'reset', 'wrong', 'html', 'huge'])(
    'is sent again later when the vendor answers by %s',
    async (mode) => {
      await disturb('fault', { service: 'sms', mode });
      expect(await open(settings(vendor)).send(message('e'))).toMatchObject({
        kind: 'later',
        reason: expect.any(String),
      });
      expect(await inbox()).toEqual([]);
    },
  );

  test('is sent again when the vendor is unavailable or takes more than six seconds', async () => {
    const sms = open(settings(vendor, { templates: new Map([['codeSignIn', 'codeSignIn']]) }));
    expect(sms.carries('codeApply', null)).toBe(false);
    expect(await sms.send(message('f', 'codeApply'))).toEqual({
      kind: 'refused',
      reason: '没有配置短信模板 codeApply（SMS_TEMPLATES）',
    });
    await disturb('fault', { service: 'sms', mode: 'timeout' });
    const since = performance.now();
    expect(await sms.send(message('g'))).toEqual({ kind: 'later', reason: '短信服务没有及时答复' });
    expect(performance.now() - since).toBeLessThan(10_000);
    await simulator.close();
    expect((await sms.send(message('h'))).kind).toBe('later');
  }, 30_000);
});
