// Data scope of roles (数据范围). Regulators with a limited scope see and change only enterprises of their divisions, in
// every call and in the database. Nobody can grant more than they have.
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import {
  divisionAlone,
  divisionAndBelow,
  isInRegions,
  regionRangesMost,
  mergeRanges,
  type Regions,
} from '#kernel/regions.ts';
import { resumeChecks } from '@anlan/contract/modules/enterprise/lifecycle';
import { newId } from '#kernel/ids.ts';
import { enterpriseRange, mintScope, systemScope } from '#kernel/scope.ts';
import { withConnection } from '#platform/db/connection.ts';
import { readTables } from '#platform/db/table-classes.ts';
import { partsOf } from '#platform/db/roles.ts';
import { cipher, dataOf, send } from '../../testing/client.ts';
import { openTestApp } from '../../testing/app.ts';
import { creditCodeAt, goodRow, sheetOf, textSheetOf } from '../../testing/import-file.ts';
import { openImportClient } from '../../testing/import-client.ts';
import { openOversight, places, street } from '../../testing/oversight.ts';
import { password } from '../../testing/tenants.ts';

const app = await openTestApp();
const { tenant, setup, call, reach, everything, idAt, seenIn, listed } = await openOversight(app);
afterAll(() => app.close());

const overseer = (regions: Regions) =>
  mintScope({
    tenantId: tenant.id,
    userId: tenant.people.regulator,
    userType: 'regulator',
    ...enterpriseRange('regulator', null, regions),
  });

describe('CA-03 S25 visibility by data scope', () => {
  test.each([
    ['the whole tenant', '0', [], null, [0, 1, 2, 3, 4, 5]],
    ['a district and below', '2', [], '330108', [0, 1, 2]],
    ['a district with its streets', '3', [], '330108', [0, 1, 2]],
    ['a street', '2', [], street, [2]],
    ['a city and below', '2', [], '330100', [0, 1, 2, 3, 5]],
    ['a city without its districts', '3', [], '330100', [5]],
    ['a province and below', '2', [], '330000', [0, 1, 2, 3, 4, 5]],
    ['two separate places', '1', [street, '330212'], null, [2, 4]],
    ['an organisation without a division', '2', [], null, []],
    ['no selected place', '1', [], null, []],
  ])('is limited to the divisions of the role: %s', async (_, dsType, codes, organ, expected) => {
    await reach('ROLE_REGULATOR', dsType, codes, organ);
    expect(await listed()).toEqual(expected);
    expect(seenIn(await call('page', { size: 100, status: '2' }))).toEqual(expected);
    expect(seenIn(await call('page', { size: 100, creditCode: '9133' }))).toEqual(expected);
    const counts = dataOf<{ supervised: { value: number }; byColor: { value: number }[] }>(
      await call('statisticsCount', {}),
    );
    expect(counts.supervised.value).toBe(expected.length);
    expect(counts.byColor.reduce((sum, { value }) => sum + value, 0)).toBe(expected.length);
    const ranking = dataOf<{ records?: { total: number }[] }>(await call('regionRanking', {}));
    expect(JSON.stringify(ranking).includes('宁波')).toBe(expected.includes(4));
    const stations = dataOf<{ total: number }>(
      await send(app, 'GET', '/bus/enterprise/stationPage?size=100', setup.as('regulator')),
    );
    expect(stations.total).toBe(expected.length);
    for (const place of [0, 2, 3, 4, 5]) {
      const answers = [
        await call('get', { id: idAt(place) }),
        await call('history', { id: idAt(place) }),
        await call('timeline', { id: idAt(place) }),
      ];
      const wanted = expected.includes(place) ? 200 : 404;
      expect(
        answers.map(({ status }) => status),
        `enterprise ${place}`,
      ).toEqual([wanted, wanted, wanted]);
    }
    const info = dataOf<{ overseen: string[] | null }>(
      await send(app, 'GET', '/upms/user/info', setup.as('regulator')),
    );
    expect(info.overseen === null).toBe(dsType === '0');
  });

  test('is unlimited for unlimited administrators and unchanged for enterprise staff anywhere', async () => {
    await reach('ROLE_REGULATOR', '2', [], '330212');
    expect(seenIn(await call('page', { size: 100 }, 'entstaff'))).toEqual([0]);
    expect(seenIn(await call('page', { size: 100 }, 'admin'))).toEqual([0, 1, 2, 3, 4, 5]);
    await everything();
  });

  test('hides acts on enterprises outside the divisions in the audit log', async () => {
    const { id } = await setup.created();
    const inLog = async () =>
      (
        dataOf<{ records: { objectId: string | null }[] }>(
          await send(app, 'GET', '/upms/log/page?size=100', setup.as('admin')),
        ).records ?? []
      ).some(({ objectId }) => objectId === id);
    expect(await inLog()).toBe(true);
    await reach('ROLE_TENANT_ADMIN', '2', [], '330212');
    expect(await inLog()).toBe(false);
    await reach('ROLE_TENANT_ADMIN', '0');
    await app.sql(`delete from enterprise where id = $1`, [id]);
  });
});

test('S79 hides staff of enterprises outside the data scope from lists and cards', async () => {
  const { entstaff, regulator } = tenant.people;
  const staff = async () =>
    dataOf<{ id: string }[]>(await send(app, 'GET', '/upms/user/list?type=1', setup.as('admin'))).map(({ id }) => id);
  const reveal = async (id: string) => {
    const body = { room: 'user', id, field: 'phone', reason: '核对事故联系电话' };
    return (await send(app, 'POST', '/upms/reveal', { ...setup.as('admin'), body })).status;
  };
  const card = async (id: string) => (await send(app, 'GET', `/upms/user/card/${id}`, setup.as('admin'))).status;
  const proof = { ...setup.as('admin'), body: { password: cipher(app, password) } };
  dataOf(await send(app, 'POST', '/auth/session/confirm', proof));
  await reach('ROLE_TENANT_ADMIN', '2', [], '330108');
  expect(await staff()).toContain(entstaff);
  expect(await reveal(entstaff)).toBe(200);
  expect(await card(entstaff)).toBe(200);
  await reach('ROLE_TENANT_ADMIN', '2', [], '330212');
  expect(await staff()).not.toContain(entstaff);
  expect(await reveal(entstaff)).toBe(404);
  expect(await reveal(regulator)).toBe(200);
  expect(await card(entstaff)).toBe(404);
  expect(await card(regulator)).toBe(200);
  await reach('ROLE_TENANT_ADMIN', '0');
});

describe('S23 the data scope in the database', () => {
  const regional = async () =>
    withConnection(app.database.ownerUrl, async (client) =>
      (await readTables(client, partsOf(app.database.appUrl).user)).filter(
        ({ limit, partition }) => !partition && (limit === 'region' || limit === 'sums'),
      ),
    );

  test('shows a data scope of one district only rows of the district', async () => {
    const tables = await regional();
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'enterprise',
        'enterprise_tag',
        'enterprise_status_change',
        'station',
        'file',
        'user_enterprise',
      ]),
    );
    const regions = [divisionAndBelow('330108')];
    for (const { name, regionColumn } of tables) {
      const codes = (who: Regions) =>
        app.db.scoped(overseer(who), async (tx) =>
          (await tx.client.query<{ code: string | null }>(`select ${regionColumn} as code from ${name}`)).rows
            .map(({ code }) => code)
            .toSorted(),
        );
      const all = await codes('all');
      expect(await codes(regions), name).toEqual(all.filter((code) => code === null || isInRegions(regions, code)));
      expect(
        (await codes([])).filter((code) => code !== null),
        name,
      ).toEqual([]);
    }
    // A user with a limited scope cannot see totals of the whole tenant.
    const sums = await app.db.scoped(overseer(regions), (tx) => tx.client.query('select from enterprise_total'));
    expect(sums.rowCount).toBe(0);
  });

  test('has an index on the enterprise for every table whose rows move with the enterprise', async () => {
    const searched = await app.sql(
      `select t.tgrelid::regclass::text as name from pg_trigger t where t.tgname = 'oversight_follows' and not exists (
         select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[1]
         where i.indrelid = t.tgrelid and i.indpred is null and a.attname = 'enterprise_id')`,
    );
    expect(searched).toEqual([]);
  });

  test('shows all rows to a data scope of all regions', async () => {
    const read = (settings: Record<string, string>) =>
      withConnection(app.database.appUrl, async (client) => {
        const usual = {
          tenant_id: tenant.id,
          enterprise_from: '00000000-0000-0000-0000-000000000000',
          enterprise_to: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
        };
        for (const [name, value] of Object.entries({ ...usual, ...settings }))
          await client.query('select set_config($1, $2, false)', [`anlan.${name}`, value]);
        const rows = async (table: string) => (await client.query(`select from ${table}`)).rowCount;
        const rowCounts = [await rows('enterprise'), await rows('enterprise_total'), await rows('enterprise_fact')];
        return [...rowCounts, await rows('audit')];
      });
    // The log also shows removed enterprises, because the hash-chained audit must have no gaps.
    await app.sql(
      `insert into audit (tenant_id, id, user_name, address, user_agent, request_id, call, object_type, object_id, outcome)
       values ($1, $2::uuid, '', 'local', '', '', 'file.upload', 'file', $2::text, 'done')`,
      [tenant.id, newId()],
    );
    const [log] = await app.sql<{ rows: number }>('select count(*)::int as rows from audit where tenant_id = $1', [
      tenant.id,
    ]);
    const all = { region_from: '0', region_to: 'z', region_until_1: 'z' };
    const [enterprises, totals, facts, logged] = await read(all);
    expect([enterprises, (totals ?? 0) > 0, (facts ?? 0) > 0, logged]).toEqual([6, true, true, log?.rows]);
    const less: Record<string, string>[] = [{}, { region_from: '0' }];
    for (const unsaid of less) {
      const [ids, sums, parts, some] = await read(unsaid);
      expect([ids, sums, parts, (some ?? 0) < (log?.rows ?? 0)]).toEqual([0, 0, 0, true]);
    }
  });

  test('returns exactly the rows of any set of divisions and streets', async () => {
    const place = fc.constantFrom(...places, street, '330000', '330200', '110000', '330108002', '320100');
    const range = fc.oneof(place.map(divisionAndBelow), place.map(divisionAlone));
    const all = await app.db.scoped(
      systemScope('test', tenant.id),
      async (tx) =>
        (await tx.client.query<{ id: string; code: string }>('select id, oversight_code as code from enterprise')).rows,
    );
    await fc.assert(
      fc.asyncProperty(fc.array(range, { maxLength: 12 }), async (ranges) => {
        const regions = mergeRanges(ranges).slice(0, regionRangesMost);
        const { rows } = await app.db.scoped(overseer(regions), (tx) =>
          tx.client.query<{ id: string }>('select id from enterprise order by id'),
        );
        const wanted = all.filter(({ code }) => isInRegions(regions, code)).map(({ id }) => id);
        expect(rows.map(({ id }) => id)).toEqual(wanted.toSorted());
      }),
      { numRuns: 60 },
    );
  });

  test('refuses to create or take over rows outside the data scope, or to move rows out of it', async () => {
    const own = overseer([divisionAndBelow('330108')]);
    const refusedBy = (text: string, values: unknown[]) =>
      expect(
        app.db.scoped(own, (tx) => tx.client.query(text, values)),
        text,
      ).rejects.toThrow('超出您的数据范围');
    await refusedBy(`update enterprise set region_code = '330106' where id = $1`, [idAt(0)]);
    await refusedBy(
      `insert into enterprise_tag (tenant_id, enterprise_id, kind, value) values ($1, $2, 'label', 'x')`,
      [tenant.id, idAt(3)],
    );
    const untouched = await app.db.scoped(own, (tx) =>
      tx.client.query(`update enterprise set town = town where id = $1`, [idAt(3)]),
    );
    expect(untouched.rowCount).toBe(0);
    const codesOf = async (id: string) => {
      const oversightCodes = new Set<string>();
      for (const { name, enterpriseColumn, columns } of await regional())
        if (columns.has('oversight_code') && columns.has(enterpriseColumn))
          for (const { code } of await app.sql<{ code: string }>(
            `select oversight_code as code from ${name} where ${enterpriseColumn} = $1`,
            [id],
          ))
            oversightCodes.add(code);
      return [...oversightCodes];
    };
    expect(await codesOf(idAt(1))).toEqual(['330108']);
    const moved = await call('get', { id: idAt(1) }, 'admin');
    const { version } = dataOf<{ version: number }>(moved);
    const reason = '迁移区划试验';
    dataOf(await call('transfer', { id: idAt(1), version, regionCode: '330212', reason }, 'admin'));
    expect(await codesOf(idAt(1))).toEqual(['330212']);
    await reach('ROLE_REGULATOR', '2', [], '330108');
    expect(await listed()).toEqual([0, 2]);
    const back = dataOf<{ version: number }>(await call('get', { id: idAt(1) }, 'admin'));
    dataOf(await call('transfer', { id: idAt(1), version: back.version, regionCode: '330108', reason }, 'admin'));
    expect(await listed()).toEqual([0, 1, 2]);
    await everything();
  });
});

describe('writes by an overseer with a limited data scope', () => {
  test('are refused at the field that would place an enterprise outside the data scope', async () => {
    await reach('ROLE_REGULATOR', '2', [], '330108');
    for (const answer of [
      await call('create', { ...setup.fresh(), regionCode: '330106' }),
      await call('update', {
        ...dataOf<{ id: string; version: number }>(await call('get', { id: idAt(0) })),
        regionCode: '330212',
      }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('不在您的数据范围内');
    }
    // An enterprise of another division has that credit code. The refusal repeats the code, but reveals nothing about
    // that enterprise.
    const same = await call('create', { ...setup.fresh(), creditCode: tenant.creditCodes[4] });
    expect(same.status).toBe(409);
    expect(same.text).not.toContain(idAt(4));
    expect((await call('update', { id: idAt(4), version: 1, town: '某街道' })).status).toBe(404);
    await everything();
  });

  test('S33 get the same answer for a missing enterprise and an enterprise outside the data scope', async () => {
    const id = idAt(4);
    const put = (status: string) => app.sql('update enterprise set status = $2 where id = $1', [id, status]);
    const seen = async () => dataOf<{ version: number }>(await call('get', { id }, 'admin')).version;
    const traces = async () =>
      (await app.sql('select from enterprise_status_change where enterprise_id = $1', [id])).length;
    const before = await traces();
    await reach('ROLE_REGULATOR', '2', [], '330108');
    const reason = '资料不全，请补充后再提交';
    for (const [verb, status, more] of [
      ['approve', 'underReview', {}],
      ['reject', 'underReview', { reason }],
      ['activate', 'draft', {}],
      ['suspend', 'active', { kind: 'production', fromOn: '2026-03-01', reason }],
      ['resume', 'suspended', { checklist: Object.keys(resumeChecks) }],
      ['close', 'active', { reason: 'movedOut', closedOn: '2026-03-01' }],
      ['transfer', 'active', { regionCode: '330108', reason }],
    ] as const) {
      await put(status);
      const answer = await call(verb, { id, version: await seen(), ...more });
      expect(answer.status, `${verb}: ${answer.text}`).toBe(404);
    }
    const merging = { keepId: idAt(0), keepVersion: 1, dropId: id, dropVersion: await seen() };
    expect((await call('merge', merging)).status).toBe(404);
    expect((await call('bulk', { action: 'approve', ids: [idAt(0), id] })).status).toBe(404);
    expect(await traces()).toBe(before);
    await put('active');
    await everything();
  });

  test('are allowed to an overseer of a street in that street', async () => {
    const { checked, confirmed } = openImportClient(
      () => app,
      () => setup.as('regulator').token ?? '',
    );
    const sums = () =>
      app.sql(
        `select status, sum(enterprises)::int as n from enterprise_fact where tenant_id = $1 and region_code = '330108'
         group by 1 having sum(enterprises) <> 0 order by 1`,
        [tenant.id],
      );
    const rows = () =>
      app.sql(
        `select status, count(*)::int as n from enterprise where tenant_id = $1 and region_code = '330108'
         and removed_at is null group by 1 order by 1`,
        [tenant.id],
      );
    const version = async (id: string) => dataOf<{ version: number }>(await call('get', { id })).version;
    await reach('ROLE_REGULATOR', '1', [street, '330212']);
    const made = await setup.created({ townCode: street });
    dataOf(await call('update', { ...made, supervisionKind: 'hazchem' }));
    const id = idAt(2);
    const stop = { kind: 'production', fromOn: '2026-03-01', reason: '设备检修停产' };
    dataOf(await call('suspend', { id, version: await version(id), ...stop }));
    dataOf(await call('resume', { id, version: await version(id), checklist: Object.keys(resumeChecks) }));
    await app.sql(`update enterprise set status = 'draft', created_by = $2 where id = $1`, [id, tenant.people.admin]);
    dataOf(await call('activate', { id, version: await version(id) }));
    const { jobId } = dataOf<{ jobId: string }>(await call('bulk', { action: 'suspend', ids: [id], ...stop }));
    const job = async () =>
      dataOf<{ state: string; result: object }>(await send(app, 'GET', `/upms/job/${jobId}`, setup.as('regulator')));
    await expect.poll(async () => (await job()).state, { timeout: 30_000 }).toBe('done');
    expect((await job()).result).toMatchObject({ changed: 1, refused: 0 });
    const { id: importId } = await checked(await textSheetOf([{ ...goodRow(40), regionCode: '330108', town: street }]));
    expect(await confirmed(importId)).toMatchObject({ state: 'done', result: { inserted: 1 } });
    expect(await sums()).toEqual(await rows());
    await app.sql(`update enterprise set status = 'active' where id = $1`, [id]);
    await app.sql(`delete from enterprise where id = $1 or tenant_id = $2 and credit_code = $3`, [
      made.id,
      tenant.id,
      creditCodeAt(40),
    ]);
    await everything();
  });

  test('are refused for import rows outside the data scope, with the cause of each row', async () => {
    await reach('ROLE_REGULATOR', '2', [], '330106');
    const rows = [
      goodRow(0),
      { ...goodRow(1), regionCode: '330212' },
      { ...goodRow(2), regionCode: '330106', creditCode: tenant.creditCodes[4] ?? '' },
    ];
    const file = { name: 'a.xlsx', type: 'application/octet-stream', bytes: new Uint8Array(await sheetOf(rows)) };
    const { jobId } = dataOf<{ jobId: string }>(
      await send(app, 'POST', '/bus/enterprise/import', { ...setup.as('regulator'), file }),
    );
    interface Told {
      state: string;
      result: { good: number; bad: number; errors: { row: number; cause: string }[] } | null;
    }
    const readJob = async () => dataOf<Told>(await send(app, 'GET', `/upms/job/${jobId}`, setup.as('regulator')));
    await expect.poll(async () => (await readJob()).state, { timeout: 30_000 }).toBe('done');
    const { result } = await readJob();
    expect(result?.errors.map(({ cause }) => cause)).toEqual(['不在您的数据范围内', '该企业已在您所辖区域以外登记']);
    expect(result?.good).toBe(1);
    await everything();
  });
});
