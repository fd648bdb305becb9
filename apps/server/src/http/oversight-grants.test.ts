// S32: nobody can grant a wider data scope (数据范围) than their own, and each grant takes effect in open sessions.
import { afterAll, describe, expect, test } from 'vitest';
import { callNamed, cipher, dataOf, send, sendCall, signIn } from '../../testing/client.ts';
import { openTestApp } from '../../testing/app.ts';
import { openOversight, street } from '../../testing/oversight.ts';
import { password } from '../../testing/tenants.ts';

const app = await openTestApp();
const { tenant, setup, reach, everything, listed } = await openOversight(app);
afterAll(() => app.close());

describe('S32 granting data scope', () => {
  const admin = async (name: string, input: Record<string, unknown>) =>
    sendCall(app, callNamed(app, name), input, setup.as('admin'));
  const one = ({ id }: { id: string }) => send(app, 'GET', `/upms/user/${id}`, setup.as('admin'));
  const roleOf = async (code: string) =>
    (
      await app.sql<{ id: string; version: number }>(
        'select id, version from role where tenant_id = $1 and code = $2',
        [tenant.id, code],
      )
    )[0] ?? { id: '', version: 0 };

  test('gives a role selected regions with immediate effect for its users', async () => {
    await everything();
    const { id, version } = await roleOf('ROLE_REGULATOR');
    const before = (await send(app, 'GET', '/upms/user/info', setup.as('regulator'))).headers['x-fresh'];
    for (const [input, word] of [
      [{ dsType: '1', regionCodes: [] }, '请至少选择一个区域'],
      [{ dsType: '1', regionCodes: ['990000'] }, '没有这个行政区划'],
      [
        { dsType: '1', regionCodes: ['330108', '330212', '330302', '320106', '110101', '310101', '440103'] },
        '最多 6 片不相连的区域',
      ],
    ] as const)
      expect((await admin('access.roleUpdate', { id, version, ...input })).text).toContain(word);
    dataOf(await admin('access.roleUpdate', { id, version, dsType: '1', regionCodes: ['330212', '330106'] }));
    expect(await listed()).toEqual([3, 4]);
    const after = (await send(app, 'GET', '/upms/user/info', setup.as('regulator'))).headers['x-fresh'];
    expect(after).not.toBe(before);
    const shown = dataOf<{ dsType: string; regions: { code: string; name: string }[] }>(
      await admin('access.roleGet', { id }),
    );
    expect(shown.dsType).toBe('1');
    expect(shown.regions.map(({ name }) => name).join()).toMatch(/西湖区.*鄞州区/);
  });

  test('applies changes of an organisation or its division to open sessions', async () => {
    const { id } = await roleOf('ROLE_REGULATOR');
    dataOf(await admin('access.roleUpdate', { id, version: (await roleOf('ROLE_REGULATOR')).version, dsType: '2' }));
    expect(await listed()).toEqual([]);
    const organ = async () =>
      dataOf<{ id: string; version: number; regionName: string | null }[]>(await admin('user.organList', {})).find(
        (one) => one.id === tenant.organId,
      );
    const first = await organ();
    dataOf(await admin('user.organUpdate', { id: tenant.organId, version: first?.version, regionCode: '330108' }));
    expect((await organ())?.regionName).toContain('滨江区');
    expect(await listed()).toEqual([0, 1, 2]);
    const lower = dataOf<{ id: string }>(
      await admin('user.organCreate', { name: '宁波站', parentId: tenant.organId, regionCode: '330212' }),
    );
    const person = dataOf<{ version: number }>(await one({ id: tenant.people.regulator }));
    dataOf(await admin('user.update', { id: tenant.people.regulator, version: person.version, organId: lower.id }));
    expect(await listed()).toEqual([4]);
  });

  test('CA-03 allows no organisation more regions than the limit', async () => {
    const { regulator } = tenant.people;
    const six = ['330108', '330212', '330302', '320106', '110101', '310101'];
    await reach('ROLE_REGULATOR', '1', six);
    await app.sql(`update app_user set organ_id = $2 where tenant_id = $1`, [tenant.id, tenant.organId]);
    await app.sql(
      `with made as (insert into role (tenant_id, id, code, name, data_scope) values ($1, gen_random_uuid(), 'ROLE_PLACE', '属地', '2') returning id)
       insert into user_role (tenant_id, user_id, role_id) select $1, $2, id from made`,
      [tenant.id, regulator],
    );
    const place = async (regionCode: string | null) => {
      const rows = dataOf<{ id: string; version: number }[]>(await admin('user.organList', {}));
      const version = rows.find(({ id }) => id === tenant.organId)?.version;
      return admin('user.organUpdate', { id: tenant.organId, version, regionCode });
    };
    const refused = await place('440103');
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('1 人的数据范围会超过 6 片')]);
    expect((await place('330108')).status).toBe(200);
    const overseen = async () => {
      app.clock.pass(6);
      const shape = { overseen: [''], overseenNote: '' };
      return dataOf<typeof shape>(await send(app, 'GET', '/upms/user/info', setup.as('regulator')));
    };
    const few = await overseen();
    expect(few.overseen).toHaveLength(6);
    expect(few.overseenNote).toBeNull();
    await app.sql(`update organ set region_code = '440103' where id = $1`, [tenant.organId]);
    // Notes are not counted as divisions.
    const many = await overseen();
    expect(many.overseen).toHaveLength(7);
    expect(many.overseen.join()).not.toContain('仅显示');
    expect(many.overseenNote).toBe('超出 6 片，仅显示前 6 片，请联系管理员调整');
    const ofPlace = `select id from role where tenant_id = $1 and code = 'ROLE_PLACE'`;
    await app.sql(`delete from user_role where tenant_id = $1 and role_id in (${ofPlace})`, [tenant.id]);
    await app.sql(`delete from role where tenant_id = $1 and id in (${ofPlace})`, [tenant.id]);
  });

  test('does not let a user with a limited data scope grant or create a role with a wider scope', async () => {
    await app.sql(`update app_user set organ_id = $2 where tenant_id = $1`, [tenant.id, tenant.organId]);
    await app.sql(
      `with made as (insert into role (tenant_id, id, code, name, data_scope) values ($1, gen_random_uuid(), 'ROLE_WIDE', '全局', '0') returning id)
       insert into role_permit select $1, id, 'bus:enterprise:index' from made`,
      [tenant.id],
    );
    await reach('ROLE_TENANT_ADMIN', '2', [], '330108');
    await app.sql(`update role set data_scope = '2' where tenant_id = $1 and code = 'ROLE_REGULATOR'`, [tenant.id]);
    const [outside] = await app.sql<{ id: string }>(
      `insert into organ (tenant_id, id, name, region_code) values ($1, gen_random_uuid(), '外区', '330212') returning id`,
      [tenant.id],
    );
    const nobody = tenant.people.nobody;
    const { version } = dataOf<{ version: number }>(await one({ id: nobody }));
    const narrow = await roleOf('ROLE_REGULATOR');
    const own = dataOf<{ id: string; version: number }[]>(await admin('user.organList', {})).find(
      ({ id }) => id === tenant.organId,
    );
    const tries: [string, Record<string, unknown>][] = [
      ['user.update', { id: nobody, version, roleIds: [(await roleOf('ROLE_WIDE')).id] }],
      ['user.update', { id: nobody, version, roleIds: [narrow.id], organId: outside?.id }],
      ['access.roleCreate', { roleName: '甲', userType: '0', dsType: '0' }],
      ['access.roleCreate', { roleName: '乙', userType: '0', dsType: '1', regionCodes: ['330212'] }],
      ['access.roleUpdate', { ...(await roleOf('ROLE_WIDE')), roleName: '丙' }],
      ['access.roleUpdate', { ...narrow, dsType: '0' }],
      ['user.organCreate', { name: '丁', regionCode: '330106' }],
      ['user.organUpdate', { id: own?.id, version: own?.version, regionCode: '330100' }],
      ['user.organUpdate', { id: outside?.id, version: 1, regionCode: '330108' }],
    ];
    for (const [name, input] of tries) {
      const answer = await admin(name, input);
      expect(answer.status, `${name} ${JSON.stringify(input)}: ${answer.text}`).toBe(403);
      expect(answer.text).toContain('数据范围');
    }
    // Inside their own data scope regulators may grant without limits.
    const { id } = dataOf<{ id: string }>(
      await admin('access.roleCreate', { roleName: '街道巡查', userType: '0', dsType: '1', regionCodes: [street] }),
    );
    dataOf(await admin('user.update', { id: nobody, version, roleIds: [id] }));
    const token = (await signIn(app, tenant, 'nobody')).access_token;
    const info = dataOf<{ overseen: string[] }>(await send(app, 'GET', '/upms/user/info', { token }));
    expect(info.overseen.join()).toContain('江滨街道');
  });

  test('S77 does not let a user with a limited data scope switch the tenant protection', async () => {
    await everything();
    await reach('ROLE_SECURITY_ADMIN', '2', [], '330108');
    const { access_token: token } = await signIn(app, tenant, 'security');
    const turn = async () => {
      const body = { password: cipher(app, password) };
      dataOf(await send(app, 'POST', '/auth/session/confirm', { token, body }));
      const protect = { mlps3: false, reason: '按等级保护测评要求' };
      return sendCall(app, callNamed(app, 'access.protect'), protect, { token });
    };
    const mayChange = async () =>
      dataOf<{ mayChange: boolean }>(await sendCall(app, callNamed(app, 'access.protection'), {}, { token })).mayChange;
    const refused = await turn();
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('只限部分区域的人员')]);
    expect(await mayChange()).toBe(false);
    await reach('ROLE_SECURITY_ADMIN', '0');
    expect(await mayChange()).toBe(true);
    dataOf(await turn());

    const [entry] = await app.sql<{ id: string }>(
      `select id from menu where tenant_id = '0' and key = 'permit:sys:role:delegate'`,
    );
    const equip = async () => {
      const { id: roleId } = await roleOf('ROLE_DISTRICT');
      return admin('access.roleMenu', { roleId, menuIds: [entry?.id] });
    };
    await reach('ROLE_TENANT_ADMIN', '2', [], '330108');
    dataOf(
      await admin('access.roleCreate', { roleName: '片区', roleCode: 'ROLE_DISTRICT', userType: '0', dsType: '2' }),
    );
    const equipAnswer = await equip();
    expect([equipAnswer.status, equipAnswer.text]).toEqual([403, expect.stringContaining('不能授予自己没有的权限')]);
    await reach('ROLE_TENANT_ADMIN', '0');
    dataOf(await equip());
  });

  test('refuses a change of a role that people outside the user’s data scope have', async () => {
    await everything();
    await reach('ROLE_TENANT_ADMIN', '2', [], '330108');
    await app.sql(`update role set data_scope = '2' where tenant_id = $1 and code = 'ROLE_REGULATOR'`, [tenant.id]);
    const [there] = await app.sql<{ id: string }>(
      `insert into organ (tenant_id, id, name, region_code) values ($1, gen_random_uuid(), '邻区', '330212') returning id`,
      [tenant.id],
    );
    const stand = (organId: string | undefined) =>
      app.sql('update app_user set organ_id = $2 where id = $1', [tenant.people.regulator, organId]);
    const { id: roleId } = await roleOf('ROLE_REGULATOR');
    const offered = async () =>
      dataOf<{ abilities: string[] }>(await admin('access.roleGet', { id: roleId })).abilities.includes('permits');
    await stand(there?.id);
    const refused = await admin('access.roleMenu', { roleId, menuIds: [] });
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('持有该角色的人员中')]);
    expect(await offered()).toBe(false);
    await stand(tenant.organId);
    expect(await offered()).toBe(true);
    dataOf(await admin('access.roleMenu', { roleId, menuIds: [] }));
  });

  test('refuses changes to people who work for an enterprise outside the user’s data scope', async () => {
    await everything();
    await reach('ROLE_TENANT_ADMIN', '2', [], '330108');
    const { entadmin } = tenant.people;
    const change = async () => {
      const { version } = dataOf<{ version: number }>(await one({ id: entadmin }));
      return admin('user.update', { id: entadmin, version, nickName: `周明舟${version}` });
    };
    dataOf(await change());
    await app.sql('insert into user_enterprise (tenant_id, user_id, enterprise_id) values ($1, $2, $3)', [
      tenant.id,
      entadmin,
      tenant.enterpriseIds[4],
    ]);
    const refused = await change();
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('数据范围以外的企业任职')]);
    expect((await send(app, 'GET', '/upms/token/page', setup.as('admin'))).status).toBe(403);
    const words = { title: '通知', kind: 'deployment', content: '<p>请自查。</p>' };
    const createNotice = (audience: string, targets: string[]) =>
      admin('notice.create', { ...words, audience, targets });
    const { id } = dataOf<{ id: string }>(await createNotice('regions', [street]));
    // The list, the detail page and the preview show the name of the street.
    const named = dataOf<{ targetNames: string[] }>(await admin('notice.get', { id }));
    expect(named.targetNames.join()).toContain('江滨街道');
    dataOf(await admin('notice.page', { current: 1, size: 20 }));
    dataOf(await admin('notice.reach', { audience: 'regions', targets: [street] }));
  });
});
