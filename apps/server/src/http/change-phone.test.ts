import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dataOf, send, signIn, type Answer, type Tokens } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { codeForChange } from '../../testing/own-fixtures.ts';
import { smsIndexOf } from '../../testing/phones.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

let app: TestApp;
let tenant: TestTenant;
let me: Tokens;
let old = '';
let wanted = '';
let last = 0;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await makeTenant(app, { enterprises: 2 });
  me = await signIn(app, tenant, 'regulator');
  old = await phoneOf(me.access_token);
  last += 1;
  wanted = `1350009${String(last).padStart(4, '0')}`;
});

const phoneOf = async (token: string) =>
  dataOf<{ phone: string }>(await send(app, 'GET', '/upms/user/own', { token })).phone;
const codes = async (person: Tokens = me, from = old) => {
  const actor = { app, tenant, tokens: person };
  return { code: await codeForChange(actor, from, 'old'), code2: await codeForChange(actor, wanted, 'new') };
};
const change = (query: Record<string, unknown>, token = me.access_token, headers: Record<string, string> = {}) =>
  send(app, 'GET', '/upms/user/changePhone', { token, query, headers });
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
const told = (answer: Answer) =>
  (answer.json as { data: { errors?: { field: string; msg: string }[] } | null }).data?.errors ?? [];
const status = async (token: string) => (await send(app, 'GET', '/upms/user/info', { token })).status;

describe('a change of phone (S18)', () => {
  test('with both codes moves the phone, ends every other session, renews the own one and tells the old phone', async () => {
    const other = await signIn(app, tenant, 'regulator');
    const renewed = dataOf<{ token: string }>(await change({ ...(await codes()), phone: wanted }));
    expect(await phoneOf(renewed.token)).toBe(wanted);
    expect(await Promise.all([me.access_token, other.access_token].map(status))).toEqual([401, 401]);
    await expect.poll(() => app.inbox.newest(old)?.template, { timeout: 20_000 }).toBe('phoneChanged');
    expect(app.inbox.newest(old)?.params).toEqual({
      username: 'regulator',
      phone: `${wanted.slice(0, 3)}****${wanted.slice(7)}`,
    });
    const [row] = await app.sql<{ changes: unknown }>(
      `select changes from audit where tenant_id = $1 and call = 'user.changePhone' and outcome = 'done'`,
      [tenant.id],
    );
    expect(JSON.stringify(row)).not.toContain(wanted);
  });

  test('with a wrong new code leaves the phone, the old code and the sessions as they were', async () => {
    const { code, code2 } = await codes();
    for (let tries = 0; tries < 3; tries += 1) {
      const answer = await change({ code, code2: wrong(code2), phone: wanted });
      expect(answer.status).toBe(428);
      expect(told(answer)).toEqual([{ field: 'code2', msg: '验证码错误,请重新输入' }]);
    }
    expect(await phoneOf(me.access_token)).toBe(old);
    const both = await change({ code: wrong(code), code2: wrong(code2), phone: wanted });
    expect(told(both).map(({ field }) => field)).toEqual(['code', 'code2']);
    expect((await change({ code, code2, phone: wanted })).status).toBe(200);
  });

  test('compares five guesses of a code at most, of many at once too (S07, G6)', async () => {
    const { code, code2 } = await codes();
    const guesses = Array.from({ length: 30 }, () => change({ code: wrong(code), code2, phone: wanted }));
    for (const { status: said } of await Promise.all(guesses)) expect([428, 429]).toContain(said);
    const [row] = await app.sql<{ tries: number }>('select tries from sms_code where phone_index = $1', [
      smsIndexOf(app, old),
    ]);
    expect(row?.tries).toBe(5);
    expect((await change({ code, code2, phone: wanted })).status).toBe(428);
    expect(await phoneOf(me.access_token)).toBe(old);
  });

  test('happens once, however often it is sent at the same time (G6)', async () => {
    const given = { ...(await codes()), phone: wanted };
    const answers = await Promise.all(Array.from({ length: 20 }, () => change(given)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    for (const answer of answers) expect([200, 400, 401, 428, 429]).toContain(answer.status);
  });

  test('takes no phone that somebody of the tenant has, and one that is free in this tenant though not in another', async () => {
    const rival = await signIn(app, tenant, 'admin');
    wanted = await phoneOf(rival.access_token);
    const answer = await change({ ...(await codes()), phone: wanted });
    expect(told(answer)).toEqual([{ field: 'phone', msg: '该手机号已被其他账号使用' }]);
    const other = await makeTenant(app, { enterprises: 2 });
    wanted = await phoneOf((await signIn(app, other, 'admin')).access_token);
    app.clock.pass(61);
    expect((await change({ ...(await codes()), phone: wanted })).status).toBe(200);
  });

  test('of two people who want one phone at once gives it to one', async () => {
    const rival = await signIn(app, tenant, 'admin');
    const mine = await codes();
    const theirs = {
      code: await codeForChange({ app, tenant, tokens: rival }, await phoneOf(rival.access_token), 'old'),
    };
    const answers = await Promise.all([
      change({ ...mine, phone: wanted }),
      change({ ...theirs, code2: mine.code2, phone: wanted }, rival.access_token),
    ]);
    expect(answers.map((answer) => answer.status === 200).filter(Boolean)).toHaveLength(1);
  });

  test('refuses a format, an empty code and the same phone at their fields, in the specified words (VA-02)', async () => {
    for (const [query, field, msg] of [
      [{ phone: '12345678901', code: '111111', code2: '111111' }, 'phone', '手机号码格式不正确'],
      [{ phone: wanted, code: '', code2: '111111' }, 'code', '请输入验证码'],
      [{ phone: wanted, code: '111111' }, 'code2', '请输入验证码'],
      [{ phone: old, code: '111111', code2: '111111' }, 'phone', '新手机号与原手机号相同'],
    ] as const)
      expect(told(await change(query))[0]).toEqual({ field, msg });
  });

  test('sends the old code to the phone in use alone', async () => {
    const ask = (phone: string, which: string) =>
      send(app, 'POST', '/upms/user/phoneCode', { token: me.access_token, body: { phone, which } });
    expect(told(await ask(wanted, 'old'))[0]?.msg).toBe('与当前绑定的手机号不一致');
    expect(told(await ask(old, 'new'))[0]?.msg).toBe('新手机号与原手机号相同');
    dataOf(await ask(old, 'old'));
    expect((await ask(old, 'old')).status).toBe(429);
  });

  test('is not caused by a prefetch, by another site, nor by a token in the address (S37)', async () => {
    const given = { ...(await codes()), phone: wanted };
    const hostile: Record<string, string>[] = [{ 'sec-purpose': 'prefetch' }, { 'sec-fetch-site': 'cross-site' }];
    for (const headers of hostile) expect((await change(given, me.access_token, headers)).status).toBe(403);
    expect((await send(app, 'HEAD', '/upms/user/changePhone', { token: me.access_token, query: given })).status).toBe(
      404,
    );
    expect((await send(app, 'GET', '/upms/user/changePhone', { query: given })).status).toBe(401);
    expect(await phoneOf(me.access_token)).toBe(old);
    expect((await change(given)).headers['cache-control']).toBe('no-store');
  });
});

describe('binding and unbinding a phone (CA-05)', () => {
  const bind = (body: Record<string, unknown>, token: string) => send(app, 'POST', '/upms/user/phone', { token, body });

  test('takes the phone away by its own code, and binds the first one by the new one’s', async () => {
    const given = await codes();
    expect(told(await bind({ phone: wanted, code: given.code2, doType: 'bind' }, me.access_token))[0]?.msg).toBe(
      '已绑定手机，请使用更换手机号',
    );
    expect((await bind({ phone: old, code: wrong(given.code), doType: 'unbind' }, me.access_token)).status).toBe(428);
    const gone = dataOf<{ token: string }>(
      await bind({ phone: old, code: given.code, doType: 'unbind' }, me.access_token),
    );
    expect(await phoneOf(gone.token)).toBeNull();
    expect(await status(me.access_token)).toBe(401);
    const back = dataOf<{ token: string }>(
      await bind({ phone: wanted, code: given.code2, doType: 'bind' }, gone.token),
    );
    expect(await phoneOf(back.token)).toBe(wanted);
  });
});
