// User administration (CA-05). users-visibility.test.ts tests lookups and stored personal data.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maskPhone } from '@anlan/contract/domain/phone';
import type { UserRow } from '@anlan/contract/modules/user/admin';
import { dataOf, send, signIn, trySignIn, type Answer } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type Kind, type TestTenant } from '../../testing/tenants.ts';

type Wire = Omit<UserRow, 'type' | 'lockFlag' | 'approval'> & { type: string; lockFlag: string; approval: string };
interface Page {
  records: Wire[];
  total: number;
}

let app: TestApp;
let tenant: TestTenant;
let other: TestTenant;
const tokens = new Map<string, string>();
let last = 0;
const freshPhone = () => `1330005${String((last += 1)).padStart(4, '0')}`;

beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
  other = await makeTenant(app);
  for (const kind of ['admin', 'regulator', 'entadmin', 'entstaff'] as const) await enter(kind);
});
afterAll(() => app.close());

const enter = async (kind: Kind, of = tenant) =>
  tokens.set(`${of.id} ${kind}`, (await signIn(app, of, kind)).access_token);
const by = (kind: Kind, of = tenant) => ({ token: tokens.get(`${of.id} ${kind}`) ?? null });
const get = (kind: Kind, path: string, query: Record<string, unknown> = {}) =>
  send(app, 'GET', `/upms/user/${path}`, { ...by(kind), query });
const post = (kind: Kind, path: string, body: object) => send(app, 'POST', `/upms/user${path}`, { ...by(kind), body });
const findUsers = async (kind: Kind, keyword: string, more = {}) =>
  dataOf<Page>(await get(kind, 'page', { keyword, ...more })).records;
const one = async (kind: Kind, id: string) => dataOf<Wire>(await get(kind, id));
const roleId = async (code: string, of = tenant) => {
  const [row] = await app.sql<{ id: string }>('select id from role where tenant_id = $1 and code = $2', [of.id, code]);
  return row?.id ?? '';
};
interface Made {
  id: string;
  version: number;
  password: string;
  endsAt: string;
}
const make = async (more: Record<string, unknown> = {}, kind: Kind = 'admin') => {
  const username = `u${crypto.randomUUID().slice(0, 12)}`;
  const userInput = { username, nickName: '沈安然', phone: freshPhone(), type: '0', roleIds: [], ...more };
  return { ...userInput, ...dataOf<Made>(await post(kind, '', userInput)) };
};
const status = (answer: Answer) => answer.status;
const errorsOf = (answer: Answer) =>
  (answer.json as { data?: { errors?: { field: string; msg: string }[] } }).data?.errors;

describe('an account (CA-05)', () => {
  test('is always shown with a masked phone (S79)', async () => {
    const made = await make({
      nickName: '欧阳长安',
      email: 'ouyang@example.com',
      roleIds: [await roleId('ROLE_REGULATOR')],
      organId: tenant.organId,
    });
    expect(made.password).toMatch(/^[A-Za-z2-9]{16}$/);
    for (const word of ['欧阳', made.username.slice(0, 8), made.phone]) {
      const [row] = await findUsers('admin', word);
      expect(row).toMatchObject({
        id: made.id,
        nickName: '欧阳长安',
        phone: maskPhone(made.phone),
        email: 'o****@example.com',
        type: '0',
        lockFlag: '0',
        mustChangePassword: true,
        organName: `${tenant.mark}机关`,
      });
      expect(row?.roleList.map(({ code }) => code)).toEqual(['ROLE_REGULATOR']);
      expect(row?.abilities).toEqual(['update', 'lock', 'password', 'remove']);
    }
    // A search by a part of a phone finds nobody. Each search by a whole phone is audited (S29).
    expect(await findUsers('admin', made.phone.slice(0, 10))).toEqual([]);
    const traces = await app.sql<{ note: string }>(
      `select note from audit where tenant_id = $1 and call = 'user.findByPhone'`,
      [tenant.id],
    );
    expect(traces).toEqual([{ note: maskPhone(made.phone) }]);
    expect(dataOf(await get('admin', 'getUserRole', { userId: made.id }))).toEqual([await roleId('ROLE_REGULATOR')]);
    expect(dataOf(await get('admin', 'count', { organId: tenant.organId, keyword: '欧阳' }))).toBe(1);
    const again = await post('admin', '', { ...made, phone: freshPhone() });
    expect([again.status, errorsOf(again)]).toEqual([400, [{ field: 'username', msg: '用户名已被使用，请换一个' }]]);
    const samePhone = await post('admin', '', { ...made, username: 'someone-else' });
    expect(errorsOf(samePhone)?.[0]?.field).toBe('phone');
  });

  test('accepts the one-time password once within a day (S18)', async () => {
    const made = await make();
    const first = await trySignIn(app, tenant.id, made.username, { password: made.password });
    expect(first.status).toBe(200);
    const { access_token } = first.json as { access_token: string };
    const reset = dataOf<Made>(await post('admin', '/password', { id: made.id }));
    expect(reset.password).not.toBe(made.password);
    expect(status(await send(app, 'GET', '/upms/user/info', { token: access_token }))).toBe(401);
    expect(status(await trySignIn(app, tenant.id, made.username, { password: made.password }))).toBe(426);
    expect(status(await trySignIn(app, tenant.id, made.username, { password: reset.password }))).toBe(200);
    await expect.poll(() => app.inbox.newest(made.phone)?.template, { timeout: 20_000 }).toBe('passwordReset');
    expect(JSON.stringify(app.inbox.messages)).not.toContain(reset.password);
    app.clock.pass(24 * 3600 + 1);
    expect(status(await trySignIn(app, tenant.id, made.username, { password: reset.password }))).toBe(426);
    for (const kind of ['admin', 'regulator', 'entadmin', 'entstaff'] as const) await enter(kind);
  });

  test('refuses a change with a stale version', async () => {
    const made = await make({ email: 'old@example.com' });
    const saved = dataOf<{ version: number }>(
      await post('admin', '/update', {
        id: made.id,
        version: 1,
        nickName: '周明舟',
        phone: maskPhone(made.phone),
        email: null,
      }),
    );
    expect(saved.version).toBe(2);
    expect(await one('admin', made.id)).toMatchObject({
      nickName: '周明舟',
      phone: maskPhone(made.phone),
      email: null,
    });
    const stale = await post('admin', '/update', { id: made.id, version: 1, nickName: '林知远' });
    expect(stale.status).toBe(409);
    expect((stale.json as { data: { current: Wire } }).data.current).toMatchObject({ version: 2, nickName: '周明舟' });
    const [row] = await app.sql<{ changes: { field: string; before: unknown; after: unknown }[] }>(
      `select changes from audit where tenant_id = $1 and call = 'user.update' and object_id = $2`,
      [tenant.id, made.id],
    );
    expect(row?.changes).toEqual([
      { field: 'nickName', before: '沈安然', after: '周明舟' },
      { field: 'email', before: 'o****@example.com', after: null },
    ]);
  });

  test('loses all sessions when an enterprise or the phone is removed', async () => {
    const [stays, goes] = tenant.enterpriseIds;
    const made = await make({ type: '1', enterpriseIds: [stays, goes] });
    const boundUser = await make({ type: '1', enterpriseIds: [stays] });
    const enters = async () =>
      (
        (await trySignIn(app, tenant.id, made.username, { password: made.password })).json as {
          access_token: string;
        }
      ).access_token;
    const works = async (token: string) => status(await send(app, 'GET', '/upms/user/info', { token }));
    const token = await enters();
    const update = (change: object) => post('admin', '/update', { id: made.id, version: 1, ...change });
    const refused = await update({ enterpriseIds: [stays], phone: boundUser.phone });
    expect(errorsOf(refused)?.[0]?.field).toBe('phone');
    expect(await works(token)).toBe(200);
    expect(status(await update({ enterpriseIds: [stays] }))).toBe(200);
    expect(await works(token)).toBe(401);
    const again = await enters();
    const phone = freshPhone();
    expect(status(await update({ version: 2, phone }))).toBe(200);
    expect(await works(again)).toBe(401);
    // The previous phone gets a message about the change (S18).
    await expect.poll(() => app.inbox.newest(made.phone)?.template, { timeout: 20_000 }).toBe('phoneChanged');
  });

  test('does not let an administrator change their own phone without an SMS code (S18)', async () => {
    const { admin } = tenant.people;
    const { version, phone } = await one('admin', admin);
    const refused = await post('admin', '/update', { id: admin, version, phone: freshPhone() });
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('个人信息')]);
    expect(status(await post('admin', '/update', { id: admin, version, phone, nickName: '管理员' }))).toBe(200);
  });

  test('loses its session at once when it is disabled or deleted (S81)', async () => {
    const made = await make({ roleIds: [await roleId('ROLE_REGULATOR')] });
    const { access_token } = (await trySignIn(app, tenant.id, made.username, { password: made.password })).json as {
      access_token: string;
    };
    expect(status(await post('admin', '/lock', { id: made.id, lockFlag: '9' }))).toBe(200);
    expect(status(await send(app, 'GET', '/upms/user/info', { token: access_token }))).toBe(401);
    expect(status(await trySignIn(app, tenant.id, made.username, { password: made.password }))).toBe(426);
    expect((await findUsers('admin', made.username, { lockFlag: '9' })).map(({ id }) => id)).toEqual([made.id]);
    expect(status(await post('admin', '/lock', { id: made.id, lockFlag: '0' }))).toBe(200);
    expect(status(await trySignIn(app, tenant.id, made.username, { password: made.password }))).toBe(200);
    expect(status(await get('admin', `del/${made.id}`))).toBe(200);
    expect(status(await get('admin', `del/${made.id}`))).toBe(404);
    expect(status(await get('admin', made.id))).toBe(404);
    expect(await findUsers('admin', made.phone)).toEqual([]);
    const [row] = await app.sql('select nick_name, phone_sealed, password_hash from app_user where id = $1', [made.id]);
    expect(row).toEqual({ nick_name: `已删除用户${made.id.slice(-4)}`, phone_sealed: null, password_hash: null });
    expect((await make({ username: made.username, phone: made.phone })).id).not.toBe(made.id);
  });

  test('waits for approval after self-registration', async () => {
    const pending = async () => {
      const made = await make({ type: '1', roleIds: [await roleId('ROLE_ENT_STAFF')] });
      await app.sql(`update app_user set approval = 'pending', claimed_enterprise = '某某公司' where id = $1`, [
        made.id,
      ]);
      return made;
    };
    const [yes, no] = [await pending(), await pending()];
    const listed = dataOf<Page>(await get('admin', 'page', { approval: '1' })).records;
    expect(listed.map(({ id }) => id).toSorted()).toEqual([yes.id, no.id].toSorted());
    expect(listed[0]).toMatchObject({ claimedEnterprise: '某某公司', abilities: ['update', 'decide', 'remove'] });
    const enterpriseId = tenant.enterpriseIds[0];
    const bare = await post('admin', '/decide', { id: yes.id, version: 1, decision: 'approve' });
    expect(errorsOf(bare)?.[0]?.field).toBe('enterpriseId');
    const foreign = await post('admin', '/decide', {
      id: yes.id,
      version: 1,
      decision: 'approve',
      enterpriseId: other.enterpriseIds[0],
    });
    expect(foreign.status).toBe(400);
    expect(status(await post('admin', '/decide', { id: yes.id, version: 1, decision: 'approve', enterpriseId }))).toBe(
      200,
    );
    expect((await one('admin', yes.id)).enterprises.map(({ id }) => id)).toEqual([enterpriseId]);
    await expect.poll(() => app.inbox.newest(yes.phone)?.template, { timeout: 20_000 }).toBe('registerApproved');
    expect(status(await post('admin', '/decide', { id: no.id, version: 1, decision: 'reject' }))).toBe(400);
    expect(
      status(await post('admin', '/decide', { id: no.id, version: 1, decision: 'reject', reason: '信息不符' })),
    ).toBe(200);
    await expect.poll(() => app.inbox.newest(no.phone)?.params['reason'], { timeout: 20_000 }).toBe('信息不符');
    expect(status(await trySignIn(app, tenant.id, no.username, { password: no.password }))).not.toBe(200);
  });
});

describe('permissions on accounts (S32, S34)', () => {
  test('let an enterprise manage only its own staff', async () => {
    const own = tenant.enterpriseIds[0] ?? '';
    const made = await make(
      { type: '1', roleIds: [await roleId('ROLE_ENT_STAFF')], enterpriseIds: [tenant.enterpriseIds[4]] },
      'entadmin',
    );
    const { enterprises } = await one('entadmin', made.id);
    expect(enterprises.length).toBe(1);
    const current = enterprises[0]?.id;
    expect([own, tenant.enterpriseIds[1]]).toContain(current);
    const seen = dataOf<Page>(await get('entadmin', 'entPage', { size: 100 })).records;
    expect(seen.every((row) => row.type === '1' && row.enterprises.every(({ id }) => id === current))).toBe(true);
    expect(await findUsers('entadmin', `${tenant.mark}regulator`)).toEqual([]);
    expect(dataOf<Page>(await get('entadmin', 'entPage', { enterpriseId: tenant.enterpriseIds[3] })).total).toBe(0);
    const staff = dataOf<Page>(await get('admin', 'entPage', { size: 100 }));
    expect(staff.total).toBeGreaterThan(0);
    expect(staff.records.every(({ type }) => type === '1')).toBe(true);
    expect(dataOf<Page>(await get('admin', 'entPage', { type: '0' })).total).toBe(0);
    for (const id of [tenant.people.regulator, tenant.people.shop, other.people.entadmin]) {
      expect(status(await get('entadmin', id))).toBe(404);
      expect(status(await post('entadmin', '/password', { id }))).toBe(404);
      expect(status(await get('entadmin', `del/${id}`))).toBe(404);
    }
    for (const type of ['0', '2', '9'])
      expect(
        status(
          await post('entadmin', '', {
            username: `x${type}yzw`,
            nickName: '甲乙',
            phone: freshPhone(),
            type,
            roleIds: [],
          }),
        ),
      ).toBe(403);
    const adminInput = { type: '1', roleIds: [await roleId('ROLE_TENANT_ADMIN')] };
    const risen = await post('entadmin', '', {
      username: 'risen',
      nickName: '甲乙',
      phone: freshPhone(),
      ...adminInput,
    });
    expect([400, 403]).toContain(risen.status);
    // The user also belongs to another enterprise, so only removal from this enterprise is offered.
    const shared = await make({ type: '1', enterpriseIds: [current, tenant.enterpriseIds[2]] });
    expect((await one('entadmin', shared.id)).abilities).toEqual(['unbind']);
    expect(status(await post('entadmin', '/password', { id: shared.id }))).toBe(403);
    expect(status(await post('entadmin', '/update', { id: shared.id, version: 1, phone: freshPhone() }))).toBe(403);
    expect(status(await get('entadmin', `del/${shared.id}`))).toBe(200);
    expect(status(await get('entadmin', shared.id))).toBe(404);
    expect((await one('admin', shared.id)).enterprises.map(({ id }) => id)).toEqual([tenant.enterpriseIds[2]]);
    expect(status(await post('admin', '/updateEntAdmin', { enterpriseId: current, userId: made.id }))).toBe(200);
    expect((await one('admin', made.id)).roleList.map(({ code }) => code).toSorted()).toEqual([
      'ROLE_ENT_ADMIN',
      'ROLE_ENT_STAFF',
    ]);
    expect(
      status(await post('admin', '/updateEntAdmin', { enterpriseId: tenant.enterpriseIds[3], userId: made.id })),
    ).toBe(400);
  });

  test('do not let an administrator of a lost enterprise add people', async () => {
    const made = await make({
      type: '1',
      roleIds: [await roleId('ROLE_ENT_ADMIN')],
      enterpriseIds: [tenant.enterpriseIds[2]],
    });
    await app.sql('delete from user_enterprise where tenant_id = $1 and user_id = $2', [tenant.id, made.id]);
    await app.sql('update app_user set must_change_password = false where id = $1', [made.id]);
    const { access_token: token } = (await trySignIn(app, tenant.id, made.username, { password: made.password }))
      .json as { access_token: string };
    const body = { username: 'hired', nickName: '甲乙', phone: freshPhone(), type: '1', roleIds: [] };
    const refused = await send(app, 'POST', '/upms/user', { token, body });
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('没有所属的企业')]);
  });

  test('let nobody disable, delete or reset the password of people with more rights', async () => {
    const admin = tenant.people.admin;
    for (const answer of [
      await post('admin', '/lock', { id: admin, lockFlag: '9' }),
      await get('admin', `del/${admin}`),
      await post('admin', '/password', { id: admin }),
    ])
      expect(answer.status).toBe(403);
    // This role manages users, but has no other right of a tenant administrator.
    const clerkRole = crypto.randomUUID();
    await app.sql(
      `insert into role (tenant_id, id, code, name, user_type) values ($1, $2, 'ROLE_CLERK', '人事', 'regulator')`,
      [tenant.id, clerkRole],
    );
    for (const permit of ['index', 'add', 'edit', 'del', 'password'])
      await app.sql('insert into role_permit (tenant_id, role_id, permit) values ($1, $2, $3)', [
        tenant.id,
        clerkRole,
        `sys:user:${permit}`,
      ]);
    await app.sql('insert into user_role (tenant_id, user_id, role_id) values ($1, $2, $3)', [
      tenant.id,
      tenant.people.nobody,
      clerkRole,
    ]);
    await enter('nobody');
    const { version } = await one('admin', admin);
    for (const answer of [
      await post('nobody', '/password', { id: admin }),
      await post('nobody', '/lock', { id: admin, lockFlag: '9' }),
      await post('nobody', '/update', { id: admin, version, phone: freshPhone() }),
      await get('nobody', `del/${admin}`),
      await post('nobody', '', {
        username: 'promoted',
        nickName: '甲乙',
        phone: freshPhone(),
        type: '0',
        roleIds: [await roleId('ROLE_TENANT_ADMIN')],
      }),
    ])
      expect(answer.status, answer.text).toBe(403);
    expect(status(await get('regulator', 'page'))).toBe(403);
    expect(status(await get('entstaff', 'page'))).toBe(403);
  });

  test('leave one of two administrators who concurrently disable each other (S34)', async () => {
    await app.sql('delete from user_role where tenant_id = $1 and user_id = $2', [tenant.id, tenant.people.security]);
    const second = await make({ roleIds: [await roleId('ROLE_TENANT_ADMIN')] });
    await app.sql('update app_user set must_change_password = false, password_ends_at = null where id = $1', [
      second.id,
    ]);
    const theirs = (await trySignIn(app, tenant.id, second.username, { password: second.password })).json as {
      access_token: string;
    };
    const answers = await Promise.all([
      post('admin', '/lock', { id: second.id, lockFlag: '9' }),
      send(app, 'POST', '/upms/user/lock', {
        token: theirs.access_token,
        body: { id: tenant.people.admin, lockFlag: '9' },
      }),
    ]);
    const locked = await app.sql<{ n: number }>(
      `select count(*)::int as n from app_user where tenant_id = $1 and id = any ($2) and lock_flag = '9'`,
      [tenant.id, [tenant.people.admin, second.id]],
    );
    expect(answers.filter(({ status: code }) => code === 200).length).toBeLessThanOrEqual(1);
    expect(locked[0]?.n).toBeLessThanOrEqual(1);
    await app.sql(`update app_user set lock_flag = '0' where tenant_id = $1 and id = $2`, [
      tenant.id,
      tenant.people.admin,
    ]);
    await enter('admin');
  });
});
