// Tests the enterprise figures against their definitions and lists (CA-13, S35).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { measures } from '@anlan/contract/modules';
import { enterpriseFields } from '@anlan/contract/modules/enterprise/enterprise';
import { isPerfectProfile, isRequiredForProfile } from '@anlan/contract/modules/enterprise/profile-rate';
import { createDictionaryModule } from '#modules/dictionary/index.ts';
import { createAnswerCache } from '#kernel/answer-cache.ts';
import { callNamed, dataOf, send, sendCall, signIn } from '../../../../testing/client.ts';
import { openTestApp, type TestApp } from '../../../../testing/app.ts';
import { makeTenant, type Kind, type TestTenant } from '../../../../testing/tenants.ts';
import { createEnterpriseStatistics } from './service.ts';

interface Figure {
  value: number | null;
  numerator: number | null;
  denominator: number | null;
  from: string | null;
  to: string | null;
  asOf: string;
  measure: string;
  href: string | null;
  partHref: string | null;
}
type Named = Record<string, Figure>;
interface Counts {
  [name: string]: unknown;
  supervised: Figure;
  bySize: (Figure & { type: string })[];
  byRegion: (Figure & { type: string; label: string })[];
  byColor: (Figure & { type: string; label: string })[];
  trend: Record<string, unknown>[];
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

let app: TestApp;
let tenant: TestTenant;
beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app, { enterprises: 60 });
  // Test rows: every state, two cities, one enterprise with only a city code, and days on both sides of the month
  // boundary.
  await app.sql(
    `with numbered as (select id, row_number() over (order by id) - 1 as n from enterprise where tenant_id = $1)
     update enterprise e set
       status = (array['active', 'active', 'active', 'suspended', 'underReview', 'draft', 'closed', 'rejected'])[1 + n % 8],
       color = (array['red', 'orange', 'yellow', 'blue', 'unrated'])[1 + n % 5],
       region_code = (array['330108', '330106', '330204', '330100'])[1 + n % 4],
       supervision_kind = (array['emergency', 'transport', 'fire'])[1 + n % 3],
       enterprise_size = (array['large', 'small', null])[1 + n % 3],
       activated_at = (array['2026-02-28T15:59:59Z', '2026-02-28T16:00:00Z', '2026-02-01T04:00:00Z', null]::timestamptz[])[1 + n % 4],
       removed_at = case when n = 8 then now() end
     from numbered where numbered.id = e.id and e.tenant_id = $1`,
    [tenant.id],
  );
});
// Expire the cache, so that tests do not see each other's results.
beforeEach(() => app.clock.pass(6));
afterAll(() => app.close());

const tokens = new Map<string, string>();
async function read<T>(name: string, input: Record<string, unknown> = {}, whose = tenant, kind: Kind = 'regulator') {
  const key = `${whose.id} ${kind}`;
  const token = tokens.get(key) ?? (await signIn(app, whose, kind)).access_token;
  tokens.set(key, token);
  return dataOf<T>(await sendCall(app, callNamed(app, `enterprise.${name}`), input, { token }));
}
async function totalOf(href: string) {
  const path = href.replace('/bus/enterprise/index', '/bus/enterprise/page');
  const answer = await send(app, 'GET', path, { token: tokens.get(`${tenant.id} regulator`) });
  return dataOf<{ total: number }>(answer).total;
}
const isFigure = (value: unknown): value is Figure =>
  typeof value === 'object' && value !== null && 'numerator' in value;
const figuresIn = (value: unknown): Figure[] => {
  if (typeof value !== 'object' || value === null) return [];
  return [...(isFigure(value) ? [value] : []), ...Object.values(value).flatMap(figuresIn)];
};
const count = async (where: string) =>
  Number(
    (
      await app.sql<{ n: string }>(
        `select count(*) as n from enterprise where tenant_id = $1 and removed_at is null and ${where}`,
        [tenant.id],
      )
    )[0]?.n,
  );

const areas = [undefined, '33', '3301', '330100', '330108', '990000'];
describe.each(areas)('CA-13 statistics in the area %s', (area) => {
  const input = area === undefined ? {} : { area };
  const within =
    area === undefined ? 'true' : `region_code like '${area === '330100' ? '3301' : area === '990000' ? '99' : area}%'`;
  const S = `status in ('active', 'suspended') and ${within}`;

  test('shows numbers equal to the totals of their lists', async () => {
    const all = [
      await read('statisticsCount', input),
      await read('joinedByKind', input),
      await read('perfectByKind', input),
      await read('indexStatistics', input),
      await read('statisticsCount', { ...input, from: '2026-02-01', to: '2026-02-28' }),
    ].flatMap(figuresIn);
    expect(all.length).toBeGreaterThan(15);
    for (const { measure, href, partHref, numerator, denominator } of all) {
      const isShare = measures.find(({ key }) => key === measure)?.kind === 'share';
      if (href !== null) expect(await totalOf(href), href).toBe(isShare ? denominator : numerator);
      if (partHref !== null) expect(await totalOf(partHref), partHref).toBe(numerator);
    }
  });

  test('matches the definition of each number', async () => {
    const counts = await read<Counts>('statisticsCount', input);
    const home = await read<Named>('indexStatistics', input);
    const all = await count(S);
    expect(counts.supervised.value).toBe(all);
    expect(home['supervised']?.value).toBe(all);
    expect(home['underReview']?.value).toBe(await count(`status = 'underReview' and ${within}`));
    expect(home['suspended']?.value).toBe(await count(`status = 'suspended' and ${within}`));
    expect(home['expiring']?.value).toBe(await count(`${S} and next_expiry_on <= '2026-04-01'`));
    expect(home['red']?.value).toBe(await count(`${S} and color = 'red'`));
    // In Shanghai the month began at 16:00 UTC of the day before, and today is its second day.
    const month = `activated_at >= '2026-02-28T16:00:00Z'`;
    // Enterprises that an import activates directly are counted separately.
    const byImport = `(source = 'import' and activated_at < created_at + interval '1 minute')`;
    expect(home['addedByImport']?.value).toBe(await count(`${S} and ${month} and ${byImport}`));
    expect(home['added']).toMatchObject({
      value: await count(`${S} and ${month} and not ${byImport}`),
      from: '2026-03-01',
      to: '2026-03-02',
    });
    expect(home['addedBefore']).toMatchObject({
      value: await count(
        `${S} and activated_at >= '2026-01-31T16:00:00Z' and activated_at < '2026-02-02T16:00:00Z' and not ${byImport}`,
      ),
      from: '2026-02-01',
      to: '2026-02-02',
    });
    for (const { type, value } of counts.byColor) expect(value).toBe(await count(`${S} and color = '${type}'`));
    expect(counts.byColor.map(({ label }) => label)).toEqual(['红', '橙', '黄', '蓝', '未评']);
    expect(counts.byRegion.reduce((sum, { value }) => sum + (value ?? 0), 0)).toBe(all);
    const joined = await count(`${S} and first_signed_in_at is not null`);
    expect(home['joined']).toMatchObject({ numerator: joined, denominator: all });
    const kinds = await read<{ value: number; total: number }[]>('joinedByKind', input);
    expect(kinds.reduce((sum, { total }) => sum + total, 0)).toBe(all);
    expect(kinds.reduce((sum, { value }) => sum + value, 0)).toBe(joined);
    // Null if the denominator is zero, and for a figure that no module counts.
    if (all === 0) expect(home['joined']?.value).toBeNull();
    expect(home['reportsSent']).toMatchObject({ numerator: 0 });
    expect(home['trainingDone']).toMatchObject({ value: null, numerator: 0, denominator: 0 });
    expect(await read('statisticsStudyPlan', input)).toEqual({
      planned: 0,
      finished: 0,
      people: 0,
      hours: 0,
      rate: null,
    });
  });
});

test('CA-13 refuses a period with an end before its start', async () => {
  const call = callNamed(app, 'enterprise.statisticsCount');
  await read('statisticsStudyPlan');
  const token = tokens.get(`${tenant.id} regulator`);
  const answer = await sendCall(app, call, { from: '2026-03-02', to: '2026-03-01' }, { token });
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('结束日期不能早于开始日期')]);
});

test('CA-13 counts only the first sign-in of staff for 入驻', async () => {
  const other = await makeTenant(app);
  const joined = async () => (await read<Named>('indexStatistics', {}, other))['joined'];
  expect(await joined()).toMatchObject({ numerator: 0, value: 0 });
  await signIn(app, other, 'entstaff');
  app.clock.pass(6);
  expect((await joined())?.numerator).toBe(1);
  const seen = () =>
    app.sql(`select id, version, first_signed_in_at from enterprise where tenant_id = $1 and signed_in order by id`, [
      other.id,
    ]);
  const before = await seen();
  await signIn(app, other, 'entstaff');
  expect(await seen()).toEqual(before);
  await signIn(app, other, 'entadmin');
  app.clock.pass(6);
  expect((await joined())?.numerator).toBe(2);
});

test('CA-13 computes 档案完善 in the database by the rule of the contract', async () => {
  const firm = tenant.enterpriseIds[1];
  const full = await app.sql<Record<string, unknown>>(
    `update enterprise set licence = '/upms/file/${crypto.randomUUID()}', profile_rate = 100, removed_at = null,
       supervision_kind = 'transport', transport_licence_no = 'A1', transport_licence_to = '2027-01-01', enterprise_size = 'small',
       economic_type = '110', established_on = '2020-01-01', business_address = 'a', headcount = 3, head_name = 'a',
       head_phone = '139****0001', safety_head_name = 'a', safety_head_phone = '139****0001', full_time_safety = 1,
       emergency_phone = '1', has_safety_body = false, standard_level = 'none', hazard_features = '{}'
     where tenant_id = $1 and id = $2 returning *`,
    [tenant.id, firm],
  );
  expect(full[0]?.['profile_perfect']).toBe(true);
  const fields = Object.keys(enterpriseFields.shape).filter((name) => name !== 'labels');
  const fileOf = (row: Record<string, unknown>) =>
    Object.fromEntries(fields.map((name) => [name, row[snake(name)] ?? null]));
  expect(isPerfectProfile(fileOf(full[0] ?? {}), 0)).toBe(true);
  const nullable = await app.sql<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'enterprise'::regclass and attnum > 0 and not attnotnull`,
  );
  const empties = new Set(nullable.map(({ name }) => name));
  for (const name of fields) {
    const empty = empties.has(snake(name)) ? 'null' : "''";
    if (!empties.has(snake(name)) && name !== 'legalPerson') continue;
    const [row] = await app.sql<Record<string, unknown>>(
      `with changed as (update enterprise set ${snake(name)} = ${empty} where tenant_id = $1 and id = $2 returning *)
       select * from changed`,
      [tenant.id, firm],
    );
    expect(row?.['profile_perfect'], name).toBe(isPerfectProfile(fileOf(row ?? {}), 0));
    expect(row?.['profile_perfect'], name).toBe(!isRequiredForProfile(name));
    const value = full[0]?.[snake(name)];
    await app.sql(
      `update enterprise set ${snake(name)} = (json_populate_record(null::enterprise, $3)).${snake(name)} where tenant_id = $1 and id = $2`,
      [tenant.id, firm, JSON.stringify({ [snake(name)]: value })],
    );
  }
  const [low] = await app.sql<Record<string, unknown>>(
    `update enterprise set profile_rate = 89 where tenant_id = $1 and id = $2 returning profile_perfect`,
    [tenant.id, firm],
  );
  expect(low).toEqual({ profile_perfect: false });
});

test('CA-13 shows the last colours of each month in the trend', async () => {
  const other = await makeTenant(app);
  const statistics = createEnterpriseStatistics({
    db: app.db,
    clock: app.clock,
    dictionaries: createDictionaryModule({ db: app.db }),
    recent: createAnswerCache({ clock: app.clock, ms: 0 }),
  });
  const paint = (color: string) =>
    app.sql(`update enterprise set color = $2, status = 'active', region_code = '330108' where tenant_id = $1`, [
      other.id,
      color,
    ]);
  const old = (month: string, region: string) =>
    app.sql(`insert into enterprise_color_month values ($1, $2, $3, 'orange', 7, now())`, [other.id, month, region]);
  await old('2025-03', '330108');
  await old('2025-04', '330108');
  await old('2025-12', '330204');
  await paint('red');
  await statistics.keepColors(other.id);
  await paint('yellow');
  await statistics.keepColors(other.id);
  const nextMonth = 31 * 86_400;
  app.clock.pass(nextMonth);
  await paint('blue');
  const trend = async (area?: string) =>
    (await statisticsOf(other, area)).trend.map(({ month, red, orange, yellow, blue }) => [
      month,
      red,
      orange,
      yellow,
      blue,
    ]);
  const statisticsOf = async (whose: TestTenant, area?: string) =>
    dataOf<Counts>(
      await sendCall(app, callNamed(app, 'enterprise.statisticsCount'), area ? { area } : {}, {
        token: (await signIn(app, whose, 'regulator')).access_token,
      }),
    );
  tokens.clear();
  expect(await trend('3301')).toEqual([
    ['2026-03', 0, 0, 6, 0],
    ['2026-04', 0, 0, 0, 6],
  ]);
  expect(await trend()).toEqual([
    ['2025-12', 0, 7, 0, 0],
    ['2026-03', 0, 0, 6, 0],
    ['2026-04', 0, 0, 0, 6],
  ]);
});

test('S35 caches a number for one tenant and enterprise, for five seconds at most', async () => {
  tokens.clear();
  const other = await makeTenant(app, { enterprises: 9 });
  const supervised = async (whose: TestTenant, kind: Kind = 'regulator') =>
    (await read<Counts>('statisticsCount', {}, whose, kind)).supervised.value;
  const mine = await supervised(tenant);
  expect(await supervised(other)).toBe(7);
  expect(await supervised(other, 'entstaff')).toBe(1);
  const staff = await read<Counts>('statisticsCount', {}, other, 'entstaff');
  expect(staff.trend).toEqual([]);
  expect(await supervised(tenant)).toBe(mine);
  for (const name of ['regionRanking', 'indexStatistics', 'joinedByKind']) {
    const [one, two] = [await read(name, {}, tenant), await read(name, {}, other)];
    expect(one, name).not.toEqual(two);
  }
  await app.sql(`update enterprise set status = 'draft' where tenant_id = $1 and id = $2`, [
    other.id,
    other.enterpriseIds[0],
  ]);
  expect(await supervised(other)).toBe(7);
  app.clock.pass(6);
  expect(await supervised(other)).toBe(6);
});

describe('stored sums of enterprises', () => {
  const cells = `region_code, status, color, supervision_kind, enterprise_size`;
  /** Rows where the stored sums differ from the counted enterprises. */
  const wrong = () =>
    app.sql(
      `with told as (select ${cells}, sum(enterprises)::int as n, sum(signed_in)::int as s, sum(perfect)::int as p,
           sum(rates)::int as r, sum(located)::int as l, sum(sum_x)::bigint as x, sum(sum_y)::bigint as y,
           min(west) as west, max(north) as north
         from enterprise_fact where tenant_id = $1 group by ${cells} having sum(enterprises) <> 0),
       live as (select ${cells}, count(*)::int as n, sum(signed_in::int)::int as s, sum(profile_perfect::int)::int as p,
           sum(profile_rate)::int as r, count(point_x)::int as l, coalesce(sum(point_x), 0) as x,
           coalesce(sum(point_y), 0) as y, min(point_x) as west, max(point_y) as north
         from enterprise where tenant_id = $1 and removed_at is null group by ${cells})
       select * from live full join told on (live.region_code, live.status, live.color, live.supervision_kind) =
           (told.region_code, told.status, told.color, told.supervision_kind)
         and live.enterprise_size is not distinct from told.enterprise_size
       where (live.n, live.s, live.p, live.r, live.l, live.x, live.y) is distinct from
           (told.n, told.s, told.p, told.r, told.l, told.x, told.y)
         or told.west > live.west or told.north < live.north`,
      [tenant.id],
    );

  const off = async () =>
    (
      await app.sql<{ off: number }>(
        `select (select coalesce(sum(enterprises), 0) from enterprise_total where tenant_id = $1)::int
           - (select count(*) from enterprise where tenant_id = $1 and removed_at is null)::int as off`,
        [tenant.id],
      )
    )[0]?.off;

  test('CA-13 are exact during concurrent changes and merging', async () => {
    const ids = (await app.sql<{ id: string }>(`select id from enterprise where tenant_id = $1`, [tenant.id])).map(
      ({ id }) => id,
    );
    expect(await wrong()).toEqual([]);
    const change = async (which: number) => {
      for (let n = 0; n < 12; n += 1)
        await app.sql(
          `update enterprise set color = (array['red', 'blue', 'unrated'])[1 + $3::int % 3], profile_rate = 5 * $3::int,
             enterprise_size = (array['large', null])[1 + $3::int % 2], lng = 120 + $3::int * 0.01, lat = 30 - $3::int * 0.01,
             region_code = (array['330108', '330204'])[1 + $3::int % 2],
             removed_at = case when $3::int % 5 = 0 then now() end
           where tenant_id = $1 and id = any ($2)`,
          [tenant.id, ids.filter((_, at) => at % 4 === which), n * 3 + which],
        );
    };
    const gather = async () => {
      for (let n = 0; n < 10; n += 1) {
        await app.sql(`select enterprise_fact_fold($1), enterprise_total_fold($1)`, [tenant.id]);
        await app.sql(`select enterprise_fact_recount($1), enterprise_total_recount($1)`, [tenant.id]);
      }
    };
    await Promise.all([change(0), change(1), change(2), change(3), gather(), gather()]);
    expect(await wrong()).toEqual([]);
    expect(await off()).toBe(0);
    await app.sql(`select enterprise_fact_fold($1), enterprise_total_fold($1)`, [tenant.id]);
    expect(await wrong()).toEqual([]);
    expect(await off()).toBe(0);
  });
});
