// The menu: the platform edits it, permits filter it, and a release updates it on running servers.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { permitLabels } from '@anlan/contract/labels';
import { systemScope } from '#kernel/scope.ts';
import { entriesOf, type SeedEntry, type SeedRole } from '#modules/access/renewal/rules.ts';
import { updateMenu, updateRoles } from '#modules/access/renewal/service.ts';
import { presetsOf } from '#modules/access/roles/seed.ts';
import earlierPresets from '../../testing/earlier-presets.json' with { type: 'json' };
import { seedDatabase } from '../seed.ts';
import { readingsOf } from '#platform/pinyin/index.ts';
import { dataOf, send } from '../../testing/client.ts';
import { openTestApp } from '../../testing/app.ts';
import { actorOf, type Actor } from '../../testing/actors.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

const app = await openTestApp();
let tenant: TestTenant;
let platform: Actor;
let regulator: Actor;
beforeAll(async () => {
  tenant = await makeTenant(app);
  platform = await actorOf(app, tenant, 'platform');
  regulator = await actorOf(app, tenant, 'regulator');
});
afterAll(() => app.close());

interface Node {
  id: string;
  version: number;
  name: string;
  path: string;
  type: string;
  permission: string | null;
  pinyin?: string;
  preset: boolean;
  hidden: boolean;
  children: Node[];
}
const flat = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children)]);
const whole = async () =>
  flat(dataOf<Node[]>(await send(app, 'GET', '/upms/menu/all/tree', { token: platform.tokens.access_token })));
const mine = async ({ tokens }: Actor) =>
  flat(dataOf<Node[]>(await send(app, 'GET', '/upms/menu', { token: tokens.access_token })));
const write = (path: string, body: Record<string, unknown>) =>
  send(app, 'POST', path, { token: platform.tokens.access_token, body });
const remove = (id: string) => send(app, 'GET', `/upms/menu/del/${id}`, { token: platform.tokens.access_token });
const made = async (body: Record<string, unknown>) => dataOf<{ id: string }>(await write('/upms/menu', body)).id;
const at = async (path: string) => (await whole()).find((node) => node.path === path && node.preset)!;

describe('CA-03 RP-04 the whole menu', () => {
  test('contains one button entry per permit', async () => {
    const buttons = (await whole()).filter(({ type }) => type === '1');
    expect(buttons.map(({ permission }) => permission).sort()).toEqual(Object.keys(permitLabels).sort());
  });

  test('has full pinyin and initials of every page for the search (LY-13)', async () => {
    const pages = (await mine(platform)).concat(await mine(regulator));
    for (const { name, pinyin } of pages) expect([name, pinyin]).toEqual([name, await readingsOf(name)]);
  });

  test('offers a user only their own rights for a grant (RP-04)', async () => {
    const admin = await actorOf(app, tenant, 'admin');
    const { permissions } = dataOf<{ permissions: string[] }>(
      await send(app, 'GET', '/upms/user/info', { token: admin.tokens.access_token }),
    );
    const offered = flat(
      dataOf<Node[]>(await send(app, 'GET', '/upms/menu/tree', { token: admin.tokens.access_token })),
    );
    expect(new Set(offered.flatMap(({ permission }) => permission ?? []))).toEqual(new Set(permissions));
    expect(offered.some(({ path }) => path === '/upms/menu/index')).toBe(false);
  });

  test('accepts new headings and pages, but refuses invalid entries (CA-03)', async () => {
    const heading = await made({ name: '常用', icon: 'list' });
    const page = await made({
      name: '待审核企业',
      parentId: heading,
      path: '/bus/enterprise/index',
      query: { status: '1' },
    });
    const menuEntry = (await mine(regulator)).find(({ id }) => id === page);
    expect(menuEntry).toMatchObject({
      path: '/bus/enterprise/index',
      component: 'enterprise/list',
      permission: 'bus:enterprise:index',
      query: { status: '1' },
      pinyin: 'dshqy daishenheqiye',
    });
    const refused: [Record<string, unknown>, string][] = [
      [{ name: '没有的页面', path: '/bus/nothing/index' }, '没有这个页面'],
      [{ name: '外部地址', path: '//evil.example' }, '路径不正确'],
      [{ name: '别的页面', path: '/bus/station/index', component: 'audit/log' }, '页面标识与路径不符'],
      [{ name: '没有的权限', type: '1', parentId: page, permission: 'a:b:c' }, '没有这个权限标识'],
      [{ name: '没有上级', parentId: '01a00000-0000-7000-8000-000000000000' }, '没有这个上级菜单'],
      [{ name: ' ' }, '名称不能为空'],
    ];
    for (const [body, expectedText] of refused) {
      const answer = await write('/upms/menu', body);
      expect(answer.status, answer.text).toBe(400);
      expect(answer.text).toContain(expectedText);
    }
    const below = await remove(heading);
    expect(below.status).toBe(400);
    expect(below.text).toContain('菜单含有下级不能删除');
    const own = await remove((await at('/wel/index')).id);
    expect(own.text).toContain('系统自带的菜单不能删除，可以隐藏');
    expect((await remove(page)).status).toBe(200);
    expect((await remove(heading)).status).toBe(200);
  });

  test('allows the move of an entry, but never below itself or too deep (CA-03)', async () => {
    const [one, two] = [await made({ name: '甲' }), await made({ name: '乙' })];
    expect((await write('/upms/menu/order', { parentId: one, ids: [two] })).status).toBe(200);
    expect((await whole()).find(({ id }) => id === one)?.children.map(({ id }) => id)).toEqual([two]);
    expect((await write('/upms/menu/order', { parentId: two, ids: [one] })).text).toContain('不能移到自己的下级里');
    const three = await made({ name: '丙', parentId: two });
    expect((await write('/upms/menu', { name: '丁', parentId: three })).text).toContain('菜单最多 3 级');
    const stale = await write('/upms/menu/update', { id: three, version: 7, name: '别名' });
    expect(stale.status).toBe(409);
    const tops = (await whole()).filter(({ id }) => [one].includes(id));
    expect((await write('/upms/menu/order', { parentId: null, ids: [two, one] })).status).toBe(200);
    expect(tops).toHaveLength(1);
    for (const id of [three, two, one]) expect((await remove(id)).status).toBe(200);
  });

  test('hides entries without any effect on calls (RP-02, S32)', async () => {
    const stations = await at('/bus/station/index');
    const seen = async () => (await mine(regulator)).some(({ id }) => id === stations.id);
    const called = async () =>
      (await send(app, 'GET', '/bus/enterprise/stationPage', { token: regulator.tokens.access_token })).status;
    expect([await seen(), await called()]).toEqual([true, 200]);
    let version = stations.version;
    const change = async (body: Record<string, unknown>) => {
      version = dataOf<{ version: number }>(
        await write('/upms/menu/update', { id: stations.id, version, ...body }),
      ).version;
    };
    await change({ roles: ['ROLE_TENANT_ADMIN'] });
    expect([await seen(), await called()]).toEqual([false, 200]);
    await change({ roles: ['ROLE_REGULATOR'] });
    expect([await seen(), await called()]).toEqual([true, 200]);
    await change({ roles: [], hidden: true });
    expect([await seen(), await called()]).toEqual([false, 200]);
    await change({ hidden: false, userTypes: ['1'] });
    expect([await seen(), await called()]).toEqual([false, 200]);
    await change({ userTypes: [] });
    // A menu item without a permit is visible to everybody, but the call behind it is still refused.
    const logs = await at('/upms/log/index');
    await write('/upms/menu/update', { id: logs.id, version: logs.version, permission: null, roles: [] });
    expect((await mine(regulator)).some(({ id }) => id === logs.id)).toBe(true);
    expect((await send(app, 'GET', '/upms/log/page', { token: regulator.tokens.access_token })).status).toBe(403);
  });
});

describe('a release with other pages and permits', () => {
  const page = (name: string, path: string, permission: SeedEntry['permission']): SeedEntry => ({
    name,
    pinyin: 'x',
    icon: 'file',
    path,
    component: 'a/b',
    ...(permission ? { permission } : {}),
  });
  const group = (name: string, children: SeedEntry[]): SeedEntry => ({ name, pinyin: 'x', icon: 'home', children });
  const inTenant = <T>(work: Parameters<typeof app.db.scoped<T>>[1]) =>
    app.db.scoped(systemScope('test', tenant.id), work);
  const rows = () =>
    app.sql<{ id: string; key: string | null; name: string; sort: number; parent_id: string | null }>(
      `select id, key, name, sort, parent_id from menu where tenant_id = $1 and type = '0' order by sort`,
      [tenant.id],
    );

  test('adds the new pages to an existing menu and preserves changes by users', async () => {
    const first = [
      group('甲', [page('一', '/one', 'bus:station:index'), page('二', '/two', undefined)]),
      group('乙', [page('三', '/three', 'sys:log:index')]),
    ];
    expect(await inTenant((tx) => updateMenu(tx, entriesOf(first)))).toBeGreaterThan(5);
    expect(await inTenant((tx) => updateMenu(tx, entriesOf(first)))).toBe(0);
    const before = await rows();
    const named = (name: string) => before.find((row) => row.name === name)!;
    await app.sql(`update menu set name = '自定', icon = 'bell' where id = $1`, [named('一').id]);
    await app.sql(`update menu set parent_id = $2 where id = $1`, [named('二').id, named('乙').id]);
    await app.sql(`insert into menu (tenant_id, id, parent_id, name) values ($1, gen_random_uuid(), $2, '手工')`, [
      tenant.id,
      named('乙').id,
    ]);
    const second = [
      group('甲', [
        page('一号', '/one', 'bus:station:index'),
        page('二号', '/two', undefined),
        page('四', '/four', undefined),
      ]),
    ];
    await inTenant((tx) => updateMenu(tx, entriesOf(second)));
    const after = await rows();
    const top = after.find((row) => row.name === '甲')!;
    expect(after.map(({ name, parent_id }) => [name, parent_id === top.id]).sort()).toEqual(
      [
        ['甲', false],
        ['其他', false],
        ['自定', true],
        // The release renames this entry. Its parent was removed, so the entry returns to its own group.
        ['二号', true],
        ['四', true],
        ['手工', false],
      ].sort(),
    );
    expect(await inTenant((tx) => updateMenu(tx, entriesOf(second)))).toBe(0);
  });

  test('adds the new permits to preset roles, except permits that a tenant removed', async () => {
    const role = (list: SeedRole['permits']): Record<string, SeedRole> => ({
      ROLE_PRESET: { name: '预设', userType: 'regulator', permits: list },
    });
    const held = async () =>
      (
        await app.sql<{ permit: string }>(
          `select permit from role_permit join role on role.id = role_id where role.tenant_id = $1 and code = 'ROLE_PRESET' order by 1`,
          [tenant.id],
        )
      ).map(({ permit }) => permit);
    const renewed = (list: SeedRole['permits']) => inTenant((tx) => updateRoles(tx, role(list)));
    expect(await renewed(['bus:station:index', 'bus:station:add'])).toBe(1);
    expect(await renewed(['bus:station:index', 'bus:station:add'])).toBe(0);
    await app.sql(
      `delete from role_permit using role where role.id = role_id and code = 'ROLE_PRESET' and permit = 'bus:station:add'`,
    );
    await renewed(['bus:station:index', 'bus:station:add', 'bus:station:export']);
    expect(await held()).toEqual(['bus:station:export', 'bus:station:index']);
  });

  test('S100 removes dropped permits from a preset role, except permits that the tenant granted', async () => {
    const preset = (list: SeedRole['permits']): Record<string, SeedRole> => ({
      ROLE_SLIM: { name: '缩减', userType: 'enterprise', permits: list },
    });
    const renewed = (list: SeedRole['permits']) => inTenant((tx) => updateRoles(tx, preset(list)));
    const roleId = async (code: string) =>
      (await app.sql<{ id: string }>('select id from role where tenant_id = $1 and code = $2', [tenant.id, code]))[0]!
        .id;
    const held = async (id: string) =>
      (await app.sql<{ permit: string }>('select permit from role_permit where role_id = $1 order by 1', [id])).map(
        ({ permit }) => permit,
      );
    await renewed(['bus:station:index', 'bus:enterprise:edit', 'bus:enterprise:pay']);
    const id = await roleId('ROLE_SLIM');
    await app.sql(`insert into role_permit (tenant_id, role_id, permit) values ($1, $2, 'bus:course:index')`, [
      tenant.id,
      id,
    ]);
    const admin = await actorOf(app, tenant, 'admin');
    const token = admin.tokens.access_token;
    const copied = dataOf<{ id: string }>(
      await send(app, 'POST', '/upms/role', { token, body: { roleName: '自建文员', userType: '1', copyOf: id } }),
    );
    // A permit that the tenant revoked and granted again counts as the tenant's own grant.
    await app.sql(`delete from role_permit where role_id = $1 and permit = 'bus:enterprise:pay'`, [id]);
    await app.sql(
      `insert into role_permit (tenant_id, role_id, permit, granted) values ($1, $2, 'bus:enterprise:pay', true)`,
      [tenant.id, id],
    );
    await renewed(['bus:station:index']);
    expect(await held(id)).toEqual(['bus:course:index', 'bus:enterprise:pay', 'bus:station:index']);
    expect(await renewed(['bus:station:index'])).toBe(0);

    const listed = async () =>
      dataOf<{ records: { id: string; version: number; toReview: string[] }[] }>(
        await send(app, 'GET', '/upms/role/page', { token }),
      ).records;
    const [first] = await listed();
    expect(first).toMatchObject({
      id: copied.id,
      toReview: [permitLabels['bus:enterprise:edit'], permitLabels['bus:enterprise:pay']],
    });
    expect(await held(copied.id)).toContain('bus:enterprise:edit');
    dataOf(
      await send(app, 'POST', '/upms/role/menu', {
        token,
        body: { roleId: copied.id, menuIds: [], version: first!.version },
      }),
    );
    expect((await listed()).flatMap(({ toReview }) => toReview)).toEqual([]);
  });

  test('S100 gives an old database the preset roles of a new database at the next start', async () => {
    const earlier = earlierPresets.tenant;
    for (const [code, list] of Object.entries(earlier)) {
      await app.sql('update role set seeded = $3 where tenant_id = $1 and code = $2', [tenant.id, code, list]);
      await app.sql(
        `insert into role_permit (tenant_id, role_id, permit) select tenant_id, id, unnest($3::text[]) from role
         where tenant_id = $1 and code = $2 on conflict do nothing`,
        [tenant.id, code, list],
      );
    }
    const worker = await actorOf(app, tenant, 'entstaff');
    const sees = async () =>
      dataOf<{ permissions: string[] }>(
        await send(app, 'GET', '/upms/user/info', { token: worker.tokens.access_token }),
      ).permissions;
    expect(await sees()).toContain('bus:enterprise:edit');
    await seedDatabase({ db: app.db, masterKey: app.secrets.vaultMasterKey, config: app.config, log: () => {} });
    const held = await app.sql<{ code: string; permits: string[] }>(
      `select code, array(select permit from role_permit where role_id = role.id order by 1) as permits
       from role where tenant_id = $1 and preset and code = any($2)`,
      [tenant.id, Object.keys(earlier)],
    );
    for (const { code, permits: list } of held)
      expect([code, list]).toEqual([code, presetsOf(tenant.id)[code]!.permits.toSorted()]);
    expect(
      await app.sql(
        `select count(*)::int as n from audit a join role r on r.id::text = a.object_id::text where a.tenant_id = $1
           and a.call = 'seed' and r.code = 'ROLE_ENT_STAFF' and a.changes::text like '%企业管理-编辑%'`,
        [tenant.id],
      ),
    ).toEqual([{ n: 1 }]);
    await expect.poll(sees).not.toContain('bus:enterprise:edit');
    const info = { token: worker.tokens.access_token };
    const own = dataOf<{ id: string; version: number }>(
      await send(app, 'GET', `/bus/enterprise/${tenant.enterpriseIds[0]}`, info),
    );
    const refused = await send(app, 'POST', '/bus/enterprise/update', {
      ...info,
      body: { id: own.id, version: own.version, name: '改名' },
    });
    expect(refused.status).toBe(403);
  });

  test('S77 renames the role code of a custom role that equals a preset code', async () => {
    const code = 'ROLE_AUDIT_ADMIN';
    const [own] = await app.sql<{ id: string }>(
      `update role set name = '内审', preset = false, seeded = null where tenant_id = $1 and code = $2 returning id`,
      [tenant.id, code],
    );
    const id = own?.id ?? '';
    await app.sql('delete from role_permit where role_id = $1', [id]);
    await app.sql(`insert into role_permit values ($1, $2, 'bus:station:index')`, [tenant.id, id]);
    await app.sql('insert into user_role (tenant_id, user_id, role_id) values ($1, $2, $3)', [
      tenant.id,
      tenant.people.nobody,
      id,
    ]);
    const start = () =>
      seedDatabase({
        db: app.db,
        masterKey: app.secrets.vaultMasterKey,
        config: app.config,
        log: () => {},
      });
    await start();
    await start();
    const roles = await app.sql(
      `select code, name, preset, array(select permit from role_permit where role_id = id order by 1) as permits,
         (select count(*)::int from user_role where role_id = id) as holders
       from role where tenant_id = $1 and code like $2 || '%' order by code`,
      [tenant.id, code],
    );
    const after = `${code}_${id.slice(-6).toUpperCase()}`;
    expect(roles).toEqual([
      { code, name: '审计管理员', preset: true, permits: ['sys:log:export', 'sys:log:index'], holders: 0 },
      { code: after, name: '内审', preset: false, permits: ['bus:station:index'], holders: 1 },
    ]);
    expect(
      await app.sql('select call, changes from audit where tenant_id = $1 and object_id = $2', [tenant.id, id]),
    ).toEqual([{ call: 'seed', changes: [{ field: 'roleCode', before: code, after }] }]);
  });
});
