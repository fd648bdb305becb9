// Sign-in without a password, and calls of people without an account, over HTTP: S01, S02, S06, S07, S17, S18, S19.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cipher, clientOf, dataOf, send, signIn, trySignIn, type Answer, type Tokens } from '../../testing/client.ts';
import { openInbox } from '../../testing/sms-inbox.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { smsIndexOf } from '../../testing/phones.ts';
import { makeTenant, phoneOfKind, setPhone, type Kind, type TestTenant } from '../../testing/tenants.ts';

let app: TestApp;
let tenant: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
  other = await makeTenant(app);
});
afterAll(() => app.close());
beforeEach(() => app.sql('delete from sign_in_attempt; delete from public_attempt'));

// A long timeout, because a background job sends the messages.
const patient = { timeout: 20_000 };
let last = 0;
const freshPhone = () => `1370009${String((last += 1)).padStart(4, '0')}`;
const phoneOf = (kind: Kind) => phoneOfKind(tenant.id, kind);

const ask = (phone: string, type: string, { path = '/bus/sms/code', tenantId = tenant.id, in: where = app } = {}) =>
  send(where, 'POST', path, { query: { phone, type, tenantId } });
/** Requests an SMS code, and returns the code that the phone received. */
async function codeFor(phone: string, type: string, tenantId = tenant.id): Promise<string> {
  const before = app.inbox.messages.length;
  await app.sql('delete from public_attempt where phone_index = $1', [smsIndexOf(app, phone)]);
  expect((await ask(phone, type, { tenantId })).status).toBe(200);
  const mine = () =>
    app.inbox.messages.slice(before).find((one) => one.phone === phone && one.params['code'])?.params['code'];
  await expect.poll(mine, patient).toMatch(/^\d{6}$/);
  return mine() ?? '';
}
const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000');
const enter = (phone: string, code: string, more: Record<string, unknown> = {}) =>
  send(app, 'POST', '/auth/phone/token/sms', {
    query: { phone, code, grant_type: 'sms_login', tenantId: tenant.id, ...more },
    headers: { authorization: clientOf(app) },
  });
const msgOf = (answer: Answer) => (answer.json as { msg: string }).msg;

describe('CA-01 signing in by phone', () => {
  test('signs in once with an SMS code, by query or form', async () => {
    const phone = phoneOf('entadmin');
    const code = await codeFor(phone, '1');
    const answer = await enter(phone, code, { userType: '1', shopId: tenant.enterpriseIds[1] });
    expect(answer.json).toMatchObject({
      token_type: 'bearer',
      expires_in: 43_200,
      tenant_id: tenant.id,
      user_id: tenant.people.entadmin,
      username: 'entadmin',
      shop_id: tenant.enterpriseIds[1],
    });
    const { access_token: token } = answer.json as Tokens;
    expect((await send(app, 'GET', '/upms/user/info', { token })).status).toBe(200);
    expect((await enter(phone, code)).status).toBe(428);
    const form = new URLSearchParams({ phone, code: await codeFor(phone, '1'), tenantId: tenant.id });
    const headers = { authorization: clientOf(app), 'content-type': 'application/x-www-form-urlencoded' };
    const again = await send(app, 'POST', '/auth/phone/token/sms', { body: form.toString(), headers });
    expect(again.status).toBe(200);
  });

  test('S07 refuses an SMS code of another purpose or tenant', async () => {
    const phone = phoneOf('regulator');
    expect((await enter(phone, await codeFor(phone, '4'))).status).toBe(428);
    const elsewhere = phoneOfKind(other.id, 'regulator');
    expect((await enter(elsewhere, await codeFor(elsewhere, '1', other.id))).status).toBe(428);
    const json = { headers: { authorization: clientOf(app) } };
    const body = { phone, code: { $ne: '' }, tenantId: tenant.id };
    expect((await send(app, 'POST', '/auth/phone/token/sms', { ...json, body })).status).toBe(400);
  });

  test('S02 answers an unknown phone and a wrong SMS code identically', async () => {
    const [existingPhone, unknown] = [phoneOf('shop'), freshPhone()];
    const code = await codeFor(existingPhone, '1');
    const [firstCodeAnswer, askedToo] = [await ask(freshPhone(), '1'), await ask(unknown, '1')];
    expect(askedToo.text).toBe(firstCodeAnswer.text);
    const [wrong, nobody] = [await enter(existingPhone, wrongOf(code)), await enter(unknown, '123456')];
    expect(wrong.status).toBe(428);
    expect(msgOf(wrong)).toBe('验证码错误,请重新输入');
    expect([nobody.status, nobody.text]).toEqual([wrong.status, wrong.text]);
  });

  test('S01 S92 blocks only SMS codes for the same phone after five failures', async () => {
    const byPhone = phoneOf('entstaff');
    const code = await codeFor(byPhone, '1');
    for (let tries = 0; tries < 5; tries += 1) expect((await enter(byPhone, wrongOf(code))).status).toBe(428);
    expect((await enter(byPhone, code)).status).toBe(429);
    expect((await trySignIn(app, tenant.id, 'entstaff')).status).toBe(200);
    expect((await enter(byPhone, code)).status).toBe(429);
    const fresh = await codeFor(phoneOf('regulator'), '1');
    for (let tries = 0; tries < 5; tries += 1)
      expect((await trySignIn(app, tenant.id, 'regulator', { password: 'not it' })).status).toBe(426);
    expect((await trySignIn(app, tenant.id, 'regulator')).status).toBe(429);
    expect((await enter(phoneOf('regulator'), fresh)).status).toBe(200);
    app.clock.pass(15 * 60 + 1);
    expect((await enter(byPhone, await codeFor(byPhone, '1'))).status).toBe(200);
    const unknown = freshPhone();
    const statuses = [];
    for (let tries = 0; tries < 6; tries += 1) statuses.push((await enter(unknown, '123456')).status);
    expect(statuses).toEqual([428, 428, 428, 428, 428, 429]);
  });

  test('requests the user kind when two people have the same phone', async () => {
    const place = await makeTenant(app);
    const phone = phoneOfKind(place.id, 'regulator');
    await setPhone(app, place.id, place.people.shop, phone);
    const come = async (more: Record<string, unknown>) =>
      enter(phone, await codeFor(phone, '1', place.id), { tenantId: place.id, ...more });
    expect((await come({ userType: '2' })).json).toMatchObject({ user_id: place.people.shop });
    expect((await come({ userType: '0' })).json).toMatchObject({ user_id: place.people.regulator });
    const unsaid = await come({});
    expect([unsaid.status, msgOf(unsaid)]).toEqual([426, '该手机号绑定了多种类型的账号，请选择用户类型']);
    expect((await come({ userType: '1' })).status).toBe(426);
    await app.sql(`update app_user set lock_flag = '9' where id = $1`, [place.people.shop]);
    expect((await come({ userType: '2' })).json).toEqual({ code: 1, msg: '用户名不存在或密码错误', data: null });
    expect((await come({})).json).toMatchObject({ user_id: place.people.regulator });
  });

  test('S17 refuses a client program without the grant sms_login', async () => {
    const hash = createHash('sha256').update('s3cret').digest('base64url');
    await app.sql(`insert into oauth_client (id, secret_hash, grants) values ('pwd-only', $1, '{password}')`, [hash]);
    for (const pair of ['pwd-only:s3cret', 'pig:pig', 'nobody:x']) {
      const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
      const query = { phone: phoneOf('shop'), code: '123456', tenantId: tenant.id };
      expect((await send(app, 'POST', '/auth/phone/token/sms', { query, headers: { authorization } })).status).toBe(
        401,
      );
    }
  });

  test('S06 counts SMS codes of both URL paths together', async () => {
    const phone = freshPhone();
    expect((await ask(phone, '5')).status).toBe(200);
    const again = await ask(phone, '2', { path: '/upms/sms/code', tenantId: other.id });
    expect(again.status).toBe(429);
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(0);
    for (let sent = 1; sent < 10; sent += 1) {
      app.clock.pass(3600);
      expect((await ask(phone, '5', { path: sent % 2 ? '/upms/sms/code' : '/bus/sms/code' })).status).toBe(200);
    }
    app.clock.pass(3600);
    expect((await ask(phone, '5')).status).toBe(429);
  });

  test('S06 never sends SMS to demo phones through a real vendor', async () => {
    const inbox = openInbox();
    inbox.provider.local = false;
    const strict = await openTestApp({ inbox });
    try {
      const { id: tenantId } = await makeTenant(strict);
      const [demo, real] = ['19900009999', freshPhone()];
      for (const phone of [demo, real]) expect((await ask(phone, '5', { tenantId, in: strict })).status).toBe(200);
      const noteOf = async (phone: string) =>
        (
          await strict.sql<{ state: string; note: string }>(
            'select state, note from sms_message where phone_index = $1',
            [smsIndexOf(strict, phone)],
          )
        )[0];
      await expect.poll(async () => (await noteOf(demo))?.note, patient).toBe('演示号码，没有发送');
      await expect.poll(() => inbox.newest(real), patient).toBeDefined();
      expect(inbox.newest(demo)).toBeUndefined();
    } finally {
      await strict.close();
    }
  });

  test('gives the page the enabled login methods', async () => {
    const ways = await send(app, 'GET', '/auth/ways', { query: { tenantId: tenant.id } });
    expect(dataOf(ways)).toMatchObject({ phone: true });
    expect(dataOf(await send(app, 'GET', '/upms/api/app/appcode'))).toEqual({
      appCode: 'anlan',
      version: '1.0.6',
      url: '/',
    });
  });

  test('reports an unavailable SMS vendor for every phone', async () => {
    app.inbox.fail({ kind: 'refused', reason: 'isv.AMOUNT_NOT_ENOUGH', forAll: true });
    const works = async () =>
      dataOf<{ phone: boolean }>(await send(app, 'GET', '/auth/ways', { query: { tenantId: tenant.id } })).phone;
    expect((await ask(freshPhone(), '5')).status).toBe(200);
    await expect.poll(works, patient).toBe(false);
    const [existingAnswer, unknown] = [await ask(phoneOf('shop'), '1'), await ask(freshPhone(), '1')];
    expect([existingAnswer.status, msgOf(existingAnswer)]).toEqual([
      503,
      '短信服务暂时不可用，请稍后再试，或改用其他方式登录',
    ]);
    expect(unknown.text).toBe(existingAnswer.text);
    expect((await trySignIn(app, tenant.id, 'shop')).status).toBe(200);
    app.clock.pass(31);
    expect(await works()).toBe(true);
    expect((await ask(phoneOf('shop'), '1')).status).toBe(200);
  });

  test('CA-02 shows the enterprises of a phone only to the owner of the phone', async () => {
    const { access_token: token } = await signIn(app, tenant, 'entadmin');
    const own = (query: Record<string, unknown>) => send(app, 'GET', '/bus/api/emp/getEntByPhone', { token, query });
    const ownEnterprises = dataOf<{ enterpriseId: string; enterpriseName: string }[]>(
      await own({ phone: phoneOf('entadmin'), tenantId: tenant.id }),
    );
    expect(ownEnterprises.map((one) => one.enterpriseId).sort()).toEqual(tenant.enterpriseIds.slice(0, 2).sort());
    expect(ownEnterprises[0]?.enterpriseName).toContain(tenant.mark);
    expect((await own({ phone: phoneOf('entstaff') })).status).toBe(403);
    expect((await own({ phone: phoneOf('entadmin'), tenantId: other.id })).status).toBe(403);
  });
});

describe('RT-06 registering an account', () => {
  const form = async (more: Record<string, unknown> = {}) => {
    const phone = String(more['phone'] ?? freshPhone());
    return {
      phone,
      code: more['code'] ?? (await codeFor(phone, '2')),
      username: `user${(last += 1)}`,
      nickName: '顾清和',
      entName: `${tenant.mark}临江货运有限公司`,
      tenantId: tenant.id,
      type: '1',
      ...more,
      password: cipher(app, String(more['password'] ?? '海上升明月 天涯共此时')),
    };
  };
  const register = (body: object) => send(app, 'POST', '/upms/user/register', { body });
  const peopleNamed = (username: unknown) =>
    app.sql(
      'select type, approval, claimed_enterprise, lock_flag from app_user where tenant_id = $1 and username = $2',
      [tenant.id, username],
    );
  const comes = (phone: string, template: string) =>
    expect.poll(() => app.inbox.newest(phone)?.template, patient).toBe(template);

  test('S19 creates an account that cannot sign in before approval', async () => {
    const body = await form();
    expect(dataOf(await register(body))).toBeNull();
    expect(await peopleNamed(body.username)).toEqual([
      { type: 'enterprise', approval: 'pending', claimed_enterprise: body.entName, lock_flag: '0' },
    ]);
    await comes(body.phone, 'registerReceived');
    const password = '海上升明月 天涯共此时';
    const waiting = await trySignIn(app, tenant.id, body.username, { password });
    expect([waiting.status, msgOf(waiting)]).toEqual([426, '账号正在审核，通过后才能登录，结果会以短信通知您']);
    // A caller who does not know the password gets the same message as for an unknown user.
    expect(msgOf(await trySignIn(app, tenant.id, body.username, { password: 'guess' }))).toBe('用户名不存在或密码错误');
    expect((await enter(body.phone, await codeFor(body.phone, '1'))).status).toBe(426);
    await app.sql(`update app_user set approval = 'approved' where username = $1`, [body.username]);
    const let_in = await trySignIn(app, tenant.id, body.username, { password });
    expect(let_in.status).toBe(200);
    const { access_token: token } = let_in.json as Tokens;
    const info = dataOf<{ roles: string[] }>(await send(app, 'GET', '/upms/user/info', { token }));
    expect(info.roles).toEqual(['ROLE_ENT_STAFF']);
    const page = dataOf<{ total: number }>(await send(app, 'GET', '/bus/enterprise/page', { token }));
    expect(page.total).toBe(0);
  });

  test.each(['0', '9', '3', 'regulator'])('S19 refuses the user kind %s', async (type) => {
    expect((await register(await form({ type, code: '123456' }))).status).toBe(400);
  });

  test('S03 reports a weak password, a bad name and a missing field at the field', async () => {
    const body = await form();
    const { phone } = body;
    for (const [change, field, msg] of [
      [{ password: cipher(app, 'Password1') }, 'password', '该密码过于常见，请换一个'],
      [{ password: cipher(app, 'ab') }, 'password', '密码长度为 8 至 128 个字符'],
      [{ password: cipher(app, `${phone}!`) }, 'password', '密码不能由用户名、手机号或单位名称组成，请换一个'],
      [{ password: 'no cipher' }, 'password', '密码长度为 8 至 128 个字符'],
      [{ username: 'Ab' }, 'username', '用户名请使用小写字母'],
      [{ username: '1abc' }, 'username', '用户名为 4 至 32 位小写字母、数字或 . _ -，以字母开头'],
      [{ entName: ' ' }, 'entName', '企业名称不能为空'],
      [{ phone: '123' }, 'phone', '手机号码长度不为11位'],
    ] as const) {
      const answer = await register({ ...body, ...change });
      expect(answer.status, msg).toBe(400);
      expect(answer.json).toMatchObject({ data: { errors: [{ field, msg }] } });
    }
    expect((await register(body)).status).toBe(200);
  });

  test('S02 gives a used name or phone the same answer as a successful registration', async () => {
    const usual = await register(await form());
    const takenName = await form({ username: 'regulator' });
    const takenPhone = await form({ phone: phoneOf('entstaff') });
    for (const [body, template] of [
      [takenName, 'registerNameTaken'],
      [takenPhone, 'registerKnown'],
    ] as const) {
      const answer = await register(body);
      expect([answer.status, answer.text]).toEqual([usual.status, usual.text]);
      await comes(body.phone, template);
    }
    expect(app.inbox.newest(takenPhone.phone)?.params).toEqual({ username: 'entstaff' });
    expect(await peopleNamed(takenPhone.username)).toEqual([]);
  });

  test('creates one account when the same name is sent twenty times concurrently', async () => {
    const username = `race${(last += 1)}`;
    const forms = await Promise.all(Array.from({ length: 20 }, () => form({ username })));
    const answers = await Promise.all(forms.map(register));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await peopleNamed(username)).toHaveLength(1);
  }, 60_000);

  test('S19 refuses a wrong SMS code', async () => {
    const body = await form();
    const wrong = await register({ ...body, code: wrongOf(String(body.code)) });
    expect([wrong.status, msgOf(wrong)]).toEqual([428, '短信验证码错误或已失效，请重新获取']);
    const phone = freshPhone();
    const statuses = [];
    for (let tries = 0; tries < 6; tries += 1) {
      app.clock.pass(61);
      await app.sql(`delete from public_attempt where kind = 'sms'`);
      const before = app.inbox.messages.filter((one) => one.phone === phone && one.params['code']).length;
      await ask(phone, '2');
      const codes = () => app.inbox.messages.filter((one) => one.phone === phone && one.params['code']);
      await expect.poll(() => codes().length, patient).toBe(before + 1);
      statuses.push((await register(await form({ phone, code: codes().at(-1)?.params['code'] }))).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('is refused in a frozen tenant', async () => {
    const closed = await makeTenant(app);
    const body = await form();
    await app.sql(`update tenant set status = 'frozen' where tenant_id = $1`, [closed.id]);
    const answer = await register({ ...body, tenantId: closed.id });
    expect(answer.json).toMatchObject({ data: { errors: [{ field: 'tenantId', msg: '该单位暂不受理注册' }] } });
  });
});

describe('RT-09 S18 finding the own phone', () => {
  const nameOf = async (index: number) =>
    (await app.sql<{ name: string }>('select name from enterprise where id = $1', [tenant.enterpriseIds[index]]))[0]
      ?.name ?? '';
  const find = (body: object, where = app) => send(where, 'POST', '/upms/user/findPhone', { body });

  test('returns the administrator with a masked phone for the exact name', async () => {
    const answer = await find({ entName: await nameOf(0), tenantId: tenant.id });
    const phone = phoneOf('entadmin');
    expect(dataOf(answer)).toEqual({ name: '租**', phone: `${phone.slice(0, 3)}****${phone.slice(7)}` });
    expect(answer.text).not.toContain(phone);
    const byHeader = await send(app, 'POST', '/upms/user/findPhone', {
      body: { entName: await nameOf(0) },
      headers: { 'tenant-id': tenant.id },
    });
    expect(dataOf(byHeader)).toEqual(dataOf(answer));
  });

  test('answers alike for a partial or unknown name, or an enterprise without users or of another tenant', async () => {
    const name = await nameOf(0);
    const answers = [
      await find({ entName: name.slice(0, -1), tenantId: tenant.id }),
      await find({ entName: await nameOf(3), tenantId: tenant.id }),
      await find({ entName: name, tenantId: other.id }),
      await find({ entName: '没有这家企业有限公司', tenantId: tenant.id }),
      await find({ entName: '%', tenantId: tenant.id }),
    ];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
  });

  test('requires a captcha', async () => {
    const env = { CAPTCHA: 'on', RATE_LIMIT: 'on' };
    const strict = await openTestApp({ env, database: app.database, inbox: app.inbox });
    try {
      const body = { entName: await nameOf(0), tenantId: tenant.id };
      expect((await find(body, strict)).status).toBe(428);
      const statuses = [];
      for (let tries = 0; tries < 11; tries += 1) {
        const randomStr = crypto.randomUUID();
        await strict.sql(`insert into captcha (tenant_id, random_str, answer_hash, ends_at) values ('0', $1, $2, $3)`, [
          randomStr,
          createHash('sha256').update('0427').digest('base64url'),
          new Date(strict.clock.now().getTime() + 60_000),
        ]);
        statuses.push((await find({ ...body, randomStr, code: '0427' }, strict)).status);
      }
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    } finally {
      await strict.close();
    }
  });
});
