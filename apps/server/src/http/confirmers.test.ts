// S100 for other acts than refunds: who may start a purge, restore a tenant, replace keys, and consent to
// impersonation.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callNamed, dataOf, sendCall, signIn, trySignIn, type Answer } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { actorOf } from '../../testing/actors.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

let app: TestApp;
let tenant: TestTenant;
let platform: string;
beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
  platform = (await actorOf(app, tenant, 'platform')).tokens.access_token;
}, 120_000);
afterAll(() => app.close());

const call = (name: string, input: Record<string, unknown>, token = platform): Promise<Answer> =>
  sendCall(app, callNamed(app, name), input, { token });
const made = async (name: string) =>
  dataOf<{ id: string; version: number; username: string; password: string }>(
    await call('tenant.create', { name, username: 'chief', nickName: '首任管理员' }),
  );
/** Sets the age of all accounts of a tenant; with `withTenant` also of the tenant. */
async function age(tenantId: string, hours: number, withTenant = false): Promise<void> {
  const at = new Date(app.clock.now().getTime() - hours * 3_600_000);
  await app.sql('update app_user set created_at = $2 where tenant_id = $1', [tenantId, at]);
  if (withTenant) await app.sql('update brand set created_at = $2 where id = $1', [tenantId, at]);
}

test('S100 refuses removal or restore of a tenant by a new platform account', async () => {
  const { id, version } = await made('待删单位');
  await age('0', 1);
  const early = await call('tenant.remove', { id, version });
  expect([early.status, early.text]).toEqual([403, expect.stringContaining('账号在申请前不足 24 小时')]);
  expect(early.text).toContain('现在也没有其他人可以办理');
  await age('0', 25);
  const removed = dataOf<{ version: number }>(await call('tenant.remove', { id, version }));
  await age('0', 1);
  expect((await call('tenant.restore', { id, version: removed.version })).status).toBe(403);
  // The refusal message names this other account, which is old enough to help.
  const [other] = await app.sql<{ id: string }>(
    `insert into app_user (tenant_id, id, username, nick_name, type, created_at)
     values ('0', gen_random_uuid(), 'second', '平台值班员', 'platform', $1::timestamptz - interval '9 days') returning id`,
    [app.clock.now()],
  );
  await app.sql(
    `insert into user_role (tenant_id, user_id, role_id)
     select r.tenant_id, $1, r.role_id from user_role r join app_user u on u.id = r.user_id and u.tenant_id = r.tenant_id
     where u.tenant_id = '0' and u.username = 'platform'`,
    [other?.id],
  );
  expect((await call('tenant.restore', { id, version: removed.version })).text).toContain('请由平台值班员办理');
  await age('0', 25);
  dataOf(await call('tenant.restore', { id, version: removed.version }));
});

test('S100 refuses consent to platform entry by the first administrator of a tenant for 30 days', async () => {
  const { id, username, password: once } = await made('新建单位');
  const entered = await trySignIn(app, id, username, { password: once, userType: '0' });
  const chief = (entered.json as { access_token: string }).access_token;
  await app.sql('update app_user set must_change_password = false where tenant_id = $1', [id]);
  app.clock.pass(3);
  const user = { username: 'deputy', nickName: '副手', phone: '13500030009', type: '0' };
  const [role] = await app.sql<{ id: string }>(
    `select id from role where tenant_id = $1 and code = 'ROLE_TENANT_ADMIN'`,
    [id],
  );
  const { password: first } = dataOf<{ password: string }>(
    await call('user.create', { ...user, roleIds: [role?.id] }, chief),
  );
  await app.sql('update app_user set must_change_password = false where tenant_id = $1', [id]);
  await age(id, 26, true);
  await app.sql(`update audit set at = $2::timestamptz - interval '26 hours' where tenant_id = $1`, [
    id,
    app.clock.now(),
  ]);
  const again = async (name: string, userPassword: string) => {
    const answer = await trySignIn(app, id, name, { password: userPassword, userType: '0' });
    return (answer.json as { access_token: string }).access_token;
  };
  const tokens = [await again(username, once), await again('deputy', first)];
  for (const token of tokens) {
    const refused = await call('tenant.allowEntry', { hours: 2 }, token);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('30 天内由平台人员授予或重置过')]);
    expect(refused.text).toContain('在此之前平台人员只能查看');
  }
  const shown = dataOf<{ allowers: string[]; notAllowers: { name: string; reason: string }[] }>(
    await call('tenant.entryAllowed', {}, tokens[0]),
  );
  expect(shown.allowers).toEqual([]);
  expect(shown.notAllowers.map(({ name }) => name).toSorted()).toEqual(['副手', '首任管理员'].toSorted());
});

test('S100 lets an administrator whose account is old enough consent to platform entry', async () => {
  const admin = (await signIn(app, tenant, 'admin')).access_token;
  expect(dataOf<{ until: string | null }>(await call('tenant.allowEntry', { hours: 2 }, admin)).until).not.toBeNull();
  const shown = dataOf<{ allowers: string[] }>(await call('tenant.entryAllowed', {}, admin));
  expect(shown.allowers).not.toEqual([]);
});

test('S100 does not let a new account replace the keys of a WeChat account', async () => {
  const admin = (await signIn(app, tenant, 'admin')).access_token;
  const values = { name: '安全云岭', kind: '2', mode: '2', appId: 'wxkeys0000000001' };
  const keys = { secret: 'a'.repeat(32), token: 'token123', aesKey: 'k'.repeat(43) };
  await age(tenant.id, 1);
  const { id } = dataOf<{ id: string }>(await call('wxAccount.create', { ...values, ...keys }, admin));
  const version = async () => dataOf<{ version: number }>(await call('wxAccount.get', { id }, admin)).version;
  dataOf(await call('wxAccount.update', { id, version: await version(), name: '安全云岭二' }, admin));
  const refused = await call('wxAccount.update', { id, version: await version(), secret: 'b'.repeat(32) }, admin);
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('您暂时不能更换公众号密钥')]);
  await age(tenant.id, 25);
  dataOf(await call('wxAccount.update', { id, version: await version(), secret: 'b'.repeat(32) }, admin));
});
