// CA-13: a merge combines duplicate enterprises. A transfer moves an enterprise with its history.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callNamed, dataOf, sendCall, signIn, type Answer } from '../../testing/client.ts';
import { openSetup, type Setup } from '../../testing/enterprises.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { freshCreditCode, makeTenant, type TestTenant } from '../../testing/tenants.ts';

let app: TestApp;
let tenant: TestTenant;
let setup: Setup;
beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
  setup = await openSetup(app, tenant);
});
afterAll(() => app.close());

interface Groups {
  records: { reasons: string[]; count: number; enterprises: { id: string }[] }[];
  total: number;
}
const groups = async (input: object = {}) => dataOf<Groups>(await setup.call('duplicates', { size: 100, ...input }));
const reasonsFor = async (...ids: string[]) =>
  (await groups({ id: ids[0] })).records
    .filter(({ enterprises }) => ids.every((id) => enterprises.some((each) => each.id === id)))
    .flatMap(({ reasons }) => reasons)
    .sort();
let serial = 0;
/** Creates an active enterprise that shares no value with others, except the values in `more`. */
async function entered(more: Record<string, unknown> = {}) {
  serial += 1;
  const { id } = await setup.created({
    name: `独立企业${serial}号有限公司`,
    legalPerson: `独立人${serial}`,
    safetyManagerPhone: `1380000${String(1000 + serial)}`,
    registeredAddress: `独立路 ${serial} 号`,
    entryStatus: '2',
    ...more,
  });
  return id;
}
async function versions(keepId: string, dropId: string) {
  const [keep, drop] = [await setup.read(keepId), await setup.read(dropId)];
  return { keepId, keepVersion: keep.version, dropId, dropVersion: drop.version };
}
const merge = async (keepId: string, dropId: string, fields?: Record<string, 'keep' | 'drop'>): Promise<Answer> =>
  setup.call('merge', { ...(await versions(keepId, dropId)), fields });
const statusOf = async (id: string) =>
  (
    await app.sql<{ status: string; merged_into: string | null }>(
      'select status, merged_into from enterprise where id = $1',
      [id],
    )
  )[0];

describe('finding duplicate enterprises', () => {
  test('finds enterprises that have the same name in different spellings', async () => {
    const one = await entered({ name: '安澜（滨江）化工有限公司' });
    const same = await entered({ name: '安澜（滨江）化工有限公司' });
    expect(await reasonsFor(one, same)).toEqual(['sameName']);
    const spelled = await entered({ name: '安澜(滨江) 化工有限责任公司' });
    const wide = await entered({ name: '安澜【滨江】化工公司' });
    expect(await reasonsFor(one, same, spelled, wide)).toEqual(['similarName']);
    const wider = await entered({ name: 'ＡＢＣ 物流（中国）有限公司' });
    const narrow = await entered({ name: 'abc物流(中国)有限公司' });
    expect(await reasonsFor(wider, narrow)).toEqual(['similarName']);
    const branch = await entered({ name: '安澜（滨江）化工有限公司杭州分公司' });
    expect(await reasonsFor(one, branch)).toEqual([]);
  });

  test('finds enterprises that have the same people or the same place', async () => {
    const people = { legalPerson: '沈 安然', safetyManagerPhone: '13700001111' };
    const one = await entered(people);
    const other = await entered({ ...people, legalPerson: '沈安然' });
    expect(await reasonsFor(one, other)).toEqual(['samePeople']);
    const place = { registeredAddress: '江滨路１号（东）', legalPerson: '周明舟' };
    const here = await entered(place);
    const there = await entered({ ...place, registeredAddress: '江滨路1号(东)' });
    expect(await reasonsFor(here, there)).toEqual(['samePlace']);
    const all = {
      ...place,
      name: '同一家企业有限公司',
      registeredAddress: '同一路 9 号',
      safetyManagerPhone: '13700002222',
    };
    const twin = await entered(all);
    const twin2 = await entered(all);
    expect(await reasonsFor(twin, twin2)).toEqual(['sameName', 'samePeople', 'samePlace']);
    expect((await groups({ id: twin })).total).toBe(1);
  });

  test('ignores enterprises that are closed, removed or of another tenant', async () => {
    const name = '随改随找试验有限公司';
    const one = await entered({ name });
    const other = await entered();
    expect(await reasonsFor(one, other)).toEqual([]);
    const { version } = await setup.read(other);
    await setup.call('update', { id: other, version, name });
    expect(await reasonsFor(one, other)).toEqual(['sameName']);
    expect(
      (await groups({ kind: 'name' })).records.some(({ enterprises }) => enterprises.some(({ id }) => id === one)),
    ).toBe(true);
    expect(
      (await groups({ kind: 'people' })).records.some(({ enterprises }) => enterprises.some(({ id }) => id === one)),
    ).toBe(false);
    await app.sql(`update enterprise set status = 'closed' where id = $1`, [other]);
    expect(await reasonsFor(one, other)).toEqual([]);
    const stranger = await makeTenant(app);
    const there = await openSetup(app, stranger);
    await there.created({ name });
    expect((await groups({ id: one })).total).toBe(0);
  });
});

describe('merging two enterprises', () => {
  test('moves the selected data to one enterprise and closes the other', async () => {
    const keep = await entered({ town: '甲街道', hazardFeatures: ['dust'] });
    const code = freshCreditCode();
    const drop = await entered({ town: '乙街道', creditCode: code, hazardFeatures: ['gas'], headcount: 12 });
    const child = await entered({ parentId: drop });
    const { entstaff } = tenant.people;
    await app.sql('insert into user_enterprise (tenant_id, user_id, enterprise_id) values ($1, $2, $3)', [
      tenant.id,
      entstaff,
      drop,
    ]);
    await app.sql('update app_user set last_enterprise_id = $2 where id = $1', [entstaff, drop]);
    const inDrop = await signIn(app, tenant, 'entstaff', { shopId: drop });
    const answer = await merge(keep, drop, {
      creditCode: 'drop',
      headcount: 'drop',
      hazardFeatures: 'drop',
      town: 'keep',
    });
    expect(answer.status, answer.text).toBe(200);
    const [row] = await app.sql(
      'select town, credit_code, headcount, hazard_features, status from enterprise where id = $1',
      [keep],
    );
    expect(row).toEqual({
      town: '甲街道',
      credit_code: code,
      headcount: 12,
      hazard_features: ['gas'],
      status: 'active',
    });
    expect((await setup.read(keep)).version).toBe(dataOf<{ version: number }>(answer).version);
    expect(await statusOf(drop)).toEqual({ status: 'closed', merged_into: keep });
    const tags = await app.sql(`select value from enterprise_tag where enterprise_id = $1 and kind = 'hazardFeature'`, [
      keep,
    ]);
    expect(tags).toEqual([{ value: 'gas' }]);
    const bound = await app.sql(
      'select enterprise_id from user_enterprise where user_id = $1 and enterprise_id in ($2, $3)',
      [entstaff, keep, drop],
    );
    expect(bound).toEqual([{ enterprise_id: keep }]);
    const [person] = await app.sql('select last_enterprise_id from app_user where id = $1', [entstaff]);
    expect(person).toEqual({ last_enterprise_id: keep });
    const [below] = await app.sql('select parent_id from enterprise where id = $1', [child]);
    expect(below).toEqual({ parent_id: keep });
    // S12: sessions of users inside the closed enterprise end.
    expect((await sendCall(app, callNamed(app, 'user.info'), {}, { token: inDrop.access_token })).status).toBe(401);
  });

  test('closes a renewal to-do when the later dates come from the other enterprise', async () => {
    const keep = await entered({ licenceTo: '2026-03-20' });
    const drop = await entered({ licenceTo: '2036-03-20' });
    await app.sql('update enterprise set first_signed_in_at = now() where id = $1', [keep]);
    await app.repairTodos(tenant.id);
    const open = async () =>
      (
        await app.sql(`select id from todo where subject_id = $1 and subject_type <> 'archive' and done_at is null`, [
          keep,
        ])
      ).length;
    expect(await open()).toBe(1);
    expect((await merge(keep, drop, { licenceTo: 'drop' })).status).toBe(200);
    expect(await open()).toBe(0);
  });

  test('keeps the earlier first sign-in of both groups of staff (入驻率)', async () => {
    const keep = await entered();
    const drop = await entered();
    const [earlier, later] = ['2026-01-05T02:00:00Z', '2026-02-05T02:00:00Z'];
    const since = async () =>
      (await app.sql<{ at: Date }>('select first_signed_in_at as at from enterprise where id = $1', [keep]))[0]?.at;
    await app.sql('update enterprise set first_signed_in_at = $2 where id = $1', [drop, later]);
    expect((await merge(keep, drop)).status).toBe(200);
    expect(await since()).toEqual(new Date(later));
    const third = await entered();
    await app.sql('update enterprise set first_signed_in_at = $2 where id = $1', [third, earlier]);
    expect((await merge(keep, third)).status).toBe(200);
    expect(await since()).toEqual(new Date(earlier));
  });

  test('is shown on the timelines of both enterprises', async () => {
    const keep = await entered();
    const drop = await entered();
    expect((await merge(keep, drop)).status).toBe(200);
    const mergeEntriesOf = async (id: string) =>
      dataOf<{ entries: { kind: string; call: string; note: string; details: { other?: { id: string } } }[] }>(
        await setup.call('timeline', { id, kind: 'merge' }),
      ).entries.map(({ call, note, details }) => [call, note, details.other?.id]);
    const name = async (id: string) =>
      (await app.sql<{ name: string }>('select name from enterprise where id = $1', [id]))[0]?.name;
    expect(await mergeEntriesOf(drop)).toEqual([['enterprise.merge', `合并入“${await name(keep)}”`, keep]]);
    expect(await mergeEntriesOf(keep)).toEqual([
      ['enterprise.absorb', expect.stringContaining(`并入了“${await name(drop)}”`), undefined],
    ]);
  });

  test('moves the stations and writes an audit row for each station', async () => {
    const keep = await entered();
    const drop = await entered();
    const [station] = await app.sql<{ id: string }>(
      `insert into station (tenant_id, id, enterprise_id, code, name, kind, region_code, address, manager_name, manager_phone, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, 'ST-M-1', '合并试验站', 'other', '330108', '站前路 1 号', '陆安', '139****1111', now(), now()) returning id`,
      [tenant.id, drop],
    );
    expect((await merge(keep, drop)).status).toBe(200);
    expect(await app.sql('select enterprise_id, version from station where id = $1', [station?.id])).toEqual([
      { enterprise_id: keep, version: 2 },
    ]);
    const traces = await app.sql('select call, enterprise_id, changes from audit where object_id = $1', [station?.id]);
    expect(traces).toEqual([
      {
        call: 'station.move',
        enterprise_id: keep,
        changes: [{ field: 'enterpriseId', before: drop, after: keep }],
      },
    ]);
  });

  test('takes region and street from the same enterprise, so that both always match', async () => {
    const keep = await entered();
    const drop = await entered();
    const place = async (id: string, region: string, code: string | null, town: string) => {
      // Waits for the score and archive updates after a save, because these jobs also lock enterprise rows.
      await expect.poll(() => app.sql('select from archive_due union all select from score_due')).toEqual([]);
      await app.sql('update enterprise set region_code = $2, town_code = $3, town = $4 where id = $1', [
        id,
        region,
        code,
        town,
      ]);
    };
    const placed = async () =>
      (await app.sql('select region_code, town_code, town from enterprise where id = $1', [keep]))[0];
    await place(keep, '330108', '330108001', '望潮街道');
    await place(drop, '330106', '330106002', '清潭街道');
    expect((await merge(keep, drop, { regionCode: 'drop' })).status).toBe(200);
    expect(await placed()).toEqual({ region_code: '330106', town_code: null, town: null });
    const other = await entered();
    await place(keep, '330108', '330108001', '望潮街道');
    await place(other, '330108', null, '手写的街道');
    expect((await merge(keep, other, { town: 'drop' })).status).toBe(200);
    expect(await placed()).toEqual({ region_code: '330108', town_code: null, town: '手写的街道' });
    const last = await entered();
    await place(last, '330106', '330106002', '清潭街道');
    expect((await merge(keep, last, { regionCode: 'drop', townCode: 'drop' })).status).toBe(200);
    expect(await placed()).toEqual({ region_code: '330106', town_code: '330106002', town: '清潭街道' });
  });

  test('leaves no invalid parent id when a parent and its child are merged', async () => {
    const upper = await entered();
    const lower = await entered({ parentId: upper });
    expect((await merge(lower, upper)).status).toBe(200);
    expect(await app.sql('select parent_id from enterprise where id = $1', [lower])).toEqual([{ parent_id: null }]);
    const top = await entered();
    const below = await entered({ parentId: top });
    expect((await merge(top, below, { parentId: 'drop' })).status).toBe(200);
    expect(await app.sql('select parent_id from enterprise where id = $1', [top])).toEqual([{ parent_id: null }]);
  });

  test('is refused for the same, a closed, or another tenant’s enterprise', async () => {
    const keep = await entered();
    const drop = await entered();
    const { version } = await setup.read(keep);
    expect(
      (await setup.call('merge', { keepId: keep, keepVersion: version, dropId: keep, dropVersion: version })).status,
    ).toBe(400);
    expect((await merge(keep, drop, { status: 'drop' })).status).toBe(400);
    expect((await merge(keep, drop, { createdBy: 'drop' })).status).toBe(400);
    const draft = (await setup.created()).id;
    expect((await merge(draft, drop)).status).toBe(400);
    const other = await makeTenant(app);
    const [foreign = ''] = other.enterpriseIds;
    for (const pair of [
      { keepId: foreign, keepVersion: 1, dropId: drop, dropVersion: 1 },
      { keepId: keep, keepVersion: version, dropId: foreign, dropVersion: 1 },
    ])
      expect((await setup.call('merge', pair)).status).toBe(404);
    await app.sql(`update enterprise set status = 'closed' where id = $1`, [drop]);
    expect((await merge(keep, drop)).status).toBe(400);
    expect((await merge(drop, keep)).status).toBe(400);
  });

  test('S85 lets one of two opposite concurrent merges succeed, without a deadlock', async () => {
    const one = await entered();
    const other = await entered();
    const there = await versions(one, other);
    const back = { keepId: other, keepVersion: there.dropVersion, dropId: one, dropVersion: there.keepVersion };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => setup.call('merge', at % 2 === 0 ? there : back)),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    expect(answers.every(({ status }) => [200, 400, 409].includes(status))).toBe(true);
    const closed = [await statusOf(one), await statusOf(other)].filter((row) => row?.status === 'closed');
    expect(closed.length).toBe(1);
  });

  test('answers 409 with the current row to a stale version', async () => {
    const keep = await entered();
    const drop = await entered();
    const seen = await versions(keep, drop);
    await setup.call('update', { id: drop, version: seen.dropVersion, town: '新港街道' });
    const late = await setup.call('merge', seen);
    expect(late.status).toBe(409);
    expect((late.json as { data: { current: { id: string } } }).data.current.id).toBe(drop);
    expect(await statusOf(drop)).toEqual({ status: 'active', merged_into: null });
  });
});

describe('transfer of an enterprise to another region', () => {
  test('changes place, officer and authority in one call', async () => {
    const id = await entered({ town: '长河街道' });
    const { version } = await setup.read(id);
    const input = {
      id,
      version,
      regionCode: '330106',
      officerId: tenant.people.admin,
      authorityId: tenant.organId,
      reason: '注册地址迁入西湖区',
    };
    expect((await setup.call('transfer', { ...input, reason: '迁移' })).status).toBe(400);
    expect((await setup.call('transfer', { ...input, regionCode: '999999' })).status).toBe(400);
    expect(
      (await setup.call('transfer', { ...input, authorityId: '01a00000-0000-7000-8000-000000000000' })).status,
    ).toBe(400);
    expect((await setup.call('transfer', { ...input, officerId: tenant.people.entadmin })).status).toBe(400);
    const done = await setup.call('transfer', input);
    expect(done.status, done.text).toBe(200);
    const [row] = await app.sql(
      'select region_code, town, officer_id, authority_id, version from enterprise where id = $1',
      [id],
    );
    expect(row).toEqual({
      region_code: '330106',
      town: null,
      officer_id: tenant.people.admin,
      authority_id: tenant.organId,
      version: version + 1,
    });
    const { entries } = dataOf<{ entries: { note: string; changes: { field: string }[] }[] }>(
      await setup.call('timeline', { id, kind: 'transfer' }),
    );
    expect(entries.map(({ note }) => note)).toEqual(['注册地址迁入西湖区']);
    expect(entries[0]?.changes.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['regionCode', 'town', 'officerId']),
    );
    const again = await setup.call('transfer', { ...input, version: version + 1 });
    expect((again.json as { data: { errors: { field: string }[] } }).data.errors[0]?.field).toBe('regionCode');
  });

  test('leaves officer and authority unchanged by default', async () => {
    const answers = async () => {
      const [row] = await app.sql('select officer_id, authority_id from enterprise where id = $1', [id]);
      return row;
    };
    const columnValues = { officer_id: tenant.people.admin, authority_id: tenant.organId };
    const id = await entered({ officerId: columnValues.officer_id, authorityId: columnValues.authority_id });
    const { version } = await setup.read(id);
    const input = { id, version, regionCode: '330106', reason: '注册地址迁入西湖区' };
    expect((await setup.call('transfer', input)).status).toBe(200);
    expect(await answers()).toEqual(columnValues);
    const nobody = { ...input, version: version + 1, officerId: null, authorityId: null };
    const done = await setup.call('transfer', nobody);
    expect(done.status, done.text).toBe(200);
    expect(await answers()).toEqual({ officer_id: null, authority_id: null });
    expect((await setup.call('transfer', { ...nobody, version: version + 2 })).status).toBe(400);
  });
});
