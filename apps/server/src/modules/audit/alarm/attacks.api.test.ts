// Tests alarms for attacks and for operating problems such as a late backup (S89).
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '@anlan/contract/limits';
import { makePair } from '../../../../../simulator/src/pay/keys.ts';
import { refresh, send, signIn, trySignIn } from '../../../../testing/client.ts';
import { arrives } from '../../../../testing/pay-setup.ts';
import { makeTenant, type TestTenant } from '../../../../testing/tenants.ts';
import { followerNo, openWxApp, type WxApp } from '../../../../testing/wx-app.ts';
import { watchOperation } from '../../../operation-watch.ts';

let place: WxApp;
let tenant: TestTenant;
const appId = 'wx00000000000000a9';
const robotMessages: string[] = [];
const robot = createServer((request, reply) => {
  request.setEncoding('utf8').on('data', (text: string) => {
    // The robot rejects the first message with 503, as if it were down, and the second with a rate limit error.
    reply.statusCode = robotMessages.push(text) === 1 ? 503 : 200;
  });
  request.on('end', () =>
    reply.end(robotMessages.length === 2 ? '{"errcode":45009,"errmsg":"freq out of limit"}' : '{"errcode":0}'),
  );
});
beforeAll(async () => {
  await new Promise<void>((done) => robot.listen(0, '127.0.0.1', done));
  const { port } = robot.address() as AddressInfo;
  place = await openWxApp({ env: { ALARM_WEBHOOK: `http://127.0.0.1:${port}/robot` } });
  tenant = await makeTenant(place.app);
  await place.account(appId);
}, 120_000);
afterAll(async () => {
  await place.close();
  robot.close();
});

const raised = async (cause: string, tenantId = tenant.id) =>
  (
    await place.app.sql<{ note: string }>('select note from alarm where cause = $1 and tenant_id = $2', [
      cause,
      tenantId,
    ])
  ).map(({ note }) => note);

test('S89 raises one alarm an hour for failed sign-ins', async () => {
  const { app } = place;
  const guess = (times: number) =>
    Promise.all(
      Array.from({ length: times }, (_, n) => trySignIn(app, tenant.id, `nobody${n % 7}`, { password: 'Wrong@2026' })),
    );
  await guess(limits.alarm.signInFailures - 1);
  expect(await raised('guessedOften')).toEqual([]);
  await guess(3);
  await expect.poll(() => raised('guessedOften')).toEqual([expect.stringContaining('登录失败 50 次以上')]);
  await expect
    .poll(() => robotMessages.filter((text) => text.includes('guessedOften')).length, { timeout: 60_000 })
    .toBe(3);
  await place.pass(3_600);
  await guess(1);
  await expect.poll(() => raised('guessedOften')).toHaveLength(2);
});

test('S89 raises alarms for a reused refresh token', async () => {
  const { app } = place;
  const first = await signIn(app, tenant, 'entadmin');
  await refresh(app, first.refresh_token);
  await place.pass(31);
  await refresh(app, first.refresh_token);
  await expect.poll(() => raised('tokenReused')).toEqual([expect.stringContaining('刷新令牌')]);

  const { access_token: token } = await signIn(app, tenant, 'regulator');
  const strays = () =>
    send(app, 'GET', '/bus/enterprise/page', { token, headers: { 'tenant-id': place.people.other.id } });
  for (let times = 1; times < limits.alarm.mismatches; times += 1) expect((await strays()).status).toBe(403);
  expect(await raised('tenantMismatch')).toEqual([]);
  await strays();
  await expect.poll(() => raised('tenantMismatch')).toHaveLength(1);
});

test('S89 raises an alarm for five callbacks with invalid signatures', async () => {
  const { app, people } = place;
  const forge = async () =>
    (await place.act(appId, followerNo(1), 'text', { text: '假的', twist: 'badSignature' })).status;
  for (let times = 1; times < limits.alarm.forgeries; times += 1) expect(await forge()).toBe(403);
  expect(await raised('callbackForged', people.home.id)).toEqual([]);
  await forge();
  await forge();
  await expect.poll(() => raised('callbackForged', people.home.id)).toEqual([expect.stringContaining(appId)]);

  const notice = app.pay.wechat.paymentNotice('zzzz_0123456789abcdef', { signature: 'mine' });
  for (let times = 0; times < limits.alarm.forgeries; times += 1)
    expect((await arrives(app, 'wechat', notice)).status).toBe(401);
  await expect.poll(() => raised('callbackForged', '0')).toEqual([expect.stringContaining('微信支付')]);
});

test('S89 raises an alarm for a late backup and for an expiring TLS or Alipay certificate', async () => {
  const { certificate, privateKey } = await makePair('site');
  const site = createTlsServer({ cert: certificate, key: privateKey }, (_, reply) => reply.end());
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  const publicUrl = `https://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const alarmTexts: string[] = [];
  const raise = (_tenant: string, cause: string, note: string) =>
    Promise.resolve(alarmTexts.push(`${cause} ${note}`) > 0);
  const since = new Date('2026-03-01T00:00:00Z');
  const look = async (at: string, full: string | null, log: string | null) => {
    alarmTexts.length = 0;
    const done = (when: string | null) => (when === null ? undefined : { at: when, note: '' });
    const backups = () => ({ full: done(full), log: done(log) });
    await watchOperation({
      clock: { now: () => new Date(at) },
      backups,
      publicUrl: null,
      alipayEnd: null,
      raise,
      since,
    });
    return alarmTexts;
  };
  expect(await look('2026-03-01T00:30:00Z', null, null)).toEqual([]);
  expect(await look('2026-03-02T05:00:00Z', '2026-03-01T00:00:00Z', '2026-03-02T04:55:00Z')).toEqual([]);
  expect(await look('2026-03-02T06:30:00Z', '2026-03-02T02:00:00Z', '2026-03-02T05:00:00Z')).toEqual([
    expect.stringContaining('backupLate 已有 1 小时没有备份日志和文件'),
  ]);
  expect(await look('2026-03-02T06:30:00Z', null, '2026-03-02T06:25:00Z')).toEqual([
    expect.stringContaining('backupLate 已有 30 小时没有完成全量备份'),
  ]);

  const { alipayEnd, at } = { alipayEnd: new Date('2026-03-20T00:00:00Z'), at: new Date('2026-03-07T00:00:00Z') };
  alarmTexts.length = 0;
  const never = { clock: { now: () => at }, backups: null, raise, since };
  await watchOperation({ ...never, publicUrl, alipayEnd });
  expect(alarmTexts).toEqual(['certificateEnds 支付宝应用公钥的证书 2026-03-20 到期，请更换']);
  alarmTexts.length = 0;
  // Reads the certificate of the site over TLS. With the clock in 2099 it has expired, which raises an alarm.
  const late = { ...never, clock: { now: () => new Date('2099-01-01T00:00:00Z') } };
  await watchOperation({ ...late, publicUrl, alipayEnd: null });
  expect(alarmTexts).toEqual([expect.stringMatching(/^certificateEnds 网站 https:.*的证书 \d{4}-\d\d-\d\d 到期/)]);
  alarmTexts.length = 0;
  await watchOperation({ ...late, publicUrl: 'https://127.0.0.1:1', alipayEnd: null });
  expect(alarmTexts).toEqual([]);
  site.close();
});
