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
const errorsOf = (answer: Answer) =>
  (answer.json as { data: { errors?: { field: string; msg: string }[] } | null }).data?.errors ?? [];
const status = async (token: string) => (await send(app, 'GET', '/upms/user/info', { token })).status;

describe('a change of phone (S18)', () => {
  test('replaces the phone after both SMS codes are correct', async () => {
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

  test('changes nothing with a wrong SMS code for the new phone', async () => {
    const { code, code2 } = await codes();
    for (let tries = 0; tries < 3; tries += 1) {
      const answer = await change({ code, code2: wrong(code2), phone: wanted });
      expect(answer.status).toBe(428);
      expect(errorsOf(answer)).toEqual([{ field: 'code2', msg: '验证码错误,请重新输入' }]);
    }
    expect(await phoneOf(me.access_token)).toBe(old);
    const both = await change({ code: wrong(code), code2: wrong(code2), phone: wanted });
    expect(errorsOf(both).map(({ field }) => field)).toEqual(['code', 'code2']);
    expect((await change({ code, code2, phone: wanted })).status).toBe(200);
  });

  test('compares at most five guesses of an SMS code, also when concurrent (S07, G6)', async () => {
    const { code, code2 } = await codes();
    const guesses = Array.from({ length: 30 }, () => change({ code: wrong(code), code2, phone: wanted }));
    for (const { status: answerStatus } of await Promise.all(guesses)) expect([428, 429]).toContain(answerStatus);
    const [row] = await app.sql<{ tries: number }>('select tries from sms_code where phone_index = $1', [
      smsIndexOf(app, old),
    ]);
    expect(row?.tries).toBe(5);
    expect((await change({ code, code2, phone: wanted })).status).toBe(428);
    expect(await phoneOf(me.access_token)).toBe(old);
  });

  test('takes effect once for many concurrent requests (G6)', async () => {
    const changeInput = { ...(await codes()), phone: wanted };
    const answers = await Promise.all(Array.from({ length: 20 }, () => change(changeInput)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    for (const answer of answers) expect([200, 400, 401, 428, 429]).toContain(answer.status);
  });

  test('refuses a phone used in this tenant', async () => {
    const rival = await signIn(app, tenant, 'admin');
    wanted = await phoneOf(rival.access_token);
    const answer = await change({ ...(await codes()), phone: wanted });
    expect(errorsOf(answer)).toEqual([{ field: 'phone', msg: '该手机号已被其他账号使用' }]);
    const other = await makeTenant(app, { enterprises: 2 });
    wanted = await phoneOf((await signIn(app, other, 'admin')).access_token);
    app.clock.pass(61);
    expect((await change({ ...(await codes()), phone: wanted })).status).toBe(200);
  });

  test('gives the phone to only one of two concurrent requests', async () => {
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

  test('reports a wrong format, an empty SMS code and an unchanged phone at the field (VA-02)', async () => {
    for (const [query, field, msg] of [
      [{ phone: '12345678901', code: '111111', code2: '111111' }, 'phone', '手机号码格式不正确'],
      [{ phone: wanted, code: '', code2: '111111' }, 'code', '请输入验证码'],
      [{ phone: wanted, code: '111111' }, 'code2', '请输入验证码'],
      [{ phone: old, code: '111111', code2: '111111' }, 'phone', '新手机号与原手机号相同'],
    ] as const)
      expect(errorsOf(await change(query))[0]).toEqual({ field, msg });
  });

  test('sends the SMS code for the old phone only to the current phone', async () => {
    const ask = (phone: string, which: string) =>
      send(app, 'POST', '/upms/user/phoneCode', { token: me.access_token, body: { phone, which } });
    expect(errorsOf(await ask(wanted, 'old'))[0]?.msg).toBe('与当前绑定的手机号不一致');
    expect(errorsOf(await ask(old, 'new'))[0]?.msg).toBe('新手机号与原手机号相同');
    dataOf(await ask(old, 'old'));
    expect((await ask(old, 'old')).status).toBe(429);
  });

  test('is refused for a prefetch, a HEAD request, another site, or a missing token (S37)', async () => {
    const changeInput = { ...(await codes()), phone: wanted };
    const hostile: Record<string, string>[] = [{ 'sec-purpose': 'prefetch' }, { 'sec-fetch-site': 'cross-site' }];
    for (const headers of hostile) expect((await change(changeInput, me.access_token, headers)).status).toBe(403);
    expect(
      (await send(app, 'HEAD', '/upms/user/changePhone', { token: me.access_token, query: changeInput })).status,
    ).toBe(404);
    expect((await send(app, 'GET', '/upms/user/changePhone', { query: changeInput })).status).toBe(401);
    expect(await phoneOf(me.access_token)).toBe(old);
    expect((await change(changeInput)).headers['cache-control']).toBe('no-store');
  });
});

describe('an own phone (CA-05)', () => {
  const bind = (body: Record<string, unknown>, token: string) => send(app, 'POST', '/upms/user/phone', { token, body });

  test('is removed only with an SMS code sent to this phone', async () => {
    const phoneCodes = await codes();
    expect(
      errorsOf(await bind({ phone: wanted, code: phoneCodes.code2, doType: 'bind' }, me.access_token))[0]?.msg,
    ).toBe('已绑定手机，请使用更换手机号');
    expect((await bind({ phone: old, code: wrong(phoneCodes.code), doType: 'unbind' }, me.access_token)).status).toBe(
      428,
    );
    const gone = dataOf<{ token: string }>(
      await bind({ phone: old, code: phoneCodes.code, doType: 'unbind' }, me.access_token),
    );
    expect(await phoneOf(gone.token)).toBeNull();
    expect(await status(me.access_token)).toBe(401);
    const back = dataOf<{ token: string }>(
      await bind({ phone: wanted, code: phoneCodes.code2, doType: 'bind' }, gone.token),
    );
    expect(await phoneOf(back.token)).toBe(wanted);
  });
});
