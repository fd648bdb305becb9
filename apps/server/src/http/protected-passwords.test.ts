// S03: additional password rules of protection level three.
import { afterAll, expect, test } from 'vitest';
import { hashPassword } from '#platform/password/index.ts';
import { rescueAdmin } from '#platform/db/rescue-admin.ts';
import { cipher, dataOf, send, signIn, trySignIn } from '../../testing/client.ts';
import { openTestApp } from '../../testing/app.ts';
import { makeTenant, password, type Kind } from '../../testing/tenants.ts';

const app = await openTestApp();
afterAll(() => app.close());

async function openProtected(...kinds: Kind[]) {
  const tenant = await makeTenant(app);
  const tokens = new Map<Kind, string>();
  for (const kind of kinds) tokens.set(kind, (await signIn(app, tenant, kind)).access_token);
  await app.sql('update tenant set mlps3 = true where tenant_id = $1', [tenant.id]);
  await app.sql(
    `insert into second_factor (tenant_id, user_id, secret, enabled_at)
     select tenant_id, id, 'sealed', now() from app_user where tenant_id = $1 and username = any ($2)`,
    [tenant.id, kinds],
  );
  app.clock.pass(3);
  const get = (kind: Kind, path: string) => send(app, 'GET', path, { token: tokens.get(kind) ?? null });
  const age = (kind: Kind, days: number) =>
    app.sql(`update app_user set password_changed_at = $2 where id = $1`, [
      tenant.people[kind],
      new Date(app.clock.now().getTime() - days * 86_400_000),
    ]);
  const works = async (kind: Kind) => {
    app.clock.pass(3);
    return (await get(kind, '/upms/menu')).status;
  };
  return { tenant, tokens, get, age, works };
}

const change = (token: string | undefined, old: string, wanted: string) =>
  send(app, 'POST', '/upms/user/edit', {
    token: token ?? null,
    body: { password: cipher(app, old), newpassword1: cipher(app, wanted) },
  });
const refusal = (msg: string) => expect.objectContaining({ data: { errors: [{ field: 'newpassword1', msg }] } });
const nth = (at: number) => `Chaoqi-Jiangnan ${at}`;

test('requires three kinds of characters in a password of a protected tenant', async () => {
  const { tenant, tokens } = await openProtected('regulator');
  const id = tenant.people.regulator;
  let token = tokens.get('regulator');
  const used = () => app.sql<{ hash: string }>('select hash from password_used where user_id = $1', [id]);
  const to = async (old: string, wanted: string) => {
    token = dataOf<{ token: string }>(await change(token, old, wanted)).token;
  };
  const plain = await change(token, password, '潮起江南-望海-听涛');
  expect([plain.status, plain.json]).toEqual([400, refusal('密码须含大写字母、小写字母、数字、符号中的至少三种')]);
  await to(password, nth(1));
  for (let at = 2; at <= 5; at += 1) await to(nth(at - 1), nth(at));
  for (const at of [1, 2, 3, 4]) {
    const again = await change(token, nth(5), nth(at));
    expect([again.status, again.json], nth(at)).toEqual([400, refusal('不能与最近 5 次用过的密码相同，请换一个')]);
  }
  expect((await change(token, nth(5), nth(5))).status).toBe(400);
  expect(await used()).toHaveLength(4);
  for (const { hash } of await used()) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  await to(nth(5), nth(6));
  await to(nth(6), nth(1));
  // Without the protection no old passwords are stored or checked.
  await app.sql('update tenant set mlps3 = false where tenant_id = $1', [tenant.id]);
  await to(nth(1), '潮起江南-望海-听涛');
  expect(await used()).toEqual([]);
});

test('refuses reuse of a password that the rescue command replaced', async () => {
  const { tenant } = await openProtected('security');
  const rescuePassword = 'Ein-mal-2026';
  const done = await rescueAdmin(app.database.appUrl, {
    tenantId: tenant.id,
    username: 'security',
    passwordHash: await hashPassword(rescuePassword),
    passwordEndsAt: new Date(app.clock.now().getTime() + 600_000),
    rememberedPasswords: 4,
    otherDuties: [],
  });
  expect(done).toEqual({ username: 'security' });
  const inside = await trySignIn(app, tenant.id, 'security', { password: rescuePassword });
  const { access_token: token } = inside.json as { access_token: string };
  const again = await change(token, rescuePassword, password);
  expect([again.status, again.json]).toEqual([400, refusal('不能与最近 5 次用过的密码相同，请换一个')]);
  dataOf(await change(token, rescuePassword, nth(1)));
});

test('requires a new password after 91 days', async () => {
  const { tenant, tokens, get, age, works } = await openProtected('regulator', 'admin', 'entadmin', 'demo', 'shop');
  await age('regulator', 91);
  await age('admin', 89);
  await age('demo', 91);
  await age('shop', 91);
  await app.sql('update app_user set password_hash = null where id = $1', [tenant.people.shop]);
  // The user has never changed the password, so its age counts from the creation of the account.
  await app.sql(`update app_user set created_at = created_at - interval '91 days' where id = $1`, [
    tenant.people.entadmin,
  ]);
  expect(await Promise.all((['regulator', 'entadmin', 'admin', 'demo', 'shop'] as const).map(works))).toEqual([
    403, 403, 200, 200, 200,
  ]);
  const held = await get('regulator', '/upms/menu');
  expect(held.json).toEqual({ code: 1, msg: '请先修改密码', data: { mustChangePassword: true } });
  expect(dataOf(await get('regulator', '/upms/user/info'))).toMatchObject({ mustChangePassword: true });
  const mine = dataOf<{ passwordEndsAt: string }>(await get('regulator', '/upms/user/own'));
  expect(mine).toMatchObject({ passwordProtected: true, passwordEndsAt: expect.any(String) });
  const { token } = dataOf<{ token: string }>(await change(tokens.get('regulator'), password, nth(1)));
  expect((await send(app, 'GET', '/upms/menu', { token })).status).toBe(200);
  await app.sql('update tenant set mlps3 = false where tenant_id = $1', [tenant.id]);
  expect(await works('entadmin')).toBe(200);
  expect(dataOf(await get('entadmin', '/upms/user/own'))).toMatchObject({
    passwordProtected: false,
    passwordEndsAt: null,
  });
});

test('requires a new password after a sign-in with a one-time password', async () => {
  const { tenant, tokens } = await openProtected('admin');
  const resetAnswer = dataOf<{ password: string }>(
    await send(app, 'POST', '/upms/user/password', {
      token: tokens.get('admin') ?? null,
      body: { id: tenant.people.regulator },
    }),
  );
  const { access_token: first } = (await trySignIn(app, tenant.id, 'regulator', { password: resetAnswer.password }))
    .json as {
    access_token: string;
  };
  const menu = (token: string) => send(app, 'GET', '/upms/menu', { token });
  expect((await menu(first)).json).toMatchObject({ data: { mustChangePassword: true } });
  // The previous password is also refused after a reset.
  expect((await change(first, resetAnswer.password, password)).json).toEqual(
    refusal('不能与最近 5 次用过的密码相同，请换一个'),
  );
  const { token } = dataOf<{ token: string }>(await change(first, resetAnswer.password, nth(1)));
  expect((await menu(token)).json).toMatchObject({ data: { mustEnrol: true } });
  const enrolment = await send(app, 'POST', '/auth/mfa/enrol', {
    token,
    body: { password: cipher(app, nth(1)) },
  });
  expect(enrolment.status).toBe(200);
});

test('shows the password rule of a protected tenant before registration', async () => {
  const { tenant } = await openProtected();
  const other = await makeTenant(app);
  const asks = async (tenantId: string) =>
    dataOf<{ passwordProtected: boolean }>(await send(app, 'GET', '/auth/ways', { query: { tenantId } }))
      .passwordProtected;
  expect([await asks(tenant.id), await asks(other.id)]).toEqual([true, false]);
  const refused = await send(app, 'POST', '/upms/user/register', {
    body: {
      tenantId: tenant.id,
      type: '1',
      username: 'chaoqi',
      nickName: '沈安然',
      entName: '测试企业',
      phone: '13500077001',
      code: '123456',
      password: cipher(app, '海上升明月 天涯共此时'),
    },
  });
  expect(refused.json).toMatchObject({
    data: { errors: [{ field: 'password', msg: '密码须含大写字母、小写字母、数字、符号中的至少三种' }] },
  });
});
