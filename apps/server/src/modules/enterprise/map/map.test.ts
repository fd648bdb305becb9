// The map shows regions at low zoom, then grid cells, then single enterprises; region ranks open their lists.
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callNamed, dataOf, send, sendCall, signIn } from '../../../../testing/client.ts';
import { openTestApp, type TestApp } from '../../../../testing/app.ts';
import { makeTenant, type TestTenant } from '../../../../testing/tenants.ts';
import { boxOf, cellOf, rowsOf } from './rules.ts';

interface View {
  mode: string;
  total: number;
  located: number | null;
  unlocated: number | null;
  bubbles: { key: string; name: string; lng: number; lat: number; count: number; colors: Record<string, number> }[];
  points: { id: string; lng: number; lat: number; color: string; status: string }[];
}
interface Ranking {
  area: string;
  above: { code: string }[];
  rows: {
    code: string;
    name: string;
    count: number;
    colors: Record<string, number>;
    profileRate: number;
    href: string;
  }[];
}

let app: TestApp;
let tenant: TestTenant;
let other: TestTenant;
const tokens = new Map<string, string>();
beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app, { enterprises: 40 });
  other = await makeTenant(app, { enterprises: 8 });
  // Test data on a grid: three districts in two cities; every eighth enterprise has no coordinates.
  await app.sql(
    `with numbered as (select id, row_number() over (order by id) - 1 as n from enterprise where tenant_id = $1)
     update enterprise e set status = 'active', region_code = (array['330108', '330106', '330204'])[1 + n % 3],
       color = (array['red', 'blue', 'blue', 'yellow'])[1 + n % 4],
       lng = case when n % 8 < 7 then 120.1 + n * 0.001 end, lat = case when n % 8 < 7 then 30.2 + n * 0.001 end
     from numbered where numbered.id = e.id and e.tenant_id = $1`,
    [tenant.id],
  );
  for (const one of [tenant, other]) tokens.set(one.id, (await signIn(app, one, 'regulator')).access_token);
});
beforeEach(() => app.clock.pass(6));
afterAll(() => app.close());

const ask = (name: string, input: Record<string, unknown>, whose = tenant) =>
  sendCall(app, callNamed(app, `enterprise.${name}`), input, { token: tokens.get(whose.id) });
const view = async (input: Record<string, unknown>, whose = tenant) => dataOf<View>(await ask('map', input, whose));
const china = '73,18,135,53';

describe('CA-13 enterprise map', () => {
  test.each([
    [5, 1],
    [8, 2],
    [10, 3],
  ])('shows regions at level %d, each at the mean of its enterprises', async (zoom, regions) => {
    const { mode, bubbles, located, unlocated, total } = await view({ bbox: china, zoom });
    expect([mode, bubbles.length]).toEqual(['region', regions]);
    // The counts of the bubbles add up to `located`.
    expect([total, located, unlocated]).toEqual([35, 35, 5]);
    for (const { key, lng, lat, count, colors } of bubbles) {
      const prefix = key.replace(/(00)+$/, '');
      const [truth] = await app.sql<{ n: string; x: number; y: number }>(
        `select count(lng) as n, avg(lng)::float8 as x, avg(lat)::float8 as y from enterprise where tenant_id = $1 and region_code like $2`,
        [tenant.id, `${prefix}%`],
      );
      expect(count).toBe(Number(truth?.n));
      expect(lng).toBeCloseTo(truth?.x ?? 0, 5);
      expect(lat).toBeCloseTo(truth?.y ?? 0, 5);
      expect(Object.values(colors).reduce((sum, one) => sum + one, 0)).toBe(count);
    }
  });

  test('shows single enterprises at a high zoom', async () => {
    const near = { bbox: '120.105,30.205,120.1155,30.2155', zoom: 15 };
    const truth = (more: string) =>
      app.sql<{ id: string }>(
        `select id from enterprise where tenant_id = $1 and lng between 120.105 and 120.1155 and lat between 30.205 and 30.2155 ${more}`,
        [tenant.id],
      );
    const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).toSorted();
    const all = await view(near);
    expect(all.mode).toBe('point');
    expect(all.points.length).toBeGreaterThan(5);
    expect(ids(all.points)).toEqual(ids(await truth('')));
    const red = await view({ ...near, color: '1' });
    expect(ids(red.points)).toEqual(ids(await truth(`and color = 'red'`)));
    expect(red.points.every(({ color }) => color === '1')).toBe(true);
    expect((await view({ ...near, status: '0' })).total).toBe(0);
  });

  test('S35 never shows enterprises of another tenant', async () => {
    const near = { bbox: '119,29,121,31', zoom: 13 };
    const [mine, theirs] = [await view(near), await view(near, other)];
    const own = new Set(tenant.enterpriseIds);
    expect(mine.points.length).toBe(35);
    expect(mine.points.every(({ id }) => own.has(id))).toBe(true);
    expect(theirs.points.some(({ id }) => own.has(id))).toBe(false);
  });

  test('groups more than two thousand enterprises into cells', async () => {
    const columns =
      'tenant_id, id, name, credit_code, enterprise_code, supervision_kind, region_code, registered_address, industry_code, legal_person, safety_manager_name, safety_manager_phone, status, source, color, created_at, updated_at, lng, lat';
    await app.sql(
      `insert into enterprise (${columns}) select '${other.id}', gen_random_uuid(), 'x' || n, 'C' || n, 'E' || n, 'fire', '440305', 'a', 'C26', 'a', 'a', '1*',
         'active', 'import', (array['red', 'blue'])[1 + n % 2], now(), now(), 113.9 + (n % 60) * 0.001, 22.5 + (n / 60) * 0.001 from generate_series(0, 2399) n`,
    );
    const seen = await view({ bbox: '113.8,22.4,114.1,22.7', zoom: 13 }, other);
    expect([seen.mode, seen.total, seen.points.length]).toEqual(['cluster', 2400, 0]);
    expect(seen.bubbles.length).toBeGreaterThan(4);
    expect(seen.bubbles.reduce((sum, { colors }) => sum + (colors['red'] ?? 0), 0)).toBe(1200);
    // At a higher zoom, the same cluster is shown as single enterprises.
    expect((await view({ bbox: '113.9,22.5,113.92,22.52', zoom: 16 }, other)).mode).toBe('point');
  });

  test('refuses an invalid map view', async () => {
    for (const bbox of ['121,31,119,29', '119,29,121', 'a,b,c,d', '-400,0,0,10'])
      expect((await ask('map', { bbox, zoom: 10 })).status, bbox).toBe(400);
  });
});

test('CA-13 opens enterprises without coordinates as a list', async () => {
  const { unlocatedHref } = dataOf<{ unlocatedHref: string }>(await ask('regionRanking', {}));
  const path = unlocatedHref.replace('/bus/enterprise/index', '/bus/enterprise/page');
  const listed = dataOf<{ total: number; records: { lng: number | null }[] }>(
    await send(app, 'GET', path, { token: tokens.get(tenant.id) }),
  );
  expect([listed.total, listed.records.map(({ lng }) => lng)]).toEqual([5, Array.from({ length: 5 }, () => null)]);
  // The stored sums do not support this filter, so the rows are counted.
  const counted = await send(app, 'GET', `${path}&perfect=false`, { token: tokens.get(tenant.id) });
  expect(dataOf<{ total: number; records: unknown[] }>(counted)).toMatchObject({ total: 5 });
});

test('CA-13 shows numbers in the map ranking equal to the totals of their lists', async () => {
  await app.sql(`update enterprise set region_code = '330100' where tenant_id = $1 and id = $2`, [
    tenant.id,
    tenant.enterpriseIds[0],
  ]);
  // Filters before and after a day with activations, and both together.
  const [middle] = await app.sql<{ day: string }>(
    `select to_char(percentile_disc(0.5) within group (order by activated_at), 'YYYY-MM-DD') as day from enterprise
     where tenant_id = $1`,
    [tenant.id],
  );
  const day = middle?.day ?? '';
  await app.sql(`update enterprise set activated_at = null where tenant_id = $1 and id = $2`, [
    tenant.id,
    tenant.enterpriseIds[3],
  ]);
  const times = [
    { activatedFrom: day },
    { activatedTo: day },
    { activatedTo: '2030-01-01', color: '4' },
    { activatedFrom: day, regionCode: '330100' },
    { activatedFrom: '2025-01-01', activatedTo: day },
  ];
  for (const input of [
    {},
    { regionCode: '33' },
    { regionCode: '330100' },
    { regionCode: '330108' },
    { color: '1' },
    ...times,
  ]) {
    app.clock.pass(6);
    const { rows } = dataOf<Ranking>(await ask('regionRanking', input));
    expect(rows.length).toBeGreaterThan(0);
    for (const { href, count, name, colors } of rows) {
      const path = href.replace('/bus/enterprise/index', '/bus/enterprise/page');
      const { total } = dataOf<{ total: number }>(await send(app, 'GET', path, { token: tokens.get(tenant.id) }));
      expect(total, `${name} ${href}`).toBe(count);
      expect(Object.values(colors).reduce((sum, one) => sum + one, 0)).toBe(count);
    }
  }
  app.clock.pass(6);
  const city = dataOf<Ranking>(await ask('regionRanking', { regionCode: '330100' }));
  expect(city.rows.map(({ name }) => name)).toContain('杭州市（本级）');
  expect(city.above.map(({ code }) => code)).toEqual(['', '330000']);
});

describe('cells and rows of a map view', () => {
  const box = fc
    .record({
      west: fc.integer({ min: 73_000_000, max: 134_000_000 }),
      south: fc.integer({ min: 18_000_000, max: 53_000_000 }),
      wide: fc.integer({ min: 0, max: 1_000_000 }),
      high: fc.integer({ min: 0, max: 1_000_000 }),
    })
    .map(({ west, south, wide, high }) => ({ west, south, east: west + wide, north: south + high }));

  test('contain every point of the view, each point in one row', () => {
    fc.assert(
      fc.property(box, fc.double({ min: 0, max: 1, noNaN: true }), (view, share) => {
        const y = Math.round(view.south + share * (view.north - view.south));
        expect(rowsOf(view)).toContain(Math.floor(y / 10_000));
      }),
    );
  });

  test('become smaller at each zoom level', () => {
    fc.assert(
      fc.property(box, (view) => {
        const text = [view.west, view.south, view.east, view.north].map((micro) => (micro / 1e6).toFixed(6)).join(',');
        expect(boxOf(text)).toEqual(view);
      }),
    );
    for (let zoom = 1; zoom <= 20; zoom += 1) expect(cellOf(zoom)).toBeLessThan(cellOf(zoom - 1));
  });
});
