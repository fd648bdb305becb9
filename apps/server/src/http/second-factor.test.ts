// S04: the second factor, which is a code of the user's device in addition to the password.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clientOf, dataOf, send, signIn, trySignIn, type Tokens } from '../../testing/client.ts';
import { namingNothing } from '../../testing/fields.ts';
import { openTestApp } from '../../testing/app.ts';
import {
  codeNow,
  enrol,
  enrolled,
  firstStep,
  passwordInput,
  trySecondStep,
  withoutFactors,
} from '../../testing/session-fixtures.ts';
import { makeTenant, phoneOfKind, type Kind, type TestTenant } from '../../testing/tenants.ts';
import { sendCall } from '../../testing/client.ts';

const app = await openTestApp();
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant(app);
});
beforeEach(async () => {
  await withoutFactors({ app, tenant });
  await app.sql('delete from sign_in_attempt');
  app.clock.pass(3700);
});
afterAll(() => app.close());

const callerOf = async (kind: Kind = 'admin') => ({ app, tenant, kind, tokens: await signIn(app, tenant, kind) });
const wrongCode = { code: 1, msg: '验证码错误,请重新输入', data: null };

test('requires the account password again before a second factor is enrolled', async () => {
  const caller = await callerOf();
  const post = (path: string, body: object) => send(app, 'POST', path, { token: caller.tokens.access_token, body });
  expect((await post('/auth/mfa/enrol', passwordInput(caller, 'wrong'))).status).toBe(400);
  const made = dataOf<{ secret: string; uri: string }>(await post('/auth/mfa/enrol', passwordInput(caller)));
  expect(made.uri).toContain(`secret=${made.secret}&issuer=`);
  expect(((await trySignIn(app, tenant.id, 'admin')).json as Tokens).access_token).toBeTruthy();
  expect((await post('/auth/mfa/confirm', { code: '000000' })).status).toBe(400);
  const { recoveryCodes } = dataOf<{ recoveryCodes: string[] }>(
    await post('/auth/mfa/confirm', { code: codeNow(caller, made.secret) }),
  );
  expect(recoveryCodes).toHaveLength(10);
  expect((await trySignIn(app, tenant.id, 'admin')).json).toEqual({ mfa: true, ticket: expect.any(String) });
  const storedText = JSON.stringify([
    await app.sql('select * from second_factor'),
    await app.sql('select * from recovery_code'),
    await app.sql('select * from audit where tenant_id = $1', [tenant.id]),
  ]);
  for (const secret of [made.secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
    expect(storedText).not.toContain(secret);
  const state = await send(app, 'GET', '/auth/mfa', { token: caller.tokens.access_token });
  expect(dataOf(state)).toEqual({ enabled: true, required: false, recoveryLeft: 10 });
});

test('issues tokens only after the second step of a sign-in', async () => {
  const caller = await callerOf();
  const { secret } = await enrolled(caller);
  // The second-factor code that confirmed the enrolment cannot be used again.
  const used = await trySecondStep(app, await firstStep(caller), codeNow(caller, secret));
  expect([used.status, used.json]).toEqual([426, wrongCode]);
  app.clock.pass(30);
  const code = codeNow(caller, secret);
  const ticket = await firstStep(caller);
  const tokens = (await trySecondStep(app, ticket, code)).json as Tokens;
  expect((await send(app, 'GET', '/upms/user/info', { token: tokens.access_token })).status).toBe(200);
  const again = await trySecondStep(app, ticket, codeNow(caller, secret, 1));
  expect([again.status, again.json]).toEqual([
    426,
    { code: 1, msg: '验证已失效，请重新登录', data: { expired: true } },
  ]);
  expect((await trySecondStep(app, await firstStep(caller), code)).json).toEqual(wrongCode);
  app.clock.pass(120);
  expect((await trySecondStep(app, await firstStep(caller), codeNow(caller, secret, -2))).json).toEqual(wrongCode);
  expect((await trySecondStep(app, await firstStep(caller), codeNow(caller, secret, -1))).status).toBe(200);
});

test('binds a ticket of the second step to one person, for five minutes and five attempts', async () => {
  const mine = await callerOf('admin');
  const theirs = await callerOf('regulator');
  const { secret } = await enrolled(mine);
  const other = await enrolled(theirs);
  const ticket = await firstStep(mine);
  for (let n = 0; n < 4; n++)
    expect((await trySecondStep(app, ticket, codeNow(theirs, other.secret, 1))).json).toEqual(wrongCode);
  expect((await trySecondStep(app, ticket, '000000')).json).toMatchObject({ data: { expired: true } });
  expect((await trySecondStep(app, ticket, codeNow(mine, secret, 1))).status).toBe(426);
  const late = await firstStep(mine);
  app.clock.pass(301);
  expect((await trySecondStep(app, late, codeNow(mine, secret))).status).toBe(426);
  expect((await trySecondStep(app, 'x'.repeat(43), codeNow(mine, secret))).status).toBe(426);
});

test('S12 ends the sign-in when the password is replaced before the second step', async () => {
  const theirs = await callerOf('regulator');
  const { secret } = await enrolled(theirs);
  const admin = await callerOf('admin');
  const reset = () =>
    send(app, 'POST', '/upms/user/password', {
      token: admin.tokens.access_token,
      body: { id: theirs.tokens.user_id },
    });
  const [hash] = await app.sql<{ password_hash: string; password_changed_at: Date | null }>(
    'select password_hash, password_changed_at from app_user where id = $1',
    [theirs.tokens.user_id],
  );
  const ticket = await firstStep(theirs);
  expect((await reset()).status).toBe(200);
  app.clock.pass(30);
  expect((await trySecondStep(app, ticket, codeNow(theirs, secret))).status).toBe(426);
  expect(
    await app.sql('select 1 from session where user_id = $1 and revoked_at is null', [theirs.tokens.user_id]),
  ).toEqual([]);
  await app.sql(
    'update app_user set password_hash = $2, password_changed_at = $3, password_ends_at = null, must_change_password = false where id = $1',
    [theirs.tokens.user_id, hash?.password_hash, hash?.password_changed_at],
  );
});

test('S12 ends the sign-in when the phone is removed before the second step', async () => {
  const theirs = await callerOf('regulator');
  const { secret } = await enrolled(theirs);
  const phone = phoneOfKind(tenant.id, 'regulator');
  const ticketByPhone = async () => {
    const before = app.inbox.messages.length;
    const tenantId = tenant.id;
    expect((await send(app, 'POST', '/bus/sms/code', { query: { phone, type: '1', tenantId } })).status).toBe(200);
    const code = () => app.inbox.messages.slice(before).find((one) => one.phone === phone)?.params['code'];
    await expect.poll(code, { timeout: 20_000 }).toMatch(/^\d{6}$/);
    const answer = await send(app, 'POST', '/auth/phone/token/sms', {
      query: { phone, code: code(), grant_type: 'sms_login', tenantId },
      headers: { authorization: clientOf(app) },
    });
    return (answer.json as { ticket: string }).ticket;
  };
  app.clock.pass(61);
  expect((await trySecondStep(app, await ticketByPhone(), codeNow(theirs, secret))).status).toBe(200);
  app.clock.pass(61);
  const ticket = await ticketByPhone();
  const { access_token: token } = (await callerOf('admin')).tokens;
  const id = theirs.tokens.user_id;
  const { version } = dataOf<{ version: number }>(await send(app, 'GET', `/upms/user/${id}`, { token }));
  const body = { id, version, phone: '13900990099' };
  expect((await send(app, 'POST', '/upms/user/update', { token, body })).status).toBe(200);
  app.clock.pass(30);
  expect((await trySecondStep(app, ticket, codeNow(theirs, secret))).status).toBe(426);
});

test('G6 accepts one of fifty concurrent correct second-factor codes', async () => {
  const caller = await callerOf();
  const { secret } = await enrolled(caller);
  app.clock.pass(30);
  const ticket = await firstStep(caller);
  const code = codeNow(caller, secret);
  const answers = await Promise.all(Array.from({ length: 50 }, () => trySecondStep(app, ticket, code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const guessed = await firstStep(caller);
  await Promise.all(Array.from({ length: 50 }, () => trySecondStep(app, guessed, '111111')));
  const [row] = await app.sql<{ tries: number }>('select tries from second_factor where user_id = $1', [
    caller.tokens.user_id,
  ]);
  expect(row?.tries).toBeLessThanOrEqual(10);
});

test('allows at most twenty second-factor codes an hour after the password alone', async () => {
  const caller = await callerOf();
  const { secret } = await enrolled(caller);
  const statuses: number[] = [];
  for (let n = 0; n < 5; n++) {
    await app.sql('delete from sign_in_attempt');
    const ticket = await firstStep(caller);
    for (let k = 0; k < 5; k++) statuses.push((await trySecondStep(app, ticket, '222222')).status);
  }
  expect(statuses.filter((status) => status === 426)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  app.clock.pass(3601);
  await app.sql('delete from sign_in_attempt');
  expect((await trySecondStep(app, await firstStep(caller), codeNow(caller, secret))).status).toBe(200);
});

test('accepts a recovery code once', async () => {
  const caller = await callerOf();
  const { recoveryCodes } = await enrolled(caller);
  const [first = '', second = ''] = recoveryCodes;
  expect((await trySecondStep(app, await firstStep(caller), first.toLowerCase())).status).toBe(200);
  expect((await trySecondStep(app, await firstStep(caller), first)).status).toBe(426);
  const post = (path: string) =>
    send(app, 'POST', path, { token: caller.tokens.access_token, body: passwordInput(caller) });
  const fresh = dataOf<{ recoveryCodes: string[] }>(await post('/auth/mfa/recovery')).recoveryCodes;
  expect((await trySecondStep(app, await firstStep(caller), second)).status).toBe(426);
  expect((await trySecondStep(app, await firstStep(caller), fresh[0] ?? '')).status).toBe(200);
  expect((await post('/auth/mfa/remove')).status).toBe(200);
  expect(((await trySignIn(app, tenant.id, 'admin')).json as Tokens).access_token).toBeTruthy();
});

test('lets an administrator remove a lost second factor with their password (S04, S32)', async () => {
  const lost = await callerOf('regulator');
  await enrolled(lost);
  const admin = await callerOf('admin');
  const ask = (token: string, id: string) =>
    send(app, 'POST', '/upms/user/removeFactor', { token, body: { id, reason: '手机遗失，已当面核实' } });
  const { access_token: token } = admin.tokens;
  const first = await ask(token, lost.tokens.user_id);
  expect([first.status, first.json]).toMatchObject([403, { data: { confirm: true } }]);
  const confirm = (by: string) => send(app, 'POST', '/auth/session/confirm', { token: by, body: passwordInput(admin) });
  expect((await confirm(token)).status).toBe(200);
  expect((await ask(token, admin.tokens.user_id)).status).toBe(403);
  expect((await ask(token, crypto.randomUUID())).status).toBe(404);
  const elsewhere = await makeTenant(app);
  expect((await ask(token, elsewhere.people.regulator)).status).toBe(404);
  expect((await ask(lost.tokens.access_token, admin.tokens.user_id)).status).toBe(403);
  expect(await firstStep(lost)).toBeTruthy();
  expect((await ask(token, lost.tokens.user_id)).status).toBe(200);
  expect((await send(app, 'GET', '/upms/user/info', { token: lost.tokens.access_token })).status).toBe(401);
  expect(((await trySignIn(app, tenant.id, 'regulator')).json as Tokens).access_token).toBeTruthy();
  expect((await ask(token, lost.tokens.user_id)).json).toMatchObject({ msg: '该用户没有启用两步验证' });
  for (const table of ['second_factor', 'recovery_code'])
    expect(await app.sql(`select 1 from ${table} where user_id = $1`, [lost.tokens.user_id])).toEqual([]);
  const traces = await app.sql<{ note: string }>(
    `select note from audit where tenant_id = $1 and call = 'user.removeFactor' and outcome = 'done'`,
    [tenant.id],
  );
  expect(traces).toEqual([{ note: expect.stringContaining('手机遗失，已当面核实') }]);
  // An enterprise administrator may make the call, but may not reset a regulator's account.
  const staff = await callerOf('entadmin');
  await confirm(staff.tokens.access_token);
  expect((await ask(staff.tokens.access_token, lost.tokens.user_id)).status).toBe(404);
});

describe('a production server', () => {
  test('lets an administrator without a second factor only set one up', async () => {
    const strict = await openTestApp({ env: { NODE_ENV: 'production' } });
    try {
      const own = await makeTenant(strict);
      const caller = { app: strict, tenant: own, kind: 'admin', tokens: await signIn(strict, own, 'admin') };
      const { access_token: token } = caller.tokens;
      const info = dataOf<{ mustEnrol: boolean }>(await send(strict, 'GET', '/upms/user/info', { token }));
      expect(info.mustEnrol).toBe(true);
      const allowed: string[] = [];
      for (const { name, call } of strict.mounted.filter(({ call: { permit } }) => permit !== 'public')) {
        if (call.allowedRestrictions.includes('mustEnrol')) {
          allowed.push(name);
          continue;
        }
        const answer = await sendCall(strict, call, namingNothing(call), { token });
        expect([answer.status, answer.json], name).toEqual([
          403,
          { code: 1, msg: '请先启用两步验证', data: { mustEnrol: true } },
        ]);
      }
      expect(allowed.sort()).toEqual([
        'session.factorConfirm',
        'session.factorEnrol',
        'session.factorState',
        'session.signOut',
        'user.info',
      ]);
      const secret = await enrol(caller);
      const made = await send(strict, 'POST', '/auth/mfa/confirm', {
        token,
        body: { code: codeNow(caller, secret) },
      });
      expect(made.status).toBe(200);
      expect((await send(strict, 'GET', '/bus/enterprise/page', { token })).status).toBe(200);
      const remove = await send(strict, 'POST', '/auth/mfa/remove', { token, body: passwordInput(caller) });
      expect([remove.status, remove.json]).toMatchObject([403, { msg: '您的账号必须使用两步验证，不能关闭' }]);
      // Users who may make payments need a second factor too. Users who may neither administer nor pay need none.
      const menuOf = async (kind: 'entadmin' | 'entstaff' | 'shop') =>
        (await send(strict, 'GET', '/upms/menu', { token: (await signIn(strict, own, kind)).access_token })).status;
      expect([await menuOf('entadmin'), await menuOf('entstaff'), await menuOf('shop')]).toEqual([403, 200, 200]);
    } finally {
      await strict.close();
    }
  });
});
