// S36: platform users cannot see a tenant's data until they enter the tenant. The entry is announced to the tenant,
// lasts an hour, and is read only.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callNamed, cipher, dataOf, send, signIn, type Answer } from '../../testing/client.ts';
import { freshFile } from '../../testing/enterprises.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { actorOf } from '../../testing/actors.ts';
import { fixtureOf } from '../../testing/fixtures.ts';
import { makeTenant, password, type TestTenant } from '../../testing/tenants.ts';

let app: TestApp;
let tenant: TestTenant;
let other: TestTenant;
let token: string;
let admin: string;
const reason = '协助核对企业档案';
beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
  other = await makeTenant(app);
}, 120_000);
beforeEach(async () => {
  app.clock.pass(3_700);
  token = (await actorOf(app, tenant, 'platform')).tokens.access_token;
  admin = (await signIn(app, tenant, 'admin')).access_token;
});
afterAll(() => app.close());

const inside = (method: string, path: string, more: object = {}, id = tenant.id): Promise<Answer> =>
  send(app, method, path, { token, headers: { tenant_id: id }, ...more });
const confirm = () => send(app, 'POST', '/auth/session/confirm', { token, body: { password: cipher(app, password) } });
const enter = (id = tenant.id) => send(app, 'POST', '/upms/tenant/enter', { token, body: { id, reason } });
const entered = async () => {
  dataOf(await confirm());
  return dataOf<{ tenantId: string; until: string; mayWrite: boolean }>(await enter());
};
const totalOf = (answer: Answer) => dataOf<{ total: number }>(answer).total;
const log = (tenantId: string, call: string) =>
  app.sql<{ user_name: string; note: string; address: string }>(
    'select user_name, note, address from audit where tenant_id = $1 and call = $2 order by id desc',
    [tenantId, call],
  );

describe('a user without an impersonation', () => {
  test('gets no business data as a platform user', async () => {
    for (const path of ['/bus/enterprise/page', '/bus/enterprise/stationPage', '/upms/region/page'])
      expect((await send(app, 'GET', path, { token })).status, path).toBe(403);
    expect(totalOf(await send(app, 'GET', '/upms/log/page', { token, query: { size: 1 } }))).toBeGreaterThan(0);
    expect((await send(app, 'GET', '/upms/log/page', { token })).text).not.toContain(tenant.mark);
    expect((await inside('GET', '/bus/enterprise/page')).status).toBe(403);
    expect((await inside('GET', '/upms/user/info')).status).toBe(403);
  });

  test('can start an impersonation only with a reason, a confirmed password and a platform account', async () => {
    const body = { id: tenant.id, reason: '看看' };
    dataOf(await confirm());
    expect((await send(app, 'POST', '/upms/tenant/enter', { token, body })).status).toBe(400);
    app.clock.pass(601);
    const late = await enter();
    expect([late.status, (late.json as { msg: string }).msg]).toEqual([403, '请先验证密码']);
    for (const id of ['999999', '0']) {
      dataOf(await confirm());
      expect((await enter(id)).status).toBe(404);
    }
    const asAdmin = await send(app, 'POST', '/upms/tenant/enter', { token: admin, body: { id: other.id, reason } });
    expect(asAdmin.status).toBe(403);
  });
});

describe('an impersonation', () => {
  test('shows only data of the entered tenant', async () => {
    const impersonation = await entered();
    expect(impersonation).toMatchObject({ tenantId: tenant.id, mayWrite: false });
    const recent = (by: string) => send(app, 'GET', '/upms/tenant/entry/recent', { token: by });
    const { until } = impersonation;
    expect(dataOf(await recent(admin))).toMatchObject([{ reason, until, open: true }]);
    expect(dataOf(await recent((await signIn(app, other, 'admin')).access_token))).toEqual([]);
    expect((await inside('GET', '/upms/tenant/entry/recent')).status).toBe(403);
    expect((await recent((await signIn(app, tenant, 'regulator')).access_token)).status).toBe(403);
    expect((await log('0', 'tenant.enter'))[0]).toMatchObject({ note: reason, address: '127.0.0.1' });
    expect((await log(tenant.id, 'tenant.entered'))[0]).toMatchObject({
      note: reason,
      user_name: expect.stringMatching(/^平台 /),
    });
    const seen = await send(app, 'GET', '/upms/log/page', { token: admin, query: { size: 20 } });
    expect(seen.text).toContain('平台人员进入本单位');
    expect(totalOf(await inside('GET', '/bus/enterprise/page'))).toBe(tenant.enterpriseIds.length);
    const info = dataOf<{ sysUser: { tenantId: string; type: string; username: string }; permissions: string[] }>(
      await inside('GET', '/upms/user/info'),
    );
    expect(info.sysUser).toMatchObject({ tenantId: tenant.id, type: '0', username: 'platform' });
    expect(info.permissions).toContain('bus:enterprise:index');
    expect(info.permissions.filter((permit) => !/:(index|get)$/.test(permit))).toEqual([]);
    expect((await inside('GET', '/upms/menu')).text).toContain('企业管理');
    expect((await inside('GET', '/bus/enterprise/page', {}, other.id)).status).toBe(403);
    expect((await send(app, 'GET', '/bus/enterprise/page', { token })).status).toBe(403);
    const asPlatform = await send(app, 'GET', '/upms/tenant/page', { token, headers: { tenant_id: '0' } });
    expect(totalOf(asPlatform)).toBeGreaterThan(1);
  });

  test('allows writes only with consent of the tenant', async () => {
    await entered();
    const [id] = tenant.enterpriseIds;
    const rename = async () => {
      const { version } = dataOf<{ version: number }>(await inside('GET', `/bus/enterprise/${id}`));
      return inside('POST', '/bus/enterprise/update', { body: { id, version, headName: `负责人 ${version}` } });
    };
    const path = '/bus/enterprise/del/' + tenant.enterpriseIds[2];
    expect((await rename()).status).toBe(403);
    expect((await inside('GET', path)).status).toBe(403);
    expect((await inside('GET', '/bus/enterprise/export')).status).toBe(403);
    const age = (interval: string) =>
      app.sql('update app_user set created_at = $2::timestamptz - $3::interval where id = $1', [
        tenant.people.admin,
        app.clock.now(),
        interval,
      ]);
    const allow = (hours: number) => send(app, 'POST', '/upms/tenant/entry/allow', { token: admin, body: { hours } });
    expect((await inside('POST', '/upms/tenant/entry/allow', { body: { hours: 2 } })).status).toBe(403);
    // S100: the tenant user who consents must not have a newly created account.
    await age('1 hour');
    const fresh = await allow(2);
    expect([fresh.status, fresh.text]).toEqual([403, expect.stringContaining('不足 24 小时')]);
    await age('90 days');
    expect(dataOf<{ until: string | null }>(await allow(2)).until).not.toBeNull();
    const renamed = await rename();
    expect(renamed.status, renamed.text).toBe(200);
    const [row] = await log(tenant.id, 'enterprise.update');
    expect(row?.user_name).toMatch(/^平台 /);
    expect((await inside('GET', '/bus/enterprise/export')).status).toBe(403);
    expect((await inside('POST', '/upms/role', { body: { roleName: '新', roleCode: 'X' } })).status).toBe(403);
    // A platform user in a tenant must not end sessions, change accounts, or start jobs that run on after the
    // impersonation.
    const rights = dataOf<{ permissions: string[] }>(await inside('GET', '/upms/user/info')).permissions;
    expect(rights.filter((one) => /:import$|^sys:token|^sys:user:(?!index)/.test(one))).toEqual([]);
    dataOf(await allow(0));
    expect((await rename()).status).toBe(403);
  });

  test('S94 leaves no new account, phone, binding or host, even with write access', async () => {
    await entered();
    dataOf(await send(app, 'POST', '/upms/tenant/entry/allow', { token: admin, body: { hours: 2 } }));
    const { id: tenantId, people, enterpriseIds } = tenant;
    const phone = '13500030001';
    const account = { username: 'hintertuer', nickName: '后来人', type: '0', phone, roleIds: [] };
    for (const [path, body] of [
      ['/upms/user', account],
      ['/upms/user/update', { id: people.admin, version: 1, phone }],
      ['/upms/user/updateEntAdmin', { enterpriseId: enterpriseIds[0], userId: people.entstaff }],
      ['/upms/user/lock', { id: people.nobody, lockFlag: '0' }],
      ['/upms/organ', { name: '新机构', parentId: null }],
      // A platform user in a tenant may not create an enterprise, because it contains phones of people.
      ['/bus/enterprise', { ...freshFile(tenant.mark), officerId: people.regulator, headPhone: phone }],
      ['/upms/frame', { host: 'evil.example.com', name: '外站' }],
    ] as const) {
      const answer = await inside('POST', path, { body });
      expect([path, answer.status, (answer.json as { msg: string }).msg]).toEqual([
        path,
        403,
        '以平台身份进入，不能办理此事，请由该单位的人员办理',
      ]);
    }
    expect(await log(tenantId, 'user.create')).toMatchObject([{ note: 'entryDoor' }]);
    // Steps that create accounts or bind people (approval, merge) are neither offered nor allowed.
    const { input } = await fixtureOf(
      await actorOf(app, tenant, 'regulator'),
      'enterprise.applyState',
      callNamed(app, 'enterprise.applyState'),
    );
    const [applied] = await app.sql<{ id: string; version: number }>(
      `select e.id, e.version from enterprise e join enterprise_application a on a.enterprise_id = e.id where a.number = $1`,
      [input['number']],
    );
    const seen = async (by: (path: string) => Promise<Answer>) =>
      dataOf<{ abilities: string[] }>(await by(`/bus/enterprise/${applied?.id}`)).abilities;
    expect(await seen((path) => send(app, 'GET', path, { token: admin }))).toContain('approve');
    expect(await seen((path) => inside('GET', path))).toEqual(['update', 'transfer']);
    const approved = await inside('POST', '/bus/enterprise/approve', { body: { ...applied } });
    expect(approved.status).toBe(403);
    // A platform user in a tenant may not change phones of an enterprise's people.
    const ofFirm = `/bus/enterprise/${enterpriseIds[0]}`;
    const file = dataOf<{ version: number; remark: string | null }>(await inside('GET', ofFirm));
    const change = (fields: object) =>
      inside('POST', '/bus/enterprise/update', { body: { id: enterpriseIds[0], version: file.version, ...fields } });
    for (const field of ['headPhone', 'legalPhone', 'safetyHeadPhone', 'safetyManagerPhone']) {
      const answer = await change({ [field]: phone });
      expect([field, answer.status, answer.text]).toEqual([
        field,
        400,
        expect.stringContaining('不能修改企业人员的电话'),
      ]);
    }
    dataOf(await change({ headName: '换个名字' }));
    const merged = await inside('POST', '/bus/enterprise/merge', {
      body: { keepId: enterpriseIds[2], keepVersion: 1, dropId: enterpriseIds[0], dropVersion: 1 },
    });
    expect(merged.status).toBe(403);
    const bulk = await inside('POST', '/bus/enterprise/bulk', { body: { action: 'approve', ids: [applied?.id] } });
    expect(bulk.status).toBe(403);
    dataOf(await send(app, 'POST', '/upms/tenant/entry/allow', { token: admin, body: { hours: 0 } }));
  });

  test('ends after an hour, on leaving, at sign-out, and when the tenant is suspended', async () => {
    await entered();
    const works = async () => (await inside('GET', '/bus/enterprise/page')).status;
    app.clock.pass(3_599);
    expect(await works()).toBe(200);
    app.clock.pass(61);
    expect(await works()).toBe(403);
    expect(dataOf(await send(app, 'GET', '/upms/tenant/entry', { token }))).toBeNull();

    await entered();
    expect(dataOf(await inside('GET', '/upms/tenant/entry'))).toMatchObject({ tenantId: tenant.id, reason });
    dataOf(await inside('POST', '/upms/tenant/leave', { body: {} }));
    expect(await works()).toBe(403);
    expect((await log(tenant.id, 'tenant.left')).length).toBe(1);
    const { access_token } = await signIn(app, tenant, 'admin');
    const recent = await send(app, 'GET', '/upms/tenant/entry/recent', { token: access_token });
    expect(dataOf<{ open: boolean }[]>(recent).map(({ open }) => open)).not.toContain(true);

    await entered();
    await app.sql(`update tenant set status = 'frozen' where tenant_id = $1`, [tenant.id]);
    expect(await works()).toBe(403);
    await app.sql(`update tenant set status = 'active' where tenant_id = $1`, [tenant.id]);
    expect(await works()).toBe(200);

    dataOf(await inside('GET', '/auth/token/logout'));
    expect(await works()).toBe(401);
  });

  test('belongs to only one session of the user', async () => {
    await entered();
    const second = (await actorOf(app, tenant, 'platform')).tokens.access_token;
    const headers = { tenant_id: tenant.id };
    expect((await send(app, 'GET', '/bus/enterprise/page', { token: second, headers })).status).toBe(403);
    expect((await inside('GET', '/bus/enterprise/page')).status).toBe(200);
  });

  test('S36 uses the tenant of the page or is refused behind a proxy that drops headers', async () => {
    const page = '/upms/log/page';
    const call = (headers: Record<string, string>, path = page) => send(app, 'GET', path, { token, headers });
    expect((await call({})).status).toBe(200);
    await entered();
    // Simulates a proxy that drops headers with an underscore.
    const pageAnswer = await call({ 'tenant-id': tenant.id }, '/bus/enterprise/page');
    expect(totalOf(pageAnswer)).toBeGreaterThan(0);
    // Simulates a proxy that drops both tenant headers.
    for (const path of [page, '/upms/tenant/page', '/upms/user/info', '/upms/user/page']) {
      const answer = await call({}, path);
      expect([path, answer.status, answer.json]).toEqual([
        path,
        403,
        { code: 1, msg: expect.stringContaining('tenant-id'), data: null },
      ]);
    }
    expect((await log('0', 'audit.page')).map(({ note }) => note)).toContain('tenantMissing');
    // When the two header spellings disagree, the request has no valid tenant.
    expect((await call({ tenant_id: '0', 'tenant-id': tenant.id })).status).toBe(403);
    expect((await call({ tenant_id: tenant.id, 'tenant-id': '0' })).status).toBe(403);
    expect((await call({ tenant_id: tenant.id, 'tenant-id': tenant.id })).status).toBe(200);
    // Simulates another tab of the same session that shows the platform.
    expect(totalOf(await call({ tenant_id: '0' }, '/upms/tenant/page'))).toBeGreaterThan(1);
    // A download by ticket sends no tenant header. Only a page that shows the platform gets a ticket for a platform
    // file.
    const target = '/upms/log/export';
    const inTenant = { 'tenant-id': tenant.id };
    const ticketOf = (headers: Record<string, string>, purpose = 'file') =>
      send(app, 'POST', '/auth/ticket', { token, headers, body: { purpose, target } });
    expect((await ticketOf({})).text).toContain('不能下载文件');
    expect((await ticketOf(inTenant)).text).toContain('不能下载文件');
    expect((await ticketOf(inTenant, 'ws')).status).toBe(200);
    const { ticket } = dataOf<{ ticket: string }>(await ticketOf({ tenant_id: '0' }));
    expect((await send(app, 'GET', target, { query: { access_token: ticket } })).status).toBe(200);
    dataOf(await send(app, 'POST', '/upms/tenant/leave', { token, body: {} }));
    expect((await call({})).status).toBe(200);
  });
});
