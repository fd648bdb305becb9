// A user with several enterprises switches between them (S22, ST-04, RP-05). Also tests a password that must be
// changed first.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cipher, dataOf, refresh, send, signIn, type Tokens } from '../../testing/client.ts';
import { openTestApp } from '../../testing/app.ts';
import { makeTenant, password, type TestTenant } from '../../testing/tenants.ts';

const app = await openTestApp();
let tenant: TestTenant;
let foreign: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant(app);
  foreign = await makeTenant(app);
});
afterAll(() => app.close());

const infoOf = async (token: string) =>
  dataOf<{
    sysUser: { phone: string; shopId: string | null; entName: string };
    enterpriseCount: number;
    mustChangePassword: boolean;
  }>(await send(app, 'GET', '/upms/user/info', { token }));
const switchTo = (token: string, query: { phone: string; shopId: string; tenantId: string }) =>
  send(app, 'POST', '/auth/switch/token', { token, query });

test('S22 switches the enterprise in one of fifty concurrent requests, and ends the old tokens', async () => {
  const tokens = await signIn(app, tenant, 'entadmin');
  const token = tokens.access_token;
  const [, second = ''] = tenant.enterpriseIds;
  const before = await infoOf(token);
  const { phone } = before.sysUser;
  expect(before.enterpriseCount).toBe(2);
  const list = dataOf<{ id: string; current: boolean }[]>(await send(app, 'GET', '/auth/switch/list', { token }));
  expect(list.map(({ id }) => id).sort()).toEqual(tenant.enterpriseIds.slice(0, 2).sort());
  const shopId = list.find(({ current }) => !current)?.id ?? second;
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => switchTo(token, { phone, shopId, tenantId: tenant.id })),
  );
  const went = answers.filter(({ status }) => status === 200);
  expect(went).toHaveLength(1);
  expect(went[0]?.json).toEqual({
    code: 0,
    msg: null,
    data: { token: expect.any(String), refresh_token: expect.any(String), expires_in: 43_200 },
  });
  const data = dataOf<{ token: string; refresh_token: string }>(went[0]!);
  expect((await send(app, 'GET', '/upms/user/info', { token })).status).toBe(401);
  expect((await refresh(app, tokens.refresh_token)).status).toBe(401);
  const after = await infoOf(data.token);
  expect(after.sysUser.shopId).toBe(shopId);
  const own = dataOf<{ id: string }>(await send(app, 'GET', '/bus/enterprise/getCurrentEnt', { token: data.token }));
  expect(own.id).toBe(shopId);
  expect(((await refresh(app, data.refresh_token)).json as Tokens).shop_id).toBe(shopId);
  // The next sign-in uses the enterprise that was used last.
  expect((await signIn(app, tenant, 'entadmin')).shop_id).toBe(shopId);
});

test('S22 answers the same 403 when the enterprise is unbound, closed or of another tenant', async () => {
  const { access_token: token, shop_id } = await signIn(app, tenant, 'entadmin');
  const { phone } = (await infoOf(token)).sysUser;
  const other = tenant.enterpriseIds.slice(0, 2).find((id) => id !== shop_id) ?? '';
  const right = { phone, shopId: other, tenantId: tenant.id };
  await app.sql(`update enterprise set status = 'closed' where id = $1`, [other]);
  const wishes = [
    right,
    { ...right, shopId: tenant.enterpriseIds[3] ?? '' },
    { ...right, shopId: foreign.enterpriseIds[0] ?? '' },
    { ...right, shopId: crypto.randomUUID() },
    { ...right, shopId: 'x' },
    { ...right, shopId: shop_id ?? '', phone: '13800000000' },
    { ...right, shopId: shop_id ?? '', tenantId: foreign.id },
  ];
  const answers = [];
  for (const wish of wishes) answers.push(await switchTo(token, wish));
  for (const answer of answers) expect([answer.status, answer.text]).toEqual([403, answers[0]?.text]);
  expect((await infoOf(token)).enterpriseCount).toBe(1);
  await app.sql(`update enterprise set status = 'active' where id = $1`, [other]);
  const regulator = await signIn(app, tenant, 'regulator');
  const { phone: own } = (await infoOf(regulator.access_token)).sysUser;
  expect((await switchTo(regulator.access_token, { ...right, phone: own })).text).toBe(answers[0]?.text);
});

test('S22 CA-19 lets users set only their own start enterprise', async () => {
  const { access_token: token, user_id: userId, shop_id } = await signIn(app, tenant, 'entadmin');
  const other = tenant.enterpriseIds.slice(0, 2).find((id) => id !== shop_id) ?? '';
  const select = (body: object) => send(app, 'POST', '/bus/api/index/selectShop', { token, body });
  expect((await select({ userId: tenant.people.entstaff, shopId: other })).status).toBe(403);
  expect((await select({ userId, shopId: tenant.enterpriseIds[3] })).status).toBe(403);
  dataOf(await select({ userId, shopId: other }));
  expect((await infoOf(token)).sysUser.shopId).toBe(shop_id);
  expect((await signIn(app, tenant, 'entadmin')).shop_id).toBe(other);
});

test('S18 requires the change of a one-time password before other calls', async () => {
  await app.sql('update app_user set must_change_password = true where id = $1', [tenant.people.nobody]);
  const { access_token: token } = await signIn(app, tenant, 'nobody');
  expect((await infoOf(token)).mustChangePassword).toBe(true);
  const held = await send(app, 'GET', '/upms/menu', { token });
  expect([held.status, held.json]).toEqual([403, { code: 1, msg: '请先修改密码', data: { mustChangePassword: true } }]);
  const allowed = app.mounted.filter(({ call }) => call.allowedRestrictions.includes('mustChangePassword'));
  expect(allowed.map(({ name }) => name).sort()).toEqual(['session.signOut', 'user.edit', 'user.info', 'user.own']);
  const change = (wanted: string) =>
    send(app, 'POST', '/upms/user/edit', {
      token,
      body: { password: cipher(app, password), newpassword1: cipher(app, wanted) },
    });
  expect((await change('12345678')).status).toBe(400);
  const renewed = dataOf<{ token: string }>(await change('Hǎo-de 新密码 88'));
  expect((await send(app, 'GET', '/upms/menu', { token: renewed.token })).status).toBe(200);
  expect((await send(app, 'GET', '/upms/menu', { token })).status).toBe(401);
});

test('S22 lets a user without a phone switch the enterprise only when the call has an empty phone', async () => {
  const other = await makeTenant(app);
  await app.sql(`update app_user set phone_sealed = null, phone_index = null where id = $1`, [other.people.entadmin]);
  const { access_token: token, shop_id } = await signIn(app, other, 'entadmin');
  const shopId = other.enterpriseIds.slice(0, 2).find((id) => id !== shop_id) ?? '';
  const wish = { shopId, tenantId: other.id };
  expect((await switchTo(token, { ...wish, phone: '13800000000' })).status).toBe(403);
  expect((await switchTo(token, { ...wish, phone: '' })).status).toBe(200);
});
