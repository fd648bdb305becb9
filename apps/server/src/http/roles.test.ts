// Roles and grants: nobody can grant rights that they lack, and the last administrator cannot be removed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rescueAdmin } from '#platform/db/rescue-admin.ts';
import { hashPassword } from '#platform/password/index.ts';
import { dataOf, send, signIn, trySignIn, type Answer } from '../../testing/client.ts';
import { openTestApp } from '../../testing/app.ts';
import { actorOf } from '../../testing/actors.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

const app = await openTestApp();
let tenant: TestTenant;
let aide: string;
beforeAll(async () => {
  tenant = await makeTenant(app);
  aide = await person('aide');
});
afterAll(() => app.close());

interface Node {
  id: string;
  name: string;
  type: string;
  permission: string | null;
  children: Node[];
}
interface Role {
  id: string;
  version: number;
  roleCode: string;
  abilities: string[];
  members: number;
  permits: number;
}
const flat = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children)]);

async function person(username: string, of = tenant): Promise<string> {
  const [row] = await app.sql<{ id: string }>(
    `insert into app_user (tenant_id, id, username, nick_name, type, password_hash)
     select tenant_id, gen_random_uuid(), $2, $2, 'regulator', password_hash from app_user
     where tenant_id = $1 and username = 'admin' returning id`,
    [of.id, username],
  );
  return row?.id ?? '';
}

async function plainTenant(): Promise<TestTenant> {
  const made = await makeTenant(app);
  await freed(made.people.security, made);
  return made;
}

const idOf = async (code: string, of = tenant) =>
  (await app.sql<{ id: string }>('select id from role where tenant_id = $1 and code = $2', [of.id, code]))[0]?.id ?? '';
const holds = async (userId: string, code: string, of = tenant) =>
  app.sql('insert into user_role (tenant_id, user_id, role_id) values ($1, $2, $3) on conflict do nothing', [
    of.id,
    userId,
    await idOf(code, of),
  ]);
const freed = (userId: string, of = tenant) =>
  app.sql('delete from user_role where tenant_id = $1 and user_id = $2', [of.id, userId]);

async function role(code: string, permits: string[], of = tenant): Promise<string> {
  const [row] = await app.sql<{ id: string }>(
    `insert into role (tenant_id, id, code, name) values ($1, gen_random_uuid(), $2, $2) returning id`,
    [of.id, code],
  );
  await app.sql('insert into role_permit select $1, $2, unnest($3::text[])', [of.id, row?.id, permits]);
  return row?.id ?? '';
}

const button = async (permit: string) =>
  (await app.sql<{ id: string }>(`select id from menu where tenant_id = '0' and key = $1`, [`permit:${permit}`]))[0]
    ?.id ?? '';
const versionOf = async (id: string, table: 'role' | 'app_user' = 'role') =>
  (
    await app.sql<{ version: number }>(
      table === 'role' ? 'select version from role where id = $1' : 'select version from app_user where id = $1',
      [id],
    )
  )[0]?.version ?? 0;

const runnersRights = ['sys:role:index', 'sys:role:add', 'sys:role:edit', 'sys:role:del', 'sys:role:perm'];

describe('CA-03 S32 role editing', () => {
  test('grants only own or delegated rights, for seven actors in eighteen grants', async () => {
    await role('ROLE_DUTY', [...runnersRights, 'sys:user:index', 'sys:user:edit', 'bus:enterprise:index']);
    await holds(tenant.people.nobody, 'ROLE_DUTY');
    await role('ROLE_SPARE', ['bus:station:index']);
    const actors = {
      platform: await actorOf(app, tenant, 'platform'),
      admin: await actorOf(app, tenant, 'admin'),
      manager: await actorOf(app, tenant, 'nobody'),
      regulator: await actorOf(app, tenant, 'regulator'),
      entadmin: await actorOf(app, tenant, 'entadmin'),
      entstaff: await actorOf(app, tenant, 'entstaff'),
      security: await actorOf(app, tenant, 'security'),
    };
    const own = {
      admin: 'ROLE_TENANT_ADMIN',
      manager: 'ROLE_DUTY',
      regulator: 'ROLE_REGULATOR',
      security: 'ROLE_SECURITY_ADMIN',
    } as const;
    type Who = keyof typeof actors;
    const post = (who: Who, path: string, body: Record<string, unknown>) =>
      send(app, 'POST', path, { token: actors[who].tokens.access_token, body });
    const make = (who: Who, more: Record<string, unknown>) =>
      post(who, '/upms/role', { roleName: '新角色', userType: '0', ...more });
    const equip = async (who: Who, permit: string) => {
      const roleId = await role(`ROLE_${crypto.randomUUID().slice(0, 8).toUpperCase()}`, []);
      return post(who, '/upms/role/menu', { roleId, menuIds: [await button(permit)] });
    };
    const rename = async (who: Who, code: string) => {
      const id = await idOf(code);
      return post(who, '/upms/role/update', { id, version: await versionOf(id), roleName: `改${Date.now() % 1000}` });
    };
    const give = async (who: Who, userId: string, codes: string[], path = '/upms/user/update') =>
      post(who, path, {
        id: userId,
        version: await versionOf(userId, 'app_user'),
        roleIds: await Promise.all(codes.map((code) => idOf(code))),
      });
    const gifts: Record<string, (who: Who) => Promise<Answer>> = {
      'a role for regulators': (who) => make(who, {}),
      'a role for enterprises': (who) => make(who, { userType: '1' }),
      'a role for the platform': (who) => make(who, { userType: '9' }),
      'a copy of the administrators': async (who) => make(who, { copyOf: await idOf('ROLE_TENANT_ADMIN') }),
      'a copy of the regulators': async (who) => make(who, { copyOf: await idOf('ROLE_REGULATOR') }),
      'the list of enterprises': (who) => equip(who, 'bus:enterprise:index'),
      'the log': (who) => equip(who, 'sys:log:index'),
      'the menu of the platform': (who) => equip(who, 'sys:menu:edit'),
      'the list of tenants': (who) => equip(who, 'sys:tenant:index'),
      'another name for the regulators': (who) => rename(who, 'ROLE_REGULATOR'),
      'another name for their own role': (who) =>
        rename(who, who in own ? own[who as keyof typeof own] : 'ROLE_ENT_ADMIN'),
      'regulators to somebody': (who) => give(who, aide, ['ROLE_REGULATOR']),
      'administrators to somebody': (who) => give(who, aide, ['ROLE_TENANT_ADMIN']),
      'security administrators to somebody': (who) => give(who, aide, ['ROLE_SECURITY_ADMIN']),
      'regulators handed over': (who) => give(who, aide, ['ROLE_REGULATOR'], '/upms/user/giveRoles'),
      'security administrators handed over': (who) => give(who, aide, ['ROLE_SECURITY_ADMIN'], '/upms/user/giveRoles'),
      'a spare role to themselves': (who) =>
        give(
          who,
          actors[who].tokens.user_id,
          who in own ? [own[who as keyof typeof own], 'ROLE_SPARE'] : ['ROLE_SPARE'],
        ),
      'a new entry of the menu': (who) => post(who, '/upms/menu', { name: '新分组' }),
    };
    const allowed: Record<Who, string[]> = {
      platform: ['a role for the platform', 'a new entry of the menu'],
      admin: [
        'a role for regulators',
        'a role for enterprises',
        'a copy of the administrators',
        'a copy of the regulators',
        'the list of enterprises',
        'the log',
        'another name for the regulators',
        'regulators to somebody',
        'administrators to somebody',
        'security administrators to somebody',
      ],
      security: [
        'a role for regulators',
        'a role for enterprises',
        'a copy of the administrators',
        'a copy of the regulators',
        'the list of enterprises',
        'the log',
        'another name for the regulators',
        'regulators handed over',
        'security administrators handed over',
      ],
      manager: ['a role for regulators', 'a role for enterprises', 'the list of enterprises'],
      regulator: [],
      entadmin: [],
      entstaff: [],
    };
    // Hash of all grants, permits, menu entries and roles. Roles that the test creates for a grant are excluded,
    // because they are empty before the grant.
    const standing = async () =>
      JSON.stringify(
        await app.sql(`select (select count(*) || md5(string_agg(u::text, '' order by u::text)) from user_role u) as held,
          (select count(*) || md5(string_agg(p::text, '' order by p::text)) from role_permit p) as permits,
          (select md5(string_agg(m::text, '' order by m::text)) from menu m) as menu,
          (select md5(string_agg(r::text, '' order by r::text)) from role r where code not like 'ROLE\\_________') as roles`),
      );
    for (const who of ['manager', 'admin', 'security', 'platform', 'regulator', 'entadmin', 'entstaff'] as const)
      for (const [name, gift] of Object.entries(gifts)) {
        const before = allowed[who].includes(name) ? '' : await standing();
        const answer = await gift(who);
        const problem = `${who}: ${name} → ${answer.status} ${answer.text.slice(0, 200)}`;
        if (allowed[who].includes(name)) expect(answer.status, problem).toBe(200);
        else {
          expect([400, 403, 404], problem).toContain(answer.status);
          expect(await standing(), problem).toBe(before);
        }
        if (answer.status === 200) await freed(aide);
      }
  }, 180_000);

  test('refuses to remove a role that somebody holds (CA-03)', async () => {
    const { access_token: token } = await signIn(app, tenant, 'admin');
    const made = dataOf<{ id: string; version: number }>(
      await send(app, 'POST', '/upms/role', {
        token,
        body: { roleName: '值班', roleCode: 'ROLE_WATCH', userType: '0' },
      }),
    );
    const twice = await send(app, 'POST', '/upms/role', {
      token,
      body: { roleName: '值班二', roleCode: 'ROLE_WATCH', userType: '0' },
    });
    expect(twice.status).toBe(400);
    expect(twice.text).toContain('编码已存在');
    for (const roleCode of ['ROLE_AUDIT_ADMIN', 'ROLE_ADMIN', 'ROLE_NONE']) {
      const body = { roleName: '值班三', roleCode, userType: '0' };
      const reservedCodeAnswer = await send(app, 'POST', '/upms/role', { token, body });
      const errors = [{ field: 'roleCode', msg: '这个编码留给系统预设的角色，请换一个' }];
      expect([reservedCodeAnswer.status, reservedCodeAnswer.json]).toMatchObject([400, { data: { errors } }]);
    }
    const buttonIds = [await button('bus:station:index'), await button('bus:station:add')];
    const equipped = dataOf<{ version: number }>(
      await send(app, 'POST', '/upms/role/menu', {
        token,
        body: { roleId: made.id, menuIds: buttonIds, version: made.version },
      }),
    );
    const stale = await send(app, 'POST', '/upms/role/menu', {
      token,
      body: { roleId: made.id, menuIds: [], version: made.version },
    });
    expect(stale.status).toBe(409);
    const held = dataOf<string[]>(
      await send(app, 'GET', '/upms/menu/treeByRoleId', { token, query: { roleId: made.id } }),
    );
    expect(held).toEqual(expect.arrayContaining(buttonIds));
    const copy = dataOf<{ id: string }>(
      await send(app, 'POST', '/upms/role', {
        token,
        body: { roleName: '值班副本', userType: '0', copyOf: made.id },
      }),
    );
    const one = dataOf<Role>(await send(app, 'GET', `/upms/role/${copy.id}`, { token }));
    expect(one).toMatchObject({ permits: 2, members: 0 });
    expect(one.abilities).toEqual(expect.arrayContaining(['update', 'permits', 'copy', 'remove']));
    await holds(aide, 'ROLE_WATCH');
    const busy = await send(app, 'GET', `/upms/role/del/${made.id}`, { token });
    expect(busy.status).toBe(400);
    expect(busy.text).toContain('角色还有 1 人持有，不能删除');
    await freed(aide);
    expect((await send(app, 'GET', `/upms/role/del/${made.id}`, { token })).status).toBe(200);
    expect((await send(app, 'GET', `/upms/role/${made.id}`, { token })).status).toBe(404);
    expect((await send(app, 'GET', `/upms/role/del/${await idOf('ROLE_REGULATOR')}`, { token })).status).toBe(400);
    const [traced] = await app.sql<{ changes: unknown }>(
      `select changes from audit where call = 'access.roleMenu' and object_id = $1 and outcome = 'done'`,
      [made.id],
    );
    expect(traced?.changes).toEqual([{ field: 'permits', before: [], after: ['场站管理-查看列表', '场站管理-新增'] }]);
    expect(equipped.version).toBe(made.version + 1);
    const mine = dataOf<{ records: Role[] }>(
      await send(app, 'GET', '/upms/role/page', { token, query: { keyword: 'ROLE_TENANT' } }),
    );
    expect(mine.records.map(({ roleCode, abilities }) => [roleCode, abilities])).toEqual([
      ['ROLE_TENANT_ADMIN', ['copy']],
    ]);
  });

  test('offers no permits of packages that are not rented', async () => {
    const other = await makeTenant(app);
    const stems = ['sys:role', 'sys:user', 'bus:station'];
    await app.sql('insert into tenant_package (tenant_id, stem) select $1, unnest($2::text[])', [other.id, stems]);
    const { access_token: token } = await signIn(app, other, 'admin');
    const { permissions } = dataOf<{ permissions: string[] }>(await send(app, 'GET', '/upms/user/info', { token }));
    expect(permissions.filter((permit) => permit.startsWith('bus:')).sort()).toEqual(
      ['add', 'del', 'edit', 'export', 'import', 'index'].map((verb) => `bus:station:${verb}`),
    );
    const offered = flat(dataOf<Node[]>(await send(app, 'GET', '/upms/menu/tree', { token })));
    expect(new Set(offered.flatMap(({ permission }) => permission ?? []))).toEqual(new Set(permissions));
    const roleId = await idOf('ROLE_REGULATOR', other);
    const body = { roleId, menuIds: [await button('bus:station:index')] };
    expect((await send(app, 'POST', '/upms/role/menu', { token, body })).status).toBe(200);
    const left = await app.sql<{ permit: string }>('select permit from role_permit where role_id = $1', [roleId]);
    expect(left.map(({ permit }) => permit)).toEqual(
      expect.arrayContaining(['bus:station:index', 'bus:enterprise:index']),
    );
    expect(left.map(({ permit }) => permit)).not.toContain('bus:station:add');
    const beyond = { roleId, menuIds: [await button('bus:enterprise:index')] };
    expect((await send(app, 'POST', '/upms/role/menu', { token, body: beyond })).status).toBe(403);
  });
});

describe('S34 the last administrator', () => {
  const editors = (of: TestTenant) =>
    app.sql(
      `select from user_role join role_permit using (tenant_id, role_id) where tenant_id = $1 and permit = 'sys:role:edit'`,
      [of.id],
    );

  test('cannot be removed when two administrators demote each other repeatedly', async () => {
    const other = await plainTenant();
    const second = await person('second', other);
    for (let round = 0; round < 5; round += 1) {
      await holds(other.people.admin, 'ROLE_TENANT_ADMIN', other);
      await holds(second, 'ROLE_TENANT_ADMIN', other);
      app.clock.pass(5);
      const [one, two] = await Promise.all([signIn(app, other, 'admin'), signIn(app, other, 'second' as 'admin')]);
      const demote = async (token: string, id: string) =>
        send(app, 'POST', '/upms/user/update', {
          token,
          body: { id, version: await versionOf(id, 'app_user'), roleIds: [] },
        });
      const answers = await Promise.all([
        demote(one.access_token, second),
        demote(two.access_token, other.people.admin),
      ]);
      expect(
        answers.filter(({ status }) => status === 200),
        answers.map(({ text }) => text).join(),
      ).toHaveLength(1);
      expect(await editors(other)).toHaveLength(1);
    }
  }, 90_000);

  test('can sign in again after the rescue command', async () => {
    const other = await plainTenant();
    const { admin } = other.people;
    await app.sql(`update app_user set lock_flag = '9' where id = $1`, [admin]);
    await freed(admin, other);
    await app.sql(`delete from role_permit where tenant_id = $1 and permit like 'sys:%'`, [other.id]);
    await app.sql(`update role set data_scope = '1' where tenant_id = $1`, [other.id]);
    await app.sql(`insert into role_region select tenant_id, id, '330108' from role where tenant_id = $1`, [other.id]);
    const rescue = async (username: string | null, tenantId = other.id) =>
      rescueAdmin(app.database.appUrl, {
        tenantId,
        username,
        passwordHash: await hashPassword('Ein-mal-2026'),
        passwordEndsAt: new Date(app.clock.now().getTime() + 600_000),
        rememberedPasswords: 4,
        otherDuties: [],
      });
    expect(await rescue(null)).toEqual({ problem: 'no person' });
    expect(await rescue('entadmin')).toEqual({ problem: 'no person' });
    expect(await rescue('admin', '987654321')).toEqual({ problem: 'no tenant' });
    expect(await rescue('admin')).toEqual({ username: 'admin' });
    const inside = await trySignIn(app, other.id, 'admin', { password: 'Ein-mal-2026' });
    const { access_token: token } = inside.json as { access_token: string };
    // The admin must see all divisions, because a user with a partial data scope cannot grant other divisions.
    expect(dataOf<{ overseen: string[] | null }>(await send(app, 'GET', '/upms/user/info', { token })).overseen).toBe(
      null,
    );
    expect(await editors(other)).toHaveLength(1);
    const traces = await app.sql(
      `select from audit where tenant_id = $1 and call = 'access.rescue' and object_id = $2 and note = 'admin'`,
      [other.id, admin],
    );
    expect(traces).toHaveLength(1);
  });

  test('cannot be removed when two administrators concurrently empty the roles of each other', async () => {
    const other = await plainTenant();
    const second = await person('second', other);
    const permits = (
      await app.sql<{ permit: string }>(
        `select permit from role_permit join role on role.id = role_id where code = 'ROLE_TENANT_ADMIN' and role.tenant_id = $1`,
        [other.id],
      )
    ).map(({ permit }) => permit);
    const twin = await role('ROLE_TWIN', permits, other);
    await holds(second, 'ROLE_TWIN', other);
    const [one, two] = [await signIn(app, other, 'admin'), await signIn(app, other, 'second' as 'admin')];
    const empty = (token: string, roleId: string) =>
      send(app, 'POST', '/upms/role/menu', { token, body: { roleId, menuIds: [] } });
    const answers = await Promise.all([
      empty(one.access_token, twin),
      empty(two.access_token, await idOf('ROLE_TENANT_ADMIN', other)),
    ]);
    expect(
      answers.filter(({ status }) => status === 200),
      answers.map(({ text }) => text).join(),
    ).toHaveLength(1);
    expect(await editors(other)).toHaveLength(1);
  });
});
