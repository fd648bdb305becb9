// S77 (三员): the system, security and audit duties belong to three different people. Also tests the level-three rules
// for all users.
import { afterAll, describe, expect, test } from 'vitest';
import type { Job } from '@anlan/contract/modules/job/job';
import type { Protection } from '@anlan/contract/modules/access/protection';
import { userImportColumns } from '@anlan/contract/modules/user/import';
import { dutyPermits } from '#modules/access/protection/rules.ts';
import { rescueAdmin } from '#platform/db/rescue-admin.ts';
import { hashPassword } from '#platform/password/index.ts';
import { callNamed, cipher, dataOf, send, sendCall, signIn, trySignIn } from '../../testing/client.ts';
import { openTestApp } from '../../testing/app.ts';
import { makeTenant, password, type Kind } from '../../testing/tenants.ts';

const app = await openTestApp();
afterAll(() => app.close());

const reason = '按等级保护测评要求';
const otherDuties = dutyPermits.flatMap(({ permit, duty }) => (duty === 'security' ? [] : permit));

async function openThree() {
  const tenant = await makeTenant(app);
  const roleId = async (code: string) =>
    (await app.sql<{ id: string }>('select id from role where tenant_id = $1 and code = $2', [tenant.id, code]))[0]
      ?.id ?? '';
  const wears = async (userId: string, ...codes: string[]) => {
    await app.sql('delete from user_role where tenant_id = $1 and user_id = $2', [tenant.id, userId]);
    for (const code of codes)
      await app.sql('insert into user_role (tenant_id, user_id, role_id) values ($1, $2, $3)', [
        tenant.id,
        userId,
        await roleId(code),
      ]);
    app.clock.pass(6);
  };
  const { people } = tenant;
  await wears(people.admin, 'ROLE_SYSTEM_ADMIN', 'ROLE_REGULATOR');
  await wears(people.demo, 'ROLE_AUDIT_ADMIN');
  await app.sql('update app_user set demo_mode = false where tenant_id = $1', [tenant.id]);
  const tokens = new Map<Kind, string>();
  for (const kind of ['admin', 'security', 'demo', 'regulator', 'entadmin', 'nobody'] as const)
    tokens.set(kind, (await signIn(app, tenant, kind)).access_token);
  const enrolAll = () =>
    app.sql(
      `insert into second_factor (tenant_id, user_id, secret, enabled_at)
       select tenant_id, id, 'sealed', now() from app_user where tenant_id = $1 on conflict do nothing`,
      [tenant.id],
    );
  const as = (kind: Kind) => ({ token: tokens.get(kind) ?? null });
  const call = (kind: Kind, name: string, input: Record<string, unknown>) =>
    sendCall(app, callNamed(app, name), input, as(kind));
  const say = async (kind: Kind) =>
    dataOf(
      await send(app, 'POST', '/auth/session/confirm', {
        ...as(kind),
        body: { password: cipher(app, password) },
      }),
    );
  const protect = async (mlps3: boolean, kind: Kind = 'security') => {
    await say(kind);
    return call(kind, 'access.protect', { mlps3, reason });
  };
  const state = async (kind: Kind = 'security') => dataOf<Protection>(await call(kind, 'access.protection', {}));
  const versionOf = async (id: string) =>
    (await app.sql<{ version: number }>('select version from app_user where id = $1', [id]))[0]?.version ?? 0;
  const give = async (userId: string, codes: string[], kind: Kind = 'security') =>
    call(kind, kind === 'security' ? 'user.giveRoles' : 'user.update', {
      id: userId,
      version: await versionOf(userId),
      roleIds: await Promise.all(codes.map(roleId)),
    });
  const held = async (userId: string) =>
    (
      await app.sql<{ code: string }>(
        `select code from user_role join role on role.tenant_id = user_role.tenant_id and role.id = role_id
         where user_role.tenant_id = $1 and user_id = $2 order by code`,
        [tenant.id, userId],
      )
    ).map(({ code }) => code);
  return { tenant, people, roleId, wears, as, call, say, protect, state, give, held, versionOf, enrolAll };
}

describe('S77 the protection switch', () => {
  test('needs a security administrator with password and reason', async () => {
    const { people, wears, call, say, protect, state, enrolAll } = await openThree();
    await enrolAll();
    expect((await call('admin', 'access.protect', { mlps3: true, reason })).status).toBe(403);
    const protectAnswer = await call('security', 'access.protect', { mlps3: true, reason });
    expect([protectAnswer.status, protectAnswer.text]).toEqual([403, expect.stringContaining('confirm')]);
    await wears(people.regulator, 'ROLE_TENANT_ADMIN');
    const refused = await protect(true);
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/有人兼任.*租户\d+regulator（系统管理员和安全管理员和审计管理员）/);
    expect((await state()).several).toEqual([
      { name: expect.stringContaining('regulator'), duties: ['system', 'security', 'audit'] },
    ]);
    await wears(people.regulator, 'ROLE_REGULATOR');
    await wears(people.demo);
    expect((await protect(true)).text).toContain('还没有在用的审计管理员');
    await wears(people.demo, 'ROLE_AUDIT_ADMIN');
    await say('security');
    dataOf(await protect(true));
    expect(await state()).toMatchObject({
      mlps3: true,
      mayChange: true,
      several: [],
      holders: [
        { duty: 'system', people: 1 },
        { duty: 'security', people: 1 },
        { duty: 'audit', people: 1 },
      ],
    });
    const [row] = await app.sql<{ changes: unknown; note: string }>(
      `select changes, note from audit where call = 'access.protect' and outcome = 'done' and user_id = $1`,
      [people.security],
    );
    expect(row).toEqual({ changes: [{ field: 'mlps3', before: false, after: true }], note: reason });
    dataOf(await protect(false));
    expect((await state()).mlps3).toBe(false);
  });

  test('S04 requires a second factor of all users at once', async () => {
    const { as, protect, enrolAll, tenant } = await openThree();
    const works = async (kind: Kind) => (await send(app, 'GET', '/bus/enterprise/page', as(kind))).status;
    expect(await works('regulator')).toBe(200);
    dataOf(await protect(true));
    const held = await send(app, 'GET', '/bus/enterprise/page', as('regulator'));
    expect([held.status, held.json]).toEqual([403, expect.objectContaining({ data: { mustEnrol: true } })]);
    expect(await works('entadmin')).toBe(403);
    await enrolAll();
    app.clock.pass(3);
    expect(await works('regulator')).toBe(200);
    const body = { password: cipher(app, password) };
    const removal = await send(app, 'POST', '/auth/mfa/remove', { ...as('regulator'), body });
    expect([removal.status, removal.text]).toEqual([403, expect.stringContaining('必须使用两步验证')]);
    expect((await trySignIn(app, tenant.id, 'regulator')).json).toEqual({ mfa: true, ticket: expect.any(String) });
  });

  test('S13 ends a session after half an hour without activity', async () => {
    const { as, protect, enrolAll } = await openThree();
    await enrolAll();
    dataOf(await protect(true));
    const works = async (kind: Kind) => (await send(app, 'GET', '/upms/user/info', as(kind))).status;
    app.clock.pass(29 * 60);
    expect(await works('admin')).toBe(200);
    app.clock.pass(31 * 60);
    expect(await works('admin')).toBe(401);
  });
});

describe('S77 a tenant with protection on', () => {
  test('refuses a second administrator duty for one user on every path', async () => {
    const three = await openThree();
    const { tenant, people, roleId, call, give, held, protect, enrolAll, as } = three;
    await enrolAll();
    dataOf(await protect(true));
    const before = async () => JSON.stringify(await app.sql('select * from user_role order by 1, 2, 3'));
    const stood = await before();
    const people2 = await app.sql('select from app_user where tenant_id = $1', [tenant.id]);
    // Security administrators grant roles.
    for (const [who, codes] of [
      [people.admin, ['ROLE_SYSTEM_ADMIN', 'ROLE_AUDIT_ADMIN']],
      [people.demo, ['ROLE_AUDIT_ADMIN', 'ROLE_SECURITY_ADMIN']],
      [people.nobody, ['ROLE_SYSTEM_ADMIN', 'ROLE_SECURITY_ADMIN']],
      [people.nobody, ['ROLE_TENANT_ADMIN']],
    ] as const) {
      const answer = await give(who, [...codes]);
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('一人不能兼任')]);
    }
    // A role that users already have cannot receive a permit of another administrator duty.
    const menuIds = (
      await app.sql<{ id: string }>(`select id from menu where tenant_id = '0' and key = any ($1)`, [
        ['permit:sys:log:index', 'permit:sys:user:add', 'permit:sys:user:edit', 'permit:sys:user:index'],
      ])
    ).map(({ id }) => id);
    const widened = await call('security', 'access.roleMenu', { roleId: await roleId('ROLE_SYSTEM_ADMIN'), menuIds });
    expect([widened.status, widened.text]).toEqual([400, expect.stringContaining('一人不能兼任')]);
    // Nobody grants rights that they lack. A system administrator grants business roles, but no role of another
    // administrator duty.
    let lastPhone = 1000;
    const made = (roleIds: string[]) =>
      call('admin', 'user.create', {
        username: `u${crypto.randomUUID().slice(0, 12)}`,
        nickName: '沈安然',
        phone: `1350008${String((lastPhone += 1))}`,
        type: '0',
        roleIds,
      });
    expect((await made([await roleId('ROLE_AUDIT_ADMIN')])).status).toBe(403);
    expect(await before()).toBe(stood);
    expect(await app.sql('select from app_user where tenant_id = $1', [tenant.id])).toHaveLength(people2.length);
    // The rescue command accepts a security administrator, but nobody with another administrator duty.
    const rescue = async (username: string | null) =>
      rescueAdmin(app.database.appUrl, {
        tenantId: tenant.id,
        username,
        passwordHash: await hashPassword('Ein-mal-2026'),
        passwordEndsAt: new Date(app.clock.now().getTime() + 600_000),
        rememberedPasswords: 4,
        otherDuties,
      });
    expect(await rescue('admin')).toEqual({ problem: 'other duty' });
    expect(await rescue('demo')).toEqual({ problem: 'other duty' });
    expect(await before()).toBe(stood);
    expect(await rescue('nobody')).toEqual({ username: 'nobody' });
    expect(await held(people.nobody)).toEqual(['ROLE_SECURITY_ADMIN']);
    // Rights of enterprise users do not change.
    const { enterpriseIds } = tenant;
    dataOf(
      await send(app, 'POST', '/upms/user/updateEntAdmin', {
        ...as('admin'),
        body: { enterpriseId: enterpriseIds[0], userId: people.entstaff },
      }),
    );
    expect(await held(people.entstaff)).toContain('ROLE_ENT_ADMIN');
  }, 60_000);

  test('creates no user with two administrator duties in an import', async () => {
    const { as, protect, enrolAll, wears, people } = await openThree();
    await enrolAll();
    // A user who can create users and grant any role has two administrator duties. This is only possible before the
    // protection is on.
    await wears(people.nobody, 'ROLE_SYSTEM_ADMIN');
    dataOf(await protect(true));
    await app.sql(
      `insert into role_permit select tenant_id, id, permit from role,
         unnest(array['sys:role:delegate', 'sys:user:import', 'sys:user:add']) as permit where code = 'ROLE_SECURITY_ADMIN'
       on conflict do nothing`,
    );
    app.clock.pass(3);
    const rows = [
      userImportColumns.map(([, label]) => label),
      ['uone0001', '沈安然', '监管人员', '13500090001', '', '', '系统管理员、审计管理员'],
      ['uone0002', '沈安然', '监管人员', '13500090002', '', '', '审计管理员'],
    ];
    const bytes = Buffer.from(rows.map((row) => row.join(',')).join('\r\n'));
    const file = { name: '用户.csv', type: 'text/csv', bytes };
    const { jobId } = dataOf<{ jobId: string }>(
      await send(app, 'POST', '/upms/user/import', { ...as('security'), file }),
    );
    const look = async () => dataOf<Job>(await send(app, 'GET', `/upms/job/${jobId}`, as('security')));
    await expect.poll(async () => (await look()).state, { timeout: 30_000 }).not.toMatch(/waiting|running/);
    const { result } = (await look()) as unknown as {
      result: { good: number; errors: { row: number; cause: string }[] };
    };
    expect(result.good).toBe(1);
    expect(result.errors).toEqual([
      expect.objectContaining({ row: 2, cause: '已启用等级保护三级，一人不能兼任系统管理员和审计管理员' }),
    ]);
  }, 60_000);

  test('lets an auditor read the log and write nothing', async () => {
    const { as, protect, enrolAll } = await openThree();
    await enrolAll();
    dataOf(await protect(true));
    expect((await send(app, 'GET', '/upms/log/page', as('demo'))).status).toBe(200);
    const writing = app.mounted.filter(
      ({ call }) => call.effect === 'write' && call.permit !== 'public' && call.permit !== 'signed-in',
    );
    expect(writing.length).toBeGreaterThan(50);
    for (const { name, call } of writing) {
      const input = Object.fromEntries(
        Object.entries(call.in).flatMap(([key, place]) =>
          place === 'path'
            ? [[key, call.id === 'tenant' ? '1' : call.id === 'word' ? 'noticeKind' : crypto.randomUUID()]]
            : [],
        ),
      );
      expect((await sendCall(app, call, input, as('demo'))).status, name).toBe(403);
    }
  }, 60_000);

  test('S34 refuses to remove the last user of each administrator duty', async () => {
    const { people, give, protect, enrolAll, call, versionOf, held } = await openThree();
    await enrolAll();
    dataOf(await protect(true));
    const lastAudit = await give(people.demo, []);
    expect([lastAudit.status, lastAudit.text]).toEqual([400, expect.stringContaining('至少保留一名在用的审计管理员')]);
    const locked = await call('security', 'user.lock', {
      id: people.admin,
      version: await versionOf(people.admin),
      lockFlag: '9',
    });
    expect([locked.status, locked.text]).toEqual([400, expect.stringContaining('至少保留一名')]);
    dataOf(await give(people.nobody, ['ROLE_AUDIT_ADMIN']));
    dataOf(await give(people.demo, ['ROLE_REGULATOR']));
    expect(await held(people.demo)).toEqual(['ROLE_REGULATOR']);
    // A security administrator can appoint another one, but cannot change their own role.
    dataOf(await give(people.regulator, ['ROLE_SECURITY_ADMIN']));
    expect((await give(people.security, [])).status).toBe(403);
  });

  test('removes audit permits from a platform user inside the tenant', async () => {
    const { tenant, protect, enrolAll } = await openThree();
    await enrolAll();
    const before = await impersonatorSees(tenant.id);
    expect(before).toContain('sys:log:index');
    dataOf(await protect(true));
    app.clock.pass(3);
    expect(await impersonatorSees(tenant.id)).not.toContain('sys:log:index');
  });
});

async function impersonatorSees(tenantId: string): Promise<string[]> {
  const hash = await hashPassword(password);
  await app.sql(`update app_user set password_hash = $1, demo = false where tenant_id = '0'`, [hash]);
  const { access_token: token } = await signIn(app, { id: '0' }, 'platform');
  dataOf(await send(app, 'POST', '/auth/session/confirm', { token, body: { password: cipher(app, password) } }));
  dataOf(await send(app, 'POST', '/upms/tenant/enter', { token, body: { id: tenantId, reason: '协助排查问题' } }));
  const headers = { tenant_id: tenantId };
  return dataOf<{ permissions: string[] }>(await send(app, 'GET', '/upms/user/info', { token, headers })).permissions;
}

describe('S77 security administrators', () => {
  test('can grant roles beyond their own permits, but neither create nor change people', async () => {
    const { people, give, held, call, versionOf, as } = await openThree();
    expect((await send(app, 'GET', '/bus/enterprise/page', as('security'))).status).toBe(403);
    dataOf(await give(people.nobody, ['ROLE_REGULATOR']));
    expect(await held(people.nobody)).toEqual(['ROLE_REGULATOR']);
    dataOf(await give(people.entstaff, ['ROLE_ENT_STAFF', 'ROLE_ENT_ADMIN']));
    const wrong = await give(people.entstaff, ['ROLE_REGULATOR']);
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('不能给这种类型的用户')]);
    const who = { id: people.nobody, version: await versionOf(people.nobody) };
    dataOf(await call('security', 'user.lock', { ...who, lockFlag: '9' }));
    for (const [name, input] of [
      ['user.update', { ...who, nickName: '改名' }],
      ['user.password', who],
      ['user.remove', who],
    ] as const)
      expect((await call('security', name, input)).status, name).toBe(403);
    const stale = await call('security', 'user.giveRoles', { ...who, roleIds: [] });
    expect(stale.status).toBe(409);
  });

  test('are separate from system administrators', async () => {
    const { people, give, as, wears } = await openThree();
    await wears(people.admin, 'ROLE_SYSTEM_ADMIN');
    expect((await send(app, 'GET', '/upms/user/page', as('admin'))).status).toBe(200);
    for (const path of ['/upms/log/page', '/upms/role/page', '/bus/enterprise/page', '/upms/token/page'])
      expect((await send(app, 'GET', path, as('admin'))).status, path).toBe(403);
    expect((await give(people.nobody, ['ROLE_REGULATOR'], 'admin')).status).toBe(403);
    dataOf(await give(people.nobody, ['ROLE_SYSTEM_ADMIN'], 'admin'));
  });

  test('are appointed only by users with all rights of the tenant, or by security administrators', async () => {
    const { people, give, wears, roleId, tenant } = await openThree();
    await wears(people.admin, 'ROLE_TENANT_ADMIN');
    dataOf(await give(people.nobody, ['ROLE_SECURITY_ADMIN'], 'admin'));
    await wears(people.nobody);
    await app.sql(`insert into role_permit (tenant_id, role_id, permit) values ($1, $2, 'sys:dict:add')`, [
      tenant.id,
      await roleId('ROLE_REGULATOR'),
    ]);
    expect((await give(people.nobody, ['ROLE_SECURITY_ADMIN'], 'admin')).status).toBe(403);
    dataOf(await give(people.nobody, ['ROLE_SECURITY_ADMIN']));
  });
});

describe('permits that users of an enterprise never have (S32)', () => {
  test('include publishing and role management, with any role', async () => {
    const { tenant, people, as, call, roleId } = await openThree();
    await app.sql(`insert into role_permit select $1, $2, unnest($3::text[]) on conflict do nothing`, [
      tenant.id,
      await roleId('ROLE_ENT_ADMIN'),
      ['bus:notice:add', 'bus:riskrule:edit', 'bus:sysnotice:publish', 'sys:role:edit', 'sys:role:delegate'],
    ]);
    app.clock.pass(3);
    const { permissions } = dataOf<{ permissions: string[] }>(
      await send(app, 'GET', '/upms/user/info', as('entadmin')),
    );
    expect(permissions).toContain('bus:notice:index');
    expect(permissions.filter((permit) => /(notice|riskrule):(?!index)|^sys:role/.test(permit))).toEqual([]);
    const words = { title: '通知', kind: 'deployment', content: '<p>请自查。</p>', audience: 'all' };
    expect((await call('entadmin', 'notice.create', words)).status).toBe(403);
    // These permits cannot be added to a role directly either.
    const buttons = await app.sql<{ id: string }>(
      `select id from menu where tenant_id = '0' and key in ('permit:bus:notice:add', 'permit:bus:riskrule:edit')`,
    );
    expect(buttons).toHaveLength(2);
    for (const { id } of buttons) {
      const menuInput = { roleId: await roleId('ROLE_ENT_STAFF'), menuIds: [id] };
      const refused = await call('security', 'access.roleMenu', menuInput);
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('发布公告的权限只能给监管人员')]);
    }
    expect(people.entadmin).toBeTruthy();
  });
});
