// Stations: who sees and changes which, numbers, versions, the file, and the plans of the list.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { station } from '@anlan/contract/modules/station/resource';
import { systemScope } from '#kernel/scope.ts';
import { openDb } from '#platform/db/index.ts';
import { createStationRoom } from '#modules/station/index.ts';
import { createAuditRoom } from '#modules/audit/index.ts';
import { readSheet } from '#platform/sheets/index.ts';
import { callNamed, dataOf, send, sendCall, signIn, type Answer } from '../../testing/client.ts';
import { openTestHouse, type TestHouse } from '../../testing/house.ts';
import { makeTenant, type Kind, type TestTenant } from '../../testing/tenants.ts';

interface Station {
  id: string;
  version: number;
  abilities: string[];
  enterpriseId: string;
  enterpriseName: string;
  code: string;
  name: string;
  managerPhone: string;
  areaSqm: number | null;
  regionName: string;
  status: string;
}

const bigRows = 40_000;
let house: TestHouse;
let tenant: TestTenant;
let small: TestTenant;
const tokens = new Map<string, string>();
beforeAll(async () => {
  house = await openTestHouse();
  tenant = await makeTenant(house);
  small = await makeTenant(house);
  for (const kind of ['admin', 'regulator', 'entadmin', 'entstaff', 'shop'] as const)
    tokens.set(kind, (await signIn(house, tenant, kind)).access_token);
  tokens.set('small', (await signIn(house, small, 'regulator')).access_token);
}, 120_000);
afterAll(() => house.close());

const call = (verb: string, input: Record<string, unknown>, kind: Kind | 'small' = 'regulator'): Promise<Answer> =>
  sendCall(house, callNamed(house, `station.${verb}`), input, { token: tokens.get(kind) });
const own = () => tenant.enterpriseIds[0] ?? '';
const neighbour = () => tenant.enterpriseIds[2] ?? '';
let made = 0;
const fresh = (more: Record<string, unknown> = {}) => ({
  code: `KY-${String((made += 1)).padStart(4, '0')}`,
  name: `望潮客运站${made}`,
  kind: 'passenger',
  regionCode: '330108',
  address: '江滨路 2 号',
  managerName: '周明舟',
  managerPhone: '13912345678',
  areaSqm: 1200.5,
  enterpriseId: own(),
  ...more,
});
const created = async (more: Record<string, unknown> = {}, kind: Kind = 'regulator') =>
  dataOf<{ id: string; version: number }>(await call('create', fresh(more), kind));
const read = async (id: string, kind: Kind = 'regulator') => dataOf<Station>(await call('get', { id }, kind));
const page = async (input: Record<string, unknown>, kind: Kind | 'small' = 'regulator') =>
  dataOf<{ records: Station[]; total: number }>(await call('page', input, kind));

describe('stations', () => {
  test('a regulator enters one; what was typed comes back with names, its audit row too', async () => {
    const { id } = await created();
    expect(await read(id)).toMatchObject({
      enterpriseId: own(),
      areaSqm: 1200.5,
      status: 'enabled',
      regionName: '浙江省 / 杭州市 / 滨江区',
      abilities: ['update', 'remove'],
    });
    expect((await read(id)).enterpriseName).toContain(tenant.mark);
    const rows = await house.sql<{ call: string; changes: unknown }>(
      'select call, changes from audit where object_id = $1',
      [id],
    );
    expect(rows.map((row) => row.call)).toEqual(['station.create']);
    expect(JSON.stringify(rows)).not.toContain('13912345678');
  });

  test('S25 staff see and enter those of their current enterprise alone; another’s answers like a missing one', async () => {
    const mine = await created();
    const theirs = await created({ enterpriseId: neighbour() });
    const seen = await page({ size: 100 }, 'entstaff');
    expect(seen.records.map(({ id }) => id)).toContain(mine.id);
    expect(new Set(seen.records.map(({ enterpriseId }) => enterpriseId))).toEqual(new Set([own()]));
    expect((await page({ enterpriseId: neighbour() }, 'entstaff')).total).toBe(0);
    for (const [verb, input] of [
      ['get', { id: theirs.id }],
      ['update', { id: theirs.id, version: 1, grade: '一级' }],
      ['remove', { id: theirs.id }],
    ] as const) {
      const missing = { ...input, id: '01a00000-0000-7000-8000-000000000000' };
      const answer = await call(verb, input, 'entstaff');
      expect(answer.status, verb).toBe(404);
      expect(answer.text).toBe((await call(verb, missing, 'entstaff')).text);
    }
    expect((await call('create', fresh({ enterpriseId: neighbour() }), 'entstaff')).status).toBe(400);
    const { enterpriseId: _, ...input } = fresh();
    const { id } = dataOf<{ id: string }>(await call('create', input, 'entstaff'));
    expect((await read(id)).enterpriseId).toBe(own());
    expect((await call('create', input, 'regulator')).status).toBe(400);
    expect((await call('page', {}, 'shop')).status).toBe(403);
    expect((await call('export', {}, 'entstaff')).status).toBe(403);
  });

  test('S28 the phone is masked but for the enterprise’s own staff; a mask that comes back changes nothing', async () => {
    const { id } = await created();
    const seen = await read(id);
    expect(seen.managerPhone).toBe('139****5678');
    expect((await read(id, 'entstaff')).managerPhone).toBe('13912345678');
    dataOf(await call('update', { id, version: 1, managerPhone: seen.managerPhone, name: '改名站' }));
    expect(await read(id, 'entstaff')).toMatchObject({ managerPhone: '13912345678', name: '改名站', version: 2 });
    expect((await call('create', fresh({ managerPhone: '139****5678' }))).status).toBe(400);
  });

  test('a stale version answers 409 with the row as it is; of two at once one wins', async () => {
    const { id } = await created();
    const both = await Promise.all(['一级', '二级'].map((grade) => call('update', { id, version: 1, grade })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = both.find(({ status }) => status === 409)?.json as { data: { current: Station } };
    expect(lost.data.current).toMatchObject({ id, version: 2 });
    expect((await call('remove', { id, version: 1 })).status).toBe(409);
  });

  test('a number stands once in a tenant, told at its field with the other row; a removed one is free again', async () => {
    const { id } = await created({ code: 'DOUBLE' });
    const both = await Promise.all([0, 1].map(() => call('create', fresh({ code: 'RACE' }))));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const answer = await call('create', fresh({ code: 'DOUBLE' }));
    expect(answer.status).toBe(409);
    expect(answer.json).toMatchObject({
      msg: '编号已存在',
      data: { errors: [{ field: 'code', msg: '编号已存在' }], existing: { id } },
    });
    dataOf(await call('remove', { id }));
    expect((await call('get', { id })).status).toBe(404);
    await created({ code: 'DOUBLE' });
    const other = await call('create', fresh({ code: 'DOUBLE', enterpriseId: small.enterpriseIds[0] }), 'small');
    expect(other.status).toBe(200);
  });

  test('unknown region, kind and enterprise are told at their fields', async () => {
    for (const [field, value] of [
      ['regionCode', '999999'],
      ['regionCode', '330103'],
      ['kind', 'castle'],
      ['enterpriseId', small.enterpriseIds[0]],
      ['managerPhone', '123'],
      ['name', ''],
    ] as const) {
      const answer = await call('create', fresh({ [field]: value }));
      expect(answer.status, field).toBe(400);
      expect((answer.json as { data: { errors: { field: string }[] } }).data.errors[0]?.field).toBe(field);
    }
  });

  test('of a closed enterprise are kept as they were: read, never entered, changed or removed (CA-13)', async () => {
    const enterpriseId = tenant.enterpriseIds[4] ?? '';
    const { id, version } = await created({ enterpriseId });
    expect((await read(id)).abilities).toEqual(['update', 'remove']);
    const [was] = await house.sql<{ status: string }>('select status from enterprise where id = $1', [enterpriseId]);
    await house.sql(`update enterprise set status = 'closed' where id = $1`, [enterpriseId]);
    expect(await read(id)).toMatchObject({ abilities: [], version });
    const late = await call('update', { id, version, name: '改名' });
    expect([late.status, late.text]).toEqual([400, expect.stringContaining('已注销企业的场站不能修改')]);
    expect((await call('remove', { id, version })).status).toBe(400);
    const entered = await call('create', fresh({ enterpriseId }));
    expect([entered.status, entered.text]).toEqual([400, expect.stringContaining('已注销的企业不能新增场站')]);
    expect((await read(id)).version).toBe(version);
    await house.sql(`update enterprise set status = $2 where id = $1`, [enterpriseId, was?.status]);
  });

  test('stopped and started again by an update; the filters leave what they say', async () => {
    const { id } = await created({ code: 'FILTER-1', name: '栖鹭货运站场', kind: 'freight', regionCode: '330106' });
    dataOf(await call('update', { id, version: 1, status: 'disabled' }));
    const ids = async (input: Record<string, unknown>) =>
      (await page({ ...input, size: 100 })).records.map((row) => row.id);
    expect(await ids({ status: 'disabled' })).toEqual([id]);
    expect(await ids({ kind: 'freight' })).toEqual([id]);
    expect(await ids({ regionCode: '330106' })).toEqual([id]);
    expect(await ids({ regionCode: '3301' })).toContain(id);
    expect(await ids({ keyword: '栖鹭' })).toEqual([id]);
    expect(await ids({ keyword: '货运', kind: 'passenger' })).toEqual([]);
    expect(await ids({ keyword: 'FILTER' })).toEqual([id]);
    expect(await ids({ enterpriseId: neighbour() })).not.toContain(id);
    dataOf(await call('update', { id, version: 2, status: 'enabled' }));
    expect((await read(id)).status).toBe('enabled');
  });

  test('getStationByEnterpriseCode takes the enterprise’s number or credit code, and sees no other tenant’s', async () => {
    const { id } = await created();
    const [row] = await house.sql<{ enterprise_code: string; credit_code: string }>(
      'select enterprise_code, credit_code from enterprise where id = $1',
      [own()],
    );
    for (const code of [row?.enterprise_code, row?.credit_code]) {
      const listed = dataOf<Station[]>(await call('byEnterpriseCode', { code }));
      expect(listed.map((one) => one.id)).toContain(id);
      expect(dataOf(await call('byEnterpriseCode', { code }, 'small'))).toEqual([]);
    }
    expect(dataOf(await call('byEnterpriseCode', { code: 'QY-NONE' }))).toEqual([]);
  });

  test('S59 the file holds the filtered list, phones masked, and no cell is a formula', async () => {
    await created({ code: 'SHEET-1', name: '=cmd|"/C calc"!A1', grade: '+1+1', enterpriseId: neighbour() });
    const answer = await call('export', { enterpriseId: neighbour(), keyword: 'SHEET' });
    expect(answer.status).toBe(200);
    const limits = { rows: 1_000, columns: 50, entries: 100, unpackedBytes: 10_000_000, ratio: 100 };
    const rows: string[] = [];
    for await (const batch of readSheet({ bytes: answer.bytes, kind: 'xlsx', limits }))
      for (const { cells } of batch) rows.push(JSON.stringify(cells));
    const text = rows.join('\n');
    expect(text).toContain('SHEET-1');
    expect(text).toContain('=cmd|');
    expect(text).not.toContain('formula');
    expect(text).toContain('139****5678');
    expect(text).not.toContain('13912345678');
    expect(text).not.toContain('望潮客运站');
  });

  test('when enterprises are merged, their stations move, each with its audit row', async () => {
    const from = tenant.enterpriseIds[3] ?? '';
    const { id } = await created({ enterpriseId: from });
    const rooms = createStationRoom({
      db: house.db,
      clock: house.clock,
      audit: createAuditRoom({ db: house.db }),
      dictionaries: {
        regionPaths: async () => new Map(),
        industryNames: async () => new Map(),
        itemsOf: async () => [],
        offered: async () => new Set(),
      },
      references: {},
      enterprises: { idByCode: async () => null },
      vault: house.vault,
    });
    const moved = await house.db.scoped(systemScope('test', tenant.id), (tx) => rooms.moveAll(tx, from, own()));
    expect(moved).toBe(1);
    expect(await read(id)).toMatchObject({ enterpriseId: own(), version: 2 });
    const calls = await house.sql<{ call: string }>('select call from audit where object_id = $1 order by id', [id]);
    expect(calls.map((row) => row.call)).toEqual(['station.create', 'station.move']);
  });
});

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  Plans?: Node[];
}
const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)];

async function statementsOf(token: string | undefined, path: string) {
  const { default: pg } = await import('pg');
  const seen: { text: string; values: unknown[] }[] = [];
  const original = pg.Client.prototype.query;
  const watched = function (this: unknown, text: unknown, values?: unknown, ...rest: unknown[]) {
    if (typeof text === 'string' && /\bfrom "?station"?|set_config\(\$1/.test(text))
      seen.push({ text, values: Array.isArray(values) ? values : [] });
    return Reflect.apply(original, this, [text, values, ...rest]);
  };
  Object.assign(pg.Client.prototype, { query: watched });
  try {
    dataOf(await send(house, 'GET', path, { token }));
  } finally {
    Object.assign(pg.Client.prototype, { query: original });
  }
  return seen;
}

describe(`the list among ${bigRows} stations`, () => {
  beforeAll(async () => {
    for (const [id, enterprises, rows] of [
      [tenant.id, tenant.enterpriseIds, bigRows],
      [small.id, small.enterpriseIds, 40],
    ] as const)
      await house.sql(
        `insert into station (tenant_id, id, enterprise_id, code, name, kind, region_code, address, manager_name,
           manager_phone, status, created_at, updated_at)
         select $1, ('01a2' || lpad($1, 4, '0') || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
           ($2::uuid[])[1 + n % 6], 'B' || n, '大客户站' || n, (array['passenger', 'freight', 'parking', 'office'])[1 + n % 4],
           (array['330108', '330106', '330204', '330302'])[1 + n % 4], 
           '望潮街道澜江路与创业路交叉口东南侧科技园区 18 号 3 幢一层至四层', '欧阳安然', '139****0000',
           (array['enabled', 'enabled', 'disabled'])[1 + n % 3], now(), now() + n * interval '1 second'
         from generate_series(1, $3::int) n`,
        [id, enterprises, rows],
      );
    // Commits of the test cluster are not waited for; a vacuum takes rows as seen by all once they are written down.
    await house.sql('checkpoint');
    await house.sql('vacuum analyze station');
  }, 120_000);

  test.each([
    ...station.sortable.flatMap((by) => [`ascs=${by}`, `descs=${by}`]),
    'current=500&size=20',
    'kind=freight',
    'status=disabled',
    'status=disabled&kind=office',
    'regionCode=330106',
    'keyword=B77',
    'keyword=户站4321',
    'keyword=户站77',
    'keyword=户站77&status=disabled&ascs=name',
    'keyword=大客户',
    'keyword=大客户&current=500&size=20',
    'keyword=大客户&kind=freight&descs=name',
    'keyword=大客户&status=disabled&ascs=code',
    'keyword=没有的',
    'enterpriseId=own',
  ])('?%s neither scans the table nor sorts the tenant, for the big tenant first, then the small', async (query) => {
    const db = openDb(house.database.appUrl, { max: 1 });
    try {
      for (const [who, of] of [
        ['regulator', tenant],
        ['small', small],
        ['entstaff', tenant],
      ] as const) {
        const path = `/bus/enterprise/stationPage?${query.replace('own', of.enterpriseIds[0] ?? '')}`;
        const statements = await statementsOf(tokens.get(who), encodeURI(path));
        expect(statements.length).toBeGreaterThan(0);
        const scope = systemScope('plan', of.id);
        const planned = await db.scoped(scope, async (tx) => {
          const plans = [];
          for (const { text, values } of statements) {
            // What the store tells the planner holds for what follows.
            if (text.includes('set_config($1')) await tx.client.query(text, values);
            else
              plans.push({
                text,
                explained: await tx.client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
                  `explain (analyze, timing off, format json) ${text}`,
                  values,
                ),
              });
          }
          return plans;
        });
        for (const { text, explained } of planned) {
          const nodes = explained.rows.flatMap((row) => flat(row['QUERY PLAN'][0].Plan));
          const scans = nodes.filter(
            (node) => node['Node Type'].includes('Seq Scan') && node['Relation Name'] === 'station',
          );
          expect(scans, `${who}: ${text}`).toEqual([]);
          if (of === tenant)
            for (const node of nodes.filter((one) => one['Node Type'] === 'Sort'))
              expect(flat(node).at(-1)?.['Actual Rows'], `sorts the tenant: ${text}`).toBeLessThan(bigRows / 2);
        }
      }
    } finally {
      await db.close();
    }
  });
});
