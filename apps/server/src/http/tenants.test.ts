// The platform creates, changes, suspends and removes tenants (CA-16, RT-12). Also tests the data that an
// unauthenticated caller gets by host name.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemScope } from '#kernel/scope.ts';
import { callNamed, dataOf, send, sendCall, signIn, trySignIn, type Answer } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { png } from '../../testing/sample-files.ts';
import { actorOf } from '../../testing/actors.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

interface Seen {
  id: string;
  version: number;
}
interface Tenant extends Seen {
  name: string;
  status: string;
  hosts: string[];
  abilities: string[];
  rented: string[] | null;
  frozenReason: string | null;
  people: number;
  removeTime: string | null;
  purgeTime: string | null;
  purged: boolean;
  sms: { signName: string; templates: Record<string, string> } | null;
}

let app: TestApp;
let tenant: TestTenant;
let platform: string;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
  platform = (await actorOf(app, tenant, 'platform')).tokens.access_token;
  admin = (await signIn(app, tenant, 'admin')).access_token;
}, 120_000);
afterAll(() => app.close());

const call = (verb: string, input: Record<string, unknown>, token: string | null = platform): Promise<Answer> =>
  sendCall(app, callNamed(app, `tenant.${verb}`), input, { token });
const file = async (id: string) => dataOf<Tenant>(await call('one', { id }));
let serial = 0;
const fresh = (more: object = {}) => {
  serial += 1;
  return { name: `新单位${serial}`, username: 'chief', nickName: '首任管理员', ...more };
};
const made = async (more: object = {}) =>
  dataOf<Seen & { username: string; password: string }>(await call('create', fresh(more)));
const words400 = (answer: Answer) => {
  expect(answer.status, answer.text).toBe(400);
  return (answer.json as { msg: string }).msg;
};
const logOf = (id: string) =>
  app.sql<{ call: string; user_name: string; address: string }>(
    'select call, user_name, address from audit where tenant_id = $1 order by id',
    [id],
  );

describe('CA-16 a tenant', () => {
  test('gets roles, dictionaries, divisions and a first administrator with a one-time password', async () => {
    for (const path of ['/upms/tenant', '/upms/tenant/'])
      expect((await send(app, 'POST', path, { token: platform, body: fresh() })).status).toBe(200);
    const { id, username, password: once } = await made({ hosts: ['New.Example.gov.cn '] });
    expect(once.length).toBeGreaterThanOrEqual(12);
    const entered = await trySignIn(app, id, username, { password: once, userType: '0' });
    expect(entered.status, entered.text).toBe(200);
    const token = (entered.json as { access_token: string }).access_token;
    const held = await send(app, 'GET', '/upms/tenant/' + id, { token });
    expect([200, 403]).toContain(held.status);
    const [row] = await app.sql<{ must_change_password: boolean }>(
      'select must_change_password from app_user where tenant_id = $1',
      [id],
    );
    expect(row?.must_change_password).toBe(true);
    await app.sql('update app_user set must_change_password = false where tenant_id = $1', [id]);
    app.clock.pass(3);
    const info = dataOf<{ roles: string[]; permissions: string[] }>(
      await send(app, 'GET', '/upms/user/info', { token }),
    );
    expect(info.roles).toEqual(['ROLE_TENANT_ADMIN']);
    expect(info.permissions).toContain('bus:enterprise:add');
    expect(info.permissions.some((permit) => permit.startsWith('sys:tenant'))).toBe(false);
    expect(dataOf<unknown[]>(await send(app, 'GET', '/upms/dict/type/supervisionKind', { token })).length).toBe(7);
    expect(dataOf<unknown[]>(await send(app, 'GET', '/upms/menu', { token })).length).toBeGreaterThan(1);
    expect(await file(id)).toMatchObject({ status: 'active', hosts: ['new.example.gov.cn'], people: 1, rented: null });
    expect((await app.sql(`select from audit where note like '%' || $1 || '%'`, [once])).length).toBe(0);
    expect(app.log.join('\n')).not.toContain(once);
  });

  test('reports used or invalid names and hosts at the field', async () => {
    await made({ name: '有主单位', hosts: ['taken.example.cn'], genericHosts: ['plain.example.cn'] });
    for (const [more, msg] of [
      [{ name: '有主单位' }, '已有同名的单位'],
      [{ hosts: ['taken.example.cn'] }, '域名 taken.example.cn 已由“有主单位”使用'],
      [{ genericHosts: ['TAKEN.example.cn'] }, '域名 taken.example.cn 已由“有主单位”使用'],
      [{ hosts: ['plain.example.cn'] }, '域名 plain.example.cn 已由“有主单位”使用'],
      [{ hosts: ['a.cn', 'a.cn'] }, '域名 a.cn 重复'],
      [{ hosts: ['http://a.cn'] }, '域名格式不正确，如 aq.example.gov.cn，不带 http 和端口'],
      [{ username: '1' }, '用户名以字母开头，由 3 到 32 位字母、数字、_ 和 - 组成'],
      [{ rented: ['sys:tenant'] }, '没有这个功能'],
    ] as const)
      expect(words400(await call('create', fresh(more)))).toBe(msg);
    const answers = await Promise.all(Array.from({ length: 6 }, () => call('create', fresh({ hosts: ['race.cn'] }))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
  });

  test('refuses a change with a stale version', async () => {
    const { id } = await made();
    const { version } = dataOf<Seen>(await call('update', { id, version: 1, name: '改名单位', icp: '示例ICP备1号' }));
    expect(version).toBe(2);
    const stale = await call('update', { id, version: 1, name: '再改名' });
    expect(stale.status).toBe(409);
    expect((stale.json as { data: { current: Tenant } }).data.current.name).toBe('改名单位');
    const own = await logOf(id);
    expect(own.map((row) => row.call)).toEqual(['tenant.byPlatform', 'tenant.byPlatform']);
    expect(own[0]).toMatchObject({ user_name: expect.stringMatching(/^平台 /), address: '127.0.0.1' });
    expect((await logOf('0')).map((row) => row.call)).toContain('tenant.update');
  });

  test('S12 loses all sessions at once when suspended', async () => {
    const other = await makeTenant(app);
    const { access_token: token, refresh_token } = await signIn(app, other, 'regulator');
    expect((await send(app, 'GET', '/bus/enterprise/page', { token })).status).toBe(200);
    const { version } = await file(other.id);
    const closed = dataOf<Seen>(await call('freeze', { id: other.id, version, reason: '合同到期' }));
    expect((await send(app, 'GET', '/bus/enterprise/page', { token })).status).toBe(401);
    const right = await trySignIn(app, other.id, 'regulator');
    const wrong = await trySignIn(app, other.id, 'regulator', { password: 'wrong' });
    expect([right.status, right.text]).toEqual([426, wrong.text]);
    expect(await file(other.id)).toMatchObject({ status: 'frozen', frozenReason: '合同到期' });
    expect(words400(await call('freeze', { ...closed, reason: '再停一次' }))).toBe('单位已停用');
    dataOf(await call('thaw', { ...closed }));
    expect((await send(app, 'GET', '/bus/enterprise/page', { token })).status).toBe(401);
    expect(refresh_token).not.toBe('');
    expect((await trySignIn(app, other.id, 'regulator')).status).toBe(200);
  });

  test('uses its own SMS signature and templates or those of the platform', async () => {
    const { id } = await made({ sms: { signName: '临澜应急', templates: { codeSignIn: 'SMS_1' } } });
    expect((await file(id)).sms).toEqual({ signName: '临澜应急', templates: { codeSignIn: 'SMS_1' } });
    const change = async (sms: unknown) => call('update', { id, version: (await file(id)).version, sms });
    const next = { signName: ' 澜江安全 ', templates: { codeSignIn: 'SMS_1', passwordReset: '2233445' } };
    expect((await change(next)).status).toBe(200);
    expect((await file(id)).sms).toEqual({ ...next, signName: '澜江安全' });
    const [row] = await app.sql<{ changes: unknown }>(
      `select changes from audit where tenant_id = '0' and call = 'tenant.update' and object_id = $1`,
      [id],
    );
    expect(row?.changes).toEqual([
      { field: 'smsSignName', before: '临澜应急', after: '澜江安全' },
      { field: 'smsTemplates', before: ['codeSignIn=SMS_1'], after: ['codeSignIn=SMS_1', 'passwordReset=2233445'] },
    ]);
    for (const [sms, words] of [
      [{ signName: '【临澜】', templates: {} }, '短信签名为 2 到 20 个汉字、字母或数字，不带【】'],
      [{ signName: '澜', templates: {} }, '短信签名为 2 到 20 个汉字、字母或数字，不带【】'],
      [{ signName: '临澜应急', templates: { codeSignIn: '编号' } }, '模板编号由 1 到 64 位字母、数字、_ 和 - 组成'],
    ] as const)
      expect(words400(await change(sms))).toBe(words);
    expect((await change({ signName: '临澜应急', templates: { freeText: '1' } })).status).toBe(400);
    expect((await change({ signName: '临澜应急', templates: { constructor: '1' } })).status).toBe(400);
    expect((await change(null)).status).toBe(200);
    expect((await file(id)).sms).toBeNull();
    // Users of the tenant cannot see the platform's data about it.
    expect(dataOf(await call('one', { id: tenant.id }, admin))).toEqual({ id: tenant.id, name: expect.any(String) });
  });

  test('is purged after exactly thirty days with rows, files and keys', async () => {
    const [gone, otherTenant] = [await makeTenant(app), await makeTenant(app)];
    const uploaded = new Map<string, string>();
    for (const one of [gone, otherTenant]) {
      const token = (await signIn(app, one, 'admin')).access_token;
      const sent = { name: '执照.png', type: 'image/png', bytes: png };
      const { url } = dataOf<{ url: string }>(
        await send(app, 'POST', '/upms/file/upload', { token, file: sent, query: { dir: 'licence' } }),
      );
      uploaded.set(one.id, url);
      await app.sql(
        `insert into station (tenant_id, id, enterprise_id, code, name, kind, region_code, address, manager_name, manager_phone, created_at, updated_at)
         values ($1, gen_random_uuid(), $2, 'P1', '站', 'other', '330108', '路', '陆安', '139****1111', now(), now())`,
        [one.id, one.enterpriseIds[0]],
      );
    }
    const tablesOf = async (id: string) => {
      const names = await app.sql<{ name: string }>(
        `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
      );
      const counted: Record<string, number> = {};
      for (const { name } of names) {
        // Skips chain links, which the server adds by itself.
        if (name === 'audit_seal') continue;
        const [row] = await app.sql<{ n: number }>(`select count(*)::int as n from "${name}" where tenant_id = $1`, [
          id,
        ]);
        if (row && row.n > 0) counted[name] = row.n;
      }
      return counted;
    };
    const before = { gone: await tablesOf(gone.id), kept: await tablesOf(otherTenant.id) };
    expect(Object.keys(before.gone).length).toBeGreaterThan(15);
    const removed = dataOf<Seen>(await call('remove', { id: gone.id, version: 1 }));
    const { purgeTime, purged } = await file(gone.id);
    expect(purged).toBe(false);
    // The database sets the time of the removal with its own clock.
    const days = (Date.parse(`${purgeTime?.replace(' ', 'T')}+08:00`) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.99);
    expect(days).toBeLessThanOrEqual(30);
    await app.purgeDue();
    expect((await tablesOf(gone.id))['enterprise']).toBe(before.gone['enterprise']);
    await app.sql(`update brand set removed_at = '2025-01-01' where id = $1`, [gone.id]);
    const folder = join(app.config.dataDir, 'files', gone.id);
    const stored = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    expect(stored()).toHaveLength(1);
    // The database itself refuses to purge a tenant whose purge has not started, or a tenant other than the scope's.
    const direct = (of: string) =>
      app.db.scoped(systemScope('test', of), (tx) =>
        tx.client.query(`select tenant_purge($1, 'enterprise')`, [gone.id]),
      );
    await expect(direct(gone.id)).rejects.toThrow(/thirty days/);
    await expect(direct(otherTenant.id)).rejects.toThrow(/only the tenant/);
    await app.purgeDue();
    expect(stored()).toHaveLength(0);
    const after = await tablesOf(gone.id);
    expect(Object.keys(after)).toEqual(['audit', 'tenant']);
    expect(after['audit']).toBe((before.gone['audit'] ?? 0) + 2);
    expect(await tablesOf(otherTenant.id)).toEqual(before.kept);
    const token = (await signIn(app, otherTenant, 'admin')).access_token;
    expect((await send(app, 'GET', uploaded.get(otherTenant.id) ?? '', { token })).status).toBe(200);
    const row = await file(gone.id);
    expect(row).toMatchObject({ purged: true, abilities: [], hosts: [] });
    expect(row.name).toMatch(/（数据已清除）$/);
    expect((await call('restore', { ...removed })).status).toBe(400);
    const [purgeEntry] = await app.sql<{ note: string }>(
      `select note from audit where tenant_id = '0' and call = 'tenant.purge' and object_id = $1`,
      [gone.id],
    );
    expect(purgeEntry?.note).toMatch(/^\d{2,} 条数据、1 个文件$/);
    // The next nightly run changes nothing.
    await app.purgeDue();
    expect(await tablesOf(gone.id)).toEqual(after);
    expect((await trySignIn(app, gone.id, 'admin')).status).toBe(426);
  }, 120_000);

  test('is restored as suspended when it was removed while suspended', async () => {
    const { id, version } = await made({ name: '停用后又删除的单位' });
    const frozen = dataOf<Seen>(await call('freeze', { id, version, reason: '欠费三个月' }));
    const removed = dataOf<Seen>(await call('remove', { ...frozen }));
    dataOf(await call('restore', { ...removed }));
    expect(await file(id)).toMatchObject({ status: 'frozen', removeTime: null });
    expect(
      (await app.sql<{ frozen_reason: string }>(`select frozen_reason from tenant where tenant_id = $1`, [id]))[0],
    ).toEqual({
      frozen_reason: '欠费三个月',
    });
  });

  test('can be restored for thirty days after removal', async () => {
    const { id } = await made({ name: '要删除的单位', hosts: ['gone.example.cn'] });
    const removed = dataOf<Seen>(await call('remove', { id }));
    const listed = async (path: string) => (await send(app, 'GET', encodeURI(path))).text;
    expect(await listed('/upms/tenant/list?name=要删除')).not.toContain(id);
    expect((await send(app, 'GET', `/upms/tenant/outside/${id}`)).status).toBe(404);
    expect(dataOf(await send(app, 'GET', '/bus/api/index/getTenantId?host=gone.example.cn'))).toBeNull();
    const { records } = dataOf<{ records: Tenant[] }>(await call('page', { removed: 'true', size: 100 }));
    expect(records.find((row) => row.id === id)?.abilities).toEqual(['restore']);
    // Moves the start of the removal back, because the database's clock sets it and not the test clock.
    const removedDaysAgo = (days: number) =>
      app.sql(`update brand set removed_at = $2::timestamptz - make_interval(days => $3) where id = $1`, [
        id,
        app.clock.now(),
        days,
      ]);
    await removedDaysAgo(29);
    const back = dataOf<Seen>(await call('restore', { ...removed }));
    expect(await file(id)).toMatchObject({ status: 'active', removeTime: null });
    const again = dataOf<Seen>(await call('remove', { ...back }));
    await removedDaysAgo(31);
    expect(words400(await call('restore', { ...again }))).toBe('删除已超过三十天，不能恢复');
    for (const [verb, more] of [
      ['remove', {}],
      ['freeze', { version: (await file('0')).version, reason: '不行' }],
    ] as const)
      expect(words400(await call(verb, { id: '0', ...more }))).toBe('平台本身不能停用或删除');
  });

  test('loses the permits and menu entries of a package at once when the package is removed', async () => {
    const { access_token: token } = await signIn(app, tenant, 'regulator');
    const page = (path: string) => send(app, 'GET', path, { token }).then(({ status }) => status);
    expect(await page('/bus/enterprise/stationPage')).toBe(200);
    let { version } = await file(tenant.id);
    ({ version } = dataOf<Seen>(await call('update', { id: tenant.id, version, rented: ['bus:enterprise'] })));
    expect(await page('/bus/enterprise/stationPage')).toBe(403);
    expect(await page('/bus/enterprise/page')).toBe(200);
    const menu = (await send(app, 'GET', '/upms/menu', { token })).text;
    expect(menu).toContain('企业管理');
    expect(menu).not.toContain('场站管理');
    expect((await file(tenant.id)).rented).toEqual(['bus:enterprise']);
    ({ version } = dataOf<Seen>(await call('update', { id: tenant.id, version, rented: [] })));
    expect(await page('/bus/enterprise/page')).toBe(403);
    dataOf(await call('update', { id: tenant.id, version, rented: null }));
    expect(await page('/bus/enterprise/stationPage')).toBe(200);
  });

  test('is managed only by the platform, even when a tenant role has the permits (S21)', async () => {
    const { id } = await made();
    expect((await call('page', {}, admin)).status).toBe(403);
    await app.sql(
      `insert into role_permit (tenant_id, role_id, permit) select tenant_id, id, p from role,
         unnest(array['sys:tenant:index', 'sys:tenant:add', 'sys:tenant:edit', 'sys:tenant:del']) p
       where tenant_id = $1 and code = 'ROLE_TENANT_ADMIN'`,
      [tenant.id],
    );
    app.clock.pass(3);
    for (const [verb, input] of [
      ['page', {}],
      ['count', {}],
      ['create', fresh()],
      ['update', { id, version: 1, name: '夺取' }],
      ['freeze', { id, version: 1, reason: '夺取' }],
      ['thaw', { id, version: 1 }],
      ['remove', { id }],
      ['restore', { id, version: 1 }],
    ] as const)
      expect((await call(verb, input, admin)).status, verb).toBe(403);
    expect((await call('one', { id }, admin)).status).toBe(404);
    expect(dataOf(await call('one', { id: tenant.id }, admin))).toEqual({
      id: tenant.id,
      name: `${tenant.mark}应急管理局`,
    });
  });

  test('is listed with its number of people', async () => {
    const own = await makeTenant(app);
    await app.sql('update app_user set deleted_at = now() where id = $1', [own.people.nobody]);
    const left = Object.keys(own.people).length - 1;
    expect((await file(own.id)).people).toBe(left);
  });

  test('is counted on the home page of platform users', async () => {
    const counts = dataOf<{ tenants: number; people: number }>(await call('count', {}));
    const [row] = await app.sql<{ tenants: string }>(`select count(*) as tenants from brand where removed_at is null`);
    expect(counts.tenants).toBe(Number(row?.tenants));
    expect(counts.people).toBeGreaterThanOrEqual(8);
  });
});

describe('RT-12 public data of a tenant', () => {
  test('contain name, logo and footer by host', async () => {
    const upload = await send(app, 'POST', '/upms/tenant/logo', {
      token: platform,
      file: { name: '标志.png', type: 'image/png', bytes: png },
    });
    const { url: logo } = dataOf<{ url: string }>(upload);
    const brand = { copy: '© 2026 某区', icp: '示例ICP备2号', tec: '示例公网安备 2号', logo };
    const { id } = await made({ name: '门面单位', hosts: ['face.cn'], genericHosts: ['bare.cn'], ...brand });
    const byHost = async (host: string) =>
      dataOf(await send(app, 'GET', '/upms/tenant/outside/host', { query: { host } }));
    expect(await byHost('FACE.cn')).toEqual({ id, generic: false, name: '门面单位', ...brand });
    expect(await byHost('bare.cn')).toEqual({ ...brand, id, generic: true, name: null, copy: null, logo: null });
    expect(await byHost('nobody.cn')).toBeNull();
    expect(dataOf(await send(app, 'GET', '/bus/api/index/getTenantId?host=bare.cn'))).toBe(id);
    const picture = await send(app, 'GET', logo);
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png']);
    const outside = dataOf<object>(await send(app, 'GET', `/upms/tenant/outside/${id}`));
    expect(Object.keys(outside).sort()).toEqual(['copy', 'icp', 'id', 'logo', 'name', 'tec']);
  });

  test('contain only logos under the public file path', async () => {
    const upload = await send(app, 'POST', '/upms/file/upload', {
      token: admin,
      file: { name: 'a.png', type: 'image/png', bytes: png },
    });
    const id = dataOf<{ url: string }>(upload).url.split('/').at(-1);
    expect((await send(app, 'GET', `/upms/tenant/logo/${id}`)).status).toBe(404);
    const file = { name: 'a.png', type: 'image/png', bytes: png };
    expect((await send(app, 'POST', '/upms/tenant/logo', { token: admin, file })).status).toBe(403);
  });
});
