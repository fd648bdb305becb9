// ER: visibility of enterprise fields by kind of user, expiring items, and the logo.
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callNamed, dataOf, send, sendCall } from '../../testing/client.ts';
import { openSetup, type Setup, type EnterpriseFile } from '../../testing/enterprises.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { png } from '../../testing/sample-files.ts';
import { makeTenant, type Kind, type TestTenant } from '../../testing/tenants.ts';

let app: TestApp;
let tenant: TestTenant;
let setup: Setup;
beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
  setup = await openSetup(app, tenant);
});
afterAll(() => app.close());
const call = (...args: Parameters<Setup['call']>) => setup.call(...args);
const read = (...args: Parameters<Setup['read']>) => setup.read(...args);
const created = (...args: Parameters<Setup['created']>) => setup.created(...args);
const fresh = () => setup.fresh();
const as = (kind: Kind) => setup.as(kind);

describe('visibility of enterprises', () => {
  const own = () => tenant.enterpriseIds[0] ?? '';
  const neighbour = () => tenant.enterpriseIds[2] ?? '';

  test('shows regulators all enterprises, staff only their own enterprise, and shop users none', async () => {
    const ids = async (kind: Kind) =>
      dataOf<{ records: { id: string }[]; total: number }>(await call('page', { size: 100 }, kind)).records.map(
        ({ id }) => id,
      );
    expect((await ids('regulator')).length).toBeGreaterThanOrEqual(6);
    expect(await ids('entstaff')).toEqual([own()]);
    expect((await call('page', {}, 'shop')).status).toBe(403);
    expect((await call('get', { id: neighbour() }, 'entstaff')).status).toBe(404);
    expect((await call('history', { id: neighbour() }, 'entstaff')).status).toBe(404);
    expect((await call('update', { id: neighbour(), version: 1, town: 'x' }, 'entadmin')).status).toBe(404);
    expect(dataOf(await call('check', { creditCode: tenant.creditCodes[2] }, 'entstaff'))).toEqual({ exists: false });
  });

  test('masks phones for users who do not maintain the enterprise', async () => {
    expect((await read(own())).safetyManagerPhone).toMatch(/^\d{3}\*{4}\d{4}$/);
    expect((await read(own(), 'entstaff')).safetyManagerPhone).toMatch(/^\d{3}\*{4}\d{4}$/);
    expect((await read(own(), 'entadmin')).safetyManagerPhone).toMatch(/^\d{11}$/);
    expect(dataOf<EnterpriseFile>(await call('current', {}, 'entadmin')).safetyManagerPhone).toMatch(/^\d{11}$/);
    for (const name of ['page', 'expiring', 'current'])
      expect((await call(name, { size: 100 }, 'regulator')).text, name).not.toMatch(/"1[36789]\d{9}"/);
  });

  test('lets staff never add, remove, activate, import or export enterprises', async () => {
    for (const [name, input] of [
      ['create', fresh()],
      ['remove', { id: own() }],
      ['restore', { id: own() }],
      ['activate', { id: own(), version: 1 }],
      ['export', {}],
      ['importTemplate', {}],
    ] as const)
      expect((await call(name, input, 'entadmin')).status, name).toBe(403);
    expect((await read(own(), 'entadmin')).abilities.sort()).toEqual(['logo', 'suspend', 'update']);
  });

  test('lets staff not import, export, transfer or merge with any role', async () => {
    const acts = ['bus:enterprise:audit', 'bus:enterprise:export', 'bus:enterprise:import'];
    const [role] = await app.sql<{ id: string }>(
      `select id from role where tenant_id = $1 and code = 'ROLE_ENT_STAFF'`,
      [tenant.id],
    );
    await app.sql('insert into role_permit select $1, $2, unnest($3::text[])', [tenant.id, role?.id, acts]);
    app.clock.pass(3);
    const userInfo = await send(app, 'GET', '/upms/user/info', as('entstaff'));
    const { permissions } = dataOf<{ permissions: string[] }>(userInfo);
    expect(permissions.filter((permit) => acts.includes(permit))).toEqual([]);
    // Staff may not import. An import could read the labels and write the fields that only the authority maintains.
    // It could also move the enterprise to another region.
    expect((await call('export', {}, 'entstaff')).status).toBe(403);
    const file = { name: '企业.csv', type: 'text/csv', bytes: Buffer.from('企业名称\n甲\n') };
    expect((await send(app, 'POST', '/bus/enterprise/import', { ...as('entstaff'), file })).status).toBe(403);
    const { version, abilities } = await read(own(), 'entstaff');
    expect(abilities).not.toContain('transfer');
    const moved = { id: own(), version, regionCode: '330212', reason: '厂区整体搬迁至鄞州区' };
    expect((await call('transfer', moved, 'entstaff')).status).toBe(403);
    const entries = await app.sql<{ id: string }>(
      `select id from menu where tenant_id = '0' and key = any($1::text[])`,
      [acts.map((permit) => `permit:${permit}`)],
    );
    expect(entries).toHaveLength(3);
    for (const { id } of entries) {
      const menuInput = { roleId: role?.id, menuIds: [id] };
      const refused = await sendCall(app, callNamed(app, 'access.roleMenu'), menuInput, as('admin'));
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('只能给监管人员')]);
    }
  });

  test('hides from staff that an invisible parent exists', async () => {
    const { version } = await read(own(), 'entadmin');
    const visibleParentAnswer = await call('update', { id: own(), version, parentId: neighbour() }, 'entadmin');
    const unknown = await call(
      'update',
      { id: own(), version, parentId: '01a00000-0000-7000-8000-000000000000' },
      'entadmin',
    );
    expect([visibleParentAnswer.status, visibleParentAnswer.text]).toEqual([400, unknown.text]);
  });

  test('returns the own enterprise to staff in getCurrentEnt', async () => {
    expect(dataOf<EnterpriseFile>(await call('current', {}, 'entstaff')).id).toBe(own());
    expect(dataOf(await call('current', {}))).toBeNull();
  });

  test('S38 lets a demo user read, but write nothing', async () => {
    expect((await call('page', {}, 'demo')).status).toBe(200);
    const draft = tenant.enterpriseIds.at(-1) ?? '';
    for (const [name, input] of [
      ['create', fresh()],
      ['update', { id: draft, version: 1, town: 'x' }],
      ['activate', { id: draft, version: 1 }],
      ['remove', { id: draft }],
    ] as const) {
      const answer = await call(name, input, 'demo');
      expect([answer.status, (answer.json as { msg: string }).msg], name).toEqual([403, '演示账号，不能操作。']);
    }
    expect(await read(draft)).toMatchObject({ version: 1, status: '0' });
  });
});

describe('expiring dates and the logo', () => {
  test('lists dates that expire within the given days, soonest first', async () => {
    const dates = { licenceTo: '2026-03-20', policyTo: '2026-02-20', standardTo: '2026-12-31' };
    const { id } = await created({ ...dates, entryStatus: '2' });
    const { id: closed } = await created(dates);
    await app.sql(`update enterprise set status = 'closed' where id = $1`, [closed]);
    const page = dataOf<{
      records: (EnterpriseFile & { expiring: { item: string; on: string; leftDays: number }[] })[];
    }>(await call('expiring', { days: 30, size: 100 }));
    const mine = page.records.find((row) => row.id === id);
    expect(mine?.expiring.map(({ item, on }) => [item, on])).toEqual([
      ['policyTo', '2026-02-20'],
      ['licenceTo', '2026-03-20'],
    ]);
    expect(mine?.expiring[0]?.leftDays).toBeLessThan(0);
    const soonest = page.records.map(({ expiring }) => expiring[0]?.on ?? '');
    expect(soonest).toEqual([...soonest].sort());
    // A closed enterprise does not appear among expiring items.
    expect(page.records.some((row) => row.id === closed)).toBe(false);
    const listed = dataOf<{ total: number }>(await call('page', { expiring: 30, status: ['2', '3'] })).total;
    expect(listed).toBe(dataOf<{ total: number }>(await call('expiring', { days: 30 })).total);
  });

  test('CA-19 accepts an uploaded picture as logo of the uploader’s enterprise (VA-05)', async () => {
    const upload = async (kind: Kind) =>
      dataOf<{ url: string }>(
        await send(app, 'POST', '/upms/file/upload?dir=logo', {
          ...as(kind),
          file: { name: '标志.png', type: 'image/png', bytes: png },
        }),
      ).url;
    const logoUrl = await upload('entadmin');
    const long = await call('updateLogo', { aliasName: '七个字的名称啊', logoUrl }, 'entadmin');
    expect([long.status, JSON.stringify(long.json)]).toEqual([400, expect.stringContaining('请输入系统简称最多6个字')]);
    const mark = async (kind: Kind) => (await call('logoSetting', {}, kind)).headers['x-fresh'];
    const before = { entstaff: await mark('entstaff'), regulator: await mark('regulator') };
    expect((await call('updateLogo', { aliasName: '安澜', logoUrl }, 'entadmin')).status).toBe(200);
    expect(await mark('entstaff')).not.toBe(before.entstaff);
    expect(await mark('regulator')).toBe(before.regulator);
    expect(dataOf(await call('logoSetting', {}, 'entadmin'))).toEqual({ aliasName: '安澜', logoUrl });
    expect(await sharp((await send(app, 'GET', logoUrl, as('entadmin'))).bytes).metadata()).toMatchObject({ width: 1 });
    const foreign = await upload('entstaff');
    expect(
      (await call('updateLogo', { aliasName: '安澜', logoUrl: 'https://evil.example/a.png' }, 'entadmin')).status,
    ).toBe(400);
    const missing = '/upms/file/01a00000-0000-7000-8000-000000000000';
    expect((await call('updateLogo', { aliasName: '安澜', logoUrl: missing }, 'entadmin')).status).toBe(400);
    expect((await send(app, 'GET', foreign, as('shop'))).status).toBe(404);
    expect((await call('updateLogo', { aliasName: null, logoUrl: null }, 'entadmin')).status).toBe(200);
  });
});
