// Streets and grids change while enterprises use them: which users are notified. No enterprise has an unknown region
// code or the code of another street.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LogEntry } from '@anlan/contract/modules/audit/log';
import { callNamed, dataOf, send, sendCall, type Answer } from '../../testing/client.ts';
import { openSetup, type Setup, type EnterpriseFile } from '../../testing/enterprises.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
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

type File = EnterpriseFile & { townCode: string | null };
interface Entry {
  kind: string;
  call: string;
  byName: string | null;
  note: string | null;
  changes: { field: string; before: unknown; after: unknown }[];
}
const region = (verb: string, input: Record<string, unknown>, kind: Kind = 'admin'): Promise<Answer> =>
  sendCall(app, callNamed(app, `dictionary.region${verb}`), input, setup.as(kind));
const added = async (parent: string, name: string, code?: string) =>
  dataOf<{ code: string }>(await region('Create', { parent, name, ...(code ? { code } : {}) })).code;
const rename = async (code: string, name: string, version = 1) =>
  dataOf(await region('Update', { code, version, name }));
const remove = async (code: string) => dataOf(await region('Remove', { code }));
const read = async (id: string) => dataOf<File>(await setup.call('get', { id }));
const timeline = async (id: string, kind: Kind = 'regulator') =>
  dataOf<{ entries: Entry[] }>(await setup.call('timeline', { id }, kind)).entries;
const logged = async (call: string) =>
  dataOf<{ records: LogEntry[] }>(
    await send(app, 'GET', '/upms/log/page', { ...setup.as('admin'), query: { call, size: '100' } }),
  ).records;
const rowOf = async (id: string) =>
  (
    await app.sql<{ town: string | null; town_code: string | null; oversight_code: string }>(
      'select town, town_code, oversight_code from enterprise where id = $1',
      [id],
    )
  )[0];

describe('records of street and grid changes', () => {
  test('are in the audit log with old and new name (S74)', async () => {
    const street = await added('330108', '记录街道');
    const grid = await added(street, '一网格');
    await rename(street, '新记录街道');
    dataOf(await region('Update', { code: grid, version: 2, enabled: false }));
    await remove(grid);
    const of = async (call: string, code: string) =>
      (await logged(`dictionary.${call}`))
        .filter(({ objectId }) => objectId === code)
        .map(({ title, createBy, exception, changes }) => ({ title, createBy, exception, changes }));
    const createBy = `${tenant.mark}admin`;
    const path = '浙江省 / 杭州市 / 滨江区 / ';
    expect(await of('regionCreate', street)).toMatchObject([
      {
        title: '新增街道或网格',
        createBy,
        exception: `${path}记录街道`,
        changes: [{ field: 'name', before: null, after: '记录街道' }],
      },
    ]);
    expect(await of('regionUpdate', street)).toMatchObject([
      {
        title: '修改街道或网格',
        createBy,
        exception: `${path}记录街道`,
        changes: [{ field: 'name', before: '记录街道', after: '新记录街道' }],
      },
    ]);
    expect((await of('regionUpdate', grid))[0]?.changes).toMatchObject([
      { field: 'enabled', before: true, after: false },
    ]);
    expect(await of('regionRemove', grid)).toMatchObject([
      {
        title: '删除街道或网格',
        createBy,
        exception: `${path}新记录街道 / 一网格`,
        changes: [{ field: 'name', before: '一网格', after: null }],
      },
    ]);
  });

  test('are on the timeline of every enterprise in a renamed street', async () => {
    const street = await added('330108', '前名街道');
    const grid = await added(street, '二网格');
    const here = (await setup.created({ townCode: street })).id;
    const inGrid = (await setup.created({ townCode: grid })).id;
    const elsewhere = (await setup.created()).id;
    await rename(street, '后名街道');
    expect((await timeline(here))[0]).toMatchObject({
      kind: 'fields',
      call: 'enterprise.townRenamed',
      byName: `${tenant.mark}admin`,
      changes: [{ field: 'town', before: '前名街道', after: '后名街道' }],
    });
    expect((await timeline(inGrid))[0]?.changes).toMatchObject([
      { field: 'town', before: '前名街道二网格', after: '后名街道二网格' },
    ]);
    expect((await timeline(elsewhere)).map(({ call }) => call)).toEqual(['enterprise.create']);
    // The version of the enterprise does not change, so a form that is open at the time causes no conflict.
    expect((await read(here)).version).toBe(1);
    const entries = await logged('enterprise.townRenamed');
    expect(entries.find(({ objectId }) => objectId === here)?.title).toBe('企业所在街道或网格更名');
    const [parent] = await app.sql<{ call: string; object_id: string }>(
      `select p.call, p.object_id from audit a join audit p on p.tenant_id = a.tenant_id and p.id = a.parent_id
         where a.call = 'enterprise.townRenamed' and a.object_id = $1`,
      [here],
    );
    expect(parent).toEqual({ call: 'dictionary.regionUpdate', object_id: street });
    // A change to the same name adds at most one entry.
    const before = (await timeline(here)).length;
    dataOf(await region('Update', { code: street, version: 2, name: '后名街道' }));
    expect((await timeline(here)).length).toBe(before);
  });

  test('are written as one entry for each of thousands of enterprises in a renamed street', async () => {
    const street = await added('330108', '万家街道');
    const { id } = await setup.created({ townCode: street });
    await app.sql(
      `insert into enterprise (tenant_id, id, name, credit_code, enterprise_code, region_code, town_code, town,
         registered_address, industry_code, supervision_kind, legal_person, safety_manager_name, safety_manager_phone,
         status, source, created_at, updated_at)
       select tenant_id, gen_random_uuid(), name || n, left(credit_code, 8) || lpad(n::text, 10, '0'), enterprise_code || '-' || n,
         region_code, town_code, town, registered_address, industry_code, supervision_kind, legal_person,
         safety_manager_name, safety_manager_phone, 'draft', source, created_at, updated_at
       from enterprise, generate_series(1, 2500) n where id = $1`,
      [id],
    );
    await rename(street, '千家街道');
    const [counts] = await app.sql<{ files: number; entries: number }>(
      `select count(*)::int as files, count(a.id)::int as entries from enterprise e
         left join audit a on a.tenant_id = e.tenant_id and a.object_id = e.id::text and a.call = 'enterprise.townRenamed'
         where e.tenant_id = $1 and e.town_code = $2 and e.town = '千家街道'`,
      [tenant.id, street],
    );
    expect(counts).toEqual({ files: 2501, entries: 2501 });
    await app.sql('delete from enterprise where tenant_id = $1 and town_code = $2 and id <> $3', [
      tenant.id,
      street,
      id,
    ]);
  });
});

describe('a restored enterprise', () => {
  const removed = async (townCode: string) => {
    const { id } = await setup.created({ townCode });
    dataOf(await setup.call('remove', { id }));
    return id;
  };

  test('keeps the name of its removed street, but not the region code', async () => {
    const street = await added('330108', '拆除街道');
    const id = await removed(street);
    await remove(street);
    expect(await rowOf(id)).toEqual({ town: '拆除街道', town_code: null, oversight_code: '330108' });
    dataOf(await setup.call('restore', { id }));
    const file = await read(id);
    expect([file.townCode, file.town]).toEqual([null, '拆除街道']);
    const entries = await timeline(id);
    expect(entries.map(({ call }) => call)).toEqual([
      'enterprise.restore',
      'enterprise.townRemoved',
      'enterprise.remove',
      'enterprise.create',
    ]);
    expect(entries[1]).toMatchObject({
      note: '“拆除街道”已删除',
      byName: `${tenant.mark}admin`,
      changes: [{ field: 'townCode', before: street, after: null }],
    });
    // The enterprise file can be saved as usual.
    expect((await setup.call('update', { id, version: file.version, headcount: 9 })).status).toBe(200);
  });

  test('does not belong to a new street that has the same region code', async () => {
    const street = await added('330108', '旧址街道');
    const id = await removed(street);
    await remove(street);
    expect(await added('330108', '新址街道', street)).toBe(street);
    dataOf(await setup.call('restore', { id }));
    expect([(await read(id)).townCode, (await read(id)).town]).toEqual([null, '旧址街道']);
    dataOf(await region('Remove', { code: street }));
  });

  test('belongs to the street when its grid was removed', async () => {
    const street = await added('330108', '留存街道');
    const grid = await added(street, '三网格');
    const id = await removed(grid);
    await remove(grid);
    dataOf(await setup.call('restore', { id }));
    expect([(await read(id)).townCode, (await read(id)).town]).toEqual([street, '留存街道']);
    expect((await timeline(id))[1]?.changes).toMatchObject([
      { field: 'townCode', before: grid, after: street },
      { field: 'town', before: '留存街道三网格', after: '留存街道' },
    ]);
    expect((await region('Remove', { code: street })).text).toContain('已有企业');
  });

  test('has the current name of its renamed street', async () => {
    const street = await added('330108', '昨名街道');
    const id = await removed(street);
    await rename(street, '今名街道');
    dataOf(await setup.call('restore', { id }));
    expect([(await read(id)).townCode, (await read(id)).town]).toEqual([street, '今名街道']);
    expect((await timeline(id))[0]).toMatchObject({
      call: 'enterprise.restore',
      changes: [{ field: 'town', before: '昨名街道', after: '今名街道' }],
    });
  });

  test('has no region code after a concurrent removal of its street', async () => {
    for (let round = 0; round < 12; round += 1) {
      const street = await added('330106', `同刻${round}街道`);
      const { id } = await setup.created({ regionCode: '330106', townCode: street });
      dataOf(await setup.call('remove', { id }));
      const [gone, back] = await Promise.all([region('Remove', { code: street }), setup.call('restore', { id })]);
      expect(back.status, back.text).toBe(200);
      expect([200, 400]).toContain(gone.status);
      expect((await read(id)).townCode, gone.text).toBe(gone.status === 200 ? null : street);
    }
  });
});

describe('street codes that an enterprise uses without a street', () => {
  test('are assigned to no new street by default', async () => {
    const { id } = await setup.created({ town: '外来街道' });
    const next = async () => dataOf<{ code: string }>(await region('Next', { parent: '330108' })).code;
    const code = await next();
    await app.sql('update enterprise set town_code = $2 where id = $1', [id, code]);
    expect(await next()).not.toBe(code);
    expect(await added('330108', '官方街道', code)).toBe(code);
    expect([(await read(id)).townCode, (await read(id)).town]).toEqual([code, '官方街道']);
    expect((await timeline(id))[0]).toMatchObject({
      call: 'enterprise.townRenamed',
      changes: [{ field: 'town', before: '外来街道', after: '官方街道' }],
    });
  });
});

describe('S32 street editors', () => {
  async function reach(dsType: string, codes: readonly string[] = []) {
    await app.sql(`update role set data_scope = $2 where tenant_id = $1 and code = 'ROLE_TENANT_ADMIN'`, [
      tenant.id,
      dsType,
    ]);
    await app.sql(`delete from role_region where tenant_id = $1`, [tenant.id]);
    await app.sql(
      `insert into role_region select tenant_id, id, unnest($2::text[]) from role
         where tenant_id = $1 and code = 'ROLE_TENANT_ADMIN'`,
      [tenant.id, codes],
    );
    app.clock.pass(6);
  }

  test('can edit only streets in their own district', async () => {
    const there = await added('330212', '邻区街道');
    const here = await added('330108', '本区街道');
    const grid = await added(here, '五网格');
    const { id } = await setup.created({ regionCode: '330212', townCode: there });
    await reach('1', ['330108']);
    const answers = [
      await region('Update', { code: there, version: 1, name: '被改街道' }),
      await region('Update', { code: there, version: 1, enabled: false }),
      await region('Remove', { code: there }),
      await region('Create', { parent: there, name: '被加网格' }),
      await region('Create', { parent: '330212', name: '被加街道' }),
      await region('Next', { parent: '330212' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 400, 400, 400]);
    for (const answer of answers) expect(answer.text).toContain('您的数据范围');
    const rows = dataOf<{ records: { code: string; abilities: string[] }[] }>(
      await region('Page', { size: 100 }),
    ).records;
    const abilitiesOf = (code: string) => rows.find((one) => one.code === code)?.abilities;
    expect([abilitiesOf(there), abilitiesOf(here)]).toEqual([[], ['add', 'update', 'remove']]);
    dataOf(await region('Update', { code: here, version: 1, name: '我区街道' }));
    // A user with one street as scope sees its name and may edit its grids, but not the street itself.
    await reach('1', [here]);
    expect(abilitiesOf(here)).toContain('remove');
    expect((await region('Remove', { code: here })).status).toBe(403);
    dataOf(await region('Remove', { code: grid }));
    dataOf(await region('Update', { code: here, version: 2, name: '本区街道' }));
    await reach('0');
    expect((await read(id)).town).toBe('邻区街道');
  });

  test('cannot remove a street that a role or organisation uses', async () => {
    const code = await added('330108', '片区街道');
    const inRole = async (codes: string[]) => reach('1', ['330000', ...codes]);
    await inRole([code]);
    expect((await region('Remove', { code })).text).toContain('角色“租户管理员”的数据范围选了“片区街道”，不能删除');
    await inRole([]);
    await app.sql('update organ set region_code = $2 where tenant_id = $1', [tenant.id, code]);
    expect((await region('Remove', { code })).text).toContain(
      `机构“${tenant.mark}机关”的所辖区域是“片区街道”，不能删除`,
    );
    await app.sql('update organ set region_code = null where tenant_id = $1', [tenant.id]);
    dataOf(await region('Remove', { code }));
    await reach('0');
  });

  test('cannot remove a street of a running announcement', async () => {
    const code = await added('330108', '老街街道');
    const noticeCall = async (verb: string, input: Record<string, unknown>) =>
      dataOf<{ id: string; version: number }>(
        await sendCall(app, callNamed(app, `notice.${verb}`), input, setup.as('regulator')),
      );
    const write = () => {
      const words = { title: '整改通知', kind: 'deployment', content: '<p>请整改。</p>' };
      return noticeCall('create', {
        ...words,
        audience: 'regions',
        targets: ['330106', code],
        expireAt: '2099-01-01 00:00:00',
      });
    };
    const refused = async () =>
      expect((await region('Remove', { code })).text).toContain('公告“整改通知”的发布范围选了“老街街道”，不能删除');
    const draft = await write();
    await refused();
    await noticeCall('remove', { ...draft });
    const out = await noticeCall('publish', { ...(await write()) });
    await refused();
    const ending = await noticeCall('publish', { ...(await write()) });
    await noticeCall('withdraw', { ...out, reason: '内容有误，修改后重发' });
    await refused();
    await app.sql('update announcement set expire_at = $2 where id = $1', [ending.id, app.clock.now()]);
    dataOf(await region('Remove', { code }));
  });

  test('get one refusal when one removes a street while the other creates an announcement for the street', async () => {
    for (let round = 0; round < 6; round += 1) {
      const code = await added('330106', `同刻公告${round}街道`);
      const words = {
        title: '同刻通知',
        kind: 'deployment',
        content: '<p>请自查。</p>',
        audience: 'regions',
        targets: [code],
      };
      const [gone, written] = await Promise.all([
        region('Remove', { code }),
        sendCall(app, callNamed(app, 'notice.create'), words, setup.as('regulator')),
      ]);
      expect([gone.status, written.status].toSorted(), `${gone.text} ${written.text}`).toEqual([200, 400]);
    }
  });
});
