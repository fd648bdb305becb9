// Compares every home page number with its list and with independent SQL (CA-13).
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataOf, send } from '../../../testing/client.ts';
import { makeDanger, makeItem } from '../../../testing/danger-rows.ts';
import { openPeople, type People } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { makePeople } from '../../../testing/staff.ts';

interface Figure {
  value: number | null;
  numerator: number;
  denominator: number | null;
  from: string | null;
  to: string | null;
  asOf: string;
  href: string | null;
}
type Home = Record<string, Figure>;
let app: TestApp;
let people: People;
let today: string;
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
  today = dayOf(app.clock.now());
  const [a = '', b = '', c = ''] = people.home.enterpriseIds;
  const make = (made: Parameters<typeof makeDanger>[3]) => makeDanger(app, people.home.id, today, made);
  await make({ enterpriseId: a, due: 4, foundInDays: -1 });
  await make({ enterpriseId: a, due: -1, foundInDays: -6 });
  await make({ enterpriseId: b, due: -31, foundInDays: -50, status: 'returned' });
  await make({ enterpriseId: b, due: -2, foundInDays: -9, level: 'major', status: 'rectifying', listed: true });
  await make({ enterpriseId: b, due: -20, foundInDays: -30, status: 'submitted', submitted: -21 });
  await make({ enterpriseId: c, due: 3, foundInDays: -1, status: 'submitted', submitted: 0, turn: 'verifier' });
  await make({ enterpriseId: c, due: 0, foundInDays: -1, status: 'accepted', submitted: -1, turn: 'nobody' });
  await make({ enterpriseId: c, due: -1, foundInDays: 0, status: 'accepted', submitted: 0 });
  await make({ enterpriseId: c, due: -1, foundInDays: -1, status: 'voided' });
  await make({ enterpriseId: c, due: 60, foundInDays: -70, level: 'major', status: 'accepted', submitted: -40 });
  for (const left of [-4, -1, 0, 29, 30, 31, 200])
    await makeItem(app, people.home.id, today, { enterpriseId: left < 0 ? a : b, left });
  await makeDanger(app, people.other.id, today, { enterpriseId: people.other.enterpriseIds[0] ?? '', due: -5 });
}, 120_000);
afterAll(() => app.close());

const count = async (text: string) => {
  const [row] = await app.sql<{ n: number }>(
    `select count(*)::int as n from ${text.replaceAll('$T', `'${people.home.id}'`).replaceAll('$D', `date '${today}'`)}`,
  );
  return row?.n;
};
const unclosed = `danger where tenant_id = $T and status not in ('accepted', 'voided')`;
const late = `${unclosed} and status <> 'submitted' and deadline_on < $D`;
const month = `(found_at at time zone 'Asia/Shanghai') >= date_trunc('month', $D::timestamp)`;
const foundSql = `danger where tenant_id = $T and status <> 'voided' and ${month}`;
const due = `danger where tenant_id = $T and status <> 'voided' and deadline_on between date_trunc('month', $D::timestamp) and $D`;
const conditions: Readonly<Record<string, string>> = {
  overdue: late,
  openMajor: `${unclosed} and level = 'major'`,
  listed: `${unclosed} and level = 'major' and listed_on is not null and delisted_on is null`,
  found: foundSql,
  accepted: foundSql,
  onTime: due,
  expired: `warning where tenant_id = $T and valid_to < $D`,
  expiring: `warning where tenant_id = $T and valid_to between $D and $D + 30`,
  recheck: `danger where tenant_id = $T and status = 'submitted' and turn = 'regulator'`,
};
const lists: readonly [page: string, call: string][] = [
  ['/bus/enterpriseexpinfo1/index', '/bus/enterpriseexpinfo/page'],
  ['/bus/enterprisewarn/index', '/bus/enterprisewarn/page'],
  ['/bus/inspection/index', '/bus/inspection/page'],
  ['/bus/enterprise/index', '/bus/enterprise/page'],
  ['/bus/emp/index', '/bus/emp/page'],
  ['/bus/dailyEducation/index', '/bus/dailyEducation/page'],
  ['/bus/vehicle/index', '/bus/vehicle/page'],
  ['/bus/shift/plan', '/bus/shift/page'],
];
async function listed(href: string): Promise<number> {
  const query = `${href.split('?')[1] ?? ''}&size=1`;
  const answer = await send(app, 'GET', callOf(href), { token: people.token(), query });
  return dataOf<{ total: number }>(answer).total;
}
const readHome = async (): Promise<Home> => dataOf<Home>(await people.call('home.regulator', {}));
const callOf = (href: string) => lists.find(([page]) => href.startsWith(page))?.[1] ?? '';
const isListed = (href: string) => app.mounted.some((one) => one.call.path === callOf(href));

test('shows regulators home numbers that match the definitions and the lists of the numbers', async () => {
  const home = await readHome();
  for (const [key, text] of Object.entries(conditions)) {
    const figure = home[key];
    const counted = await count(text);
    expect([key, figure?.denominator ?? figure?.numerator]).toEqual([key, counted]);
    expect(figure?.asOf, key).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    if (counted === 0) expect(figure?.href, key).toBeNull();
    else if (isListed(figure?.href ?? '')) expect([key, await listed(figure?.href ?? '')]).toEqual([key, counted]);
  }
  expect(home['accepted']?.numerator).toBe(await count(`${foundSql} and status = 'accepted'`));
  expect(home['onTime']?.numerator).toBe(
    await count(
      `${due} and status in ('submitted', 'accepted') and (submitted_at at time zone 'Asia/Shanghai')::date <= deadline_on`,
    ),
  );
  expect(home).toMatchObject({ overdueEnterprises: 2, overdueLongest: 31, overdueToday: 1, recheckLate: 1 });
});

test('returns null for a rate whose denominator is zero', async () => {
  const home = dataOf<Home>(await people.call('home.regulator', { area: '540000' }));
  expect([home['accepted'], home['onTime']]).toMatchObject([
    { value: null, denominator: 0, href: null },
    { value: null, denominator: 0, href: null },
  ]);
  expect(home['overdue']).toMatchObject({ value: 0, href: null });
});

test('shows the same danger numbers in ranking, trend and lists', async () => {
  const home = dataOf<{
    ranking: { open: Figure; overdue: Figure; onTime: Figure; late: Record<string, Figure> }[];
    rest: { regions: number; dangers: number };
    trend: { month: string; found: number; accepted: number }[];
    late: { title: string; leftDays: number; turn: string }[];
    expiries: { leftDays: number }[];
  }>(await people.call('home.regulator', {}));
  const open = home.ranking.reduce((sum, row) => sum + (row.open.value ?? 0), 0) + home.rest.dangers;
  expect(open).toBe(await count(unclosed));
  const rates = home.ranking.map(({ onTime }) => onTime.value ?? 101);
  expect(rates).toEqual([...rates].sort((x, y) => x - y));
  const days = home.ranking.reduce((sum, row) => sum + (row.late['enterprise']?.value ?? 0), 0);
  expect(days).toBe(1 + 31 + 2);
  // The dangers were submitted 21 days ago, so the verifier is late, not the enterprise.
  expect(home.ranking.reduce((sum, row) => sum + (row.late['regulator']?.value ?? 0), 0)).toBeGreaterThan(10);
  // Each party's share links to the list of its late dangers.
  const opened = async (side: string) =>
    Promise.all(
      home.ranking
        .map(({ late: days }) => days[side]?.href ?? '')
        .filter(Boolean)
        .map(listed),
    );
  expect((await opened('enterprise')).reduce((sum, rows) => sum + rows, 0)).toBe(await count(late));
  expect((await opened('regulator')).reduce((sum, rows) => sum + rows, 0)).toBe(1);
  expect(home.trend).toHaveLength(12);
  expect(home.trend.reduce((sum, row) => sum + row.found, 0)).toBe(
    await count(`danger where tenant_id = $T and status <> 'voided'`),
  );
  expect(home.trend.reduce((sum, row) => sum + row.accepted, 0)).toBe(
    await count(`danger where tenant_id = $T and status = 'accepted'`),
  );
  expect(home.late.map(({ leftDays }) => leftDays)).toEqual([-31, -2, -1]);
  expect(home.expiries.map(({ leftDays }) => leftDays)).toEqual([-4, -1, 0, 29, 30]);
});

test('links a city in the ranking of its divisions to its own dangers', async () => {
  const [id] = people.home.enterpriseIds;
  const [before] = await app.sql<{ code: string }>(
    'select distinct oversight_code as code from danger where enterprise_id = $1',
    [id],
  );
  const move = (code: string) => app.sql('update danger set oversight_code = $2 where enterprise_id = $1', [id, code]);
  const city = `${before?.code.slice(0, 4)}00`;
  await move(city);
  const { ranking } = dataOf<{ ranking: { code: string; name: string; open: Figure }[] }>(
    await people.call('home.regulator', {}),
  );
  expect(ranking.find(({ code }) => code === city)?.name).toMatch(/（本级）$/);
  for (const { open } of ranking) if (open.href !== null) expect(await listed(open.href)).toBe(open.value);
  await move(before?.code ?? '');
});

test('shows the same danger numbers in indexStatistics and home', async () => {
  const home = await readHome();
  const index = dataOf<Home>(await people.call('enterprise.indexStatistics', {}));
  expect(index['dangersFound']).toMatchObject({ value: home['found']?.value });
  expect(index['dangersAccepted']).toMatchObject({
    value: home['accepted']?.value,
    denominator: home['accepted']?.denominator,
  });
  expect(index['dangersOverdue']).toMatchObject({ value: home['overdue']?.value, href: home['overdue']?.href });
  expect(index['trainingDone']).toMatchObject({ numerator: 0, denominator: 0 });
  expect(index['reportsSent']).toMatchObject({ numerator: 0 });
});

test('shows enterprise staff the numbers and completed steps of their enterprise', async () => {
  const id = people.home.enterpriseIds[0] ?? '';
  await app.sql(
    `update enterprise set licence_to = null, standard_to = null, policy_to = null, transport_licence_to = null where id = $1`,
    [id],
  );
  const home = dataOf<
    Home & { tracked: number; steps: { key: string; done: boolean; note: string }[]; dangers: { leftDays: number }[] }
  >(await people.call('home.enterprise', {}, 'entadmin'));
  const own = `enterprise_id = '${id}'`;
  expect(home['open']?.value).toBe(await count(`${unclosed} and ${own}`));
  expect(home['overdue']?.value).toBe(await count(`${late} and ${own}`));
  expect([home['expired']?.value, home['expiring']?.value, home.tracked]).toEqual([2, 0, 2]);
  const step = (key: string) => home.steps.find((one) => one.key === key);
  expect(step('licence')).toMatchObject({ done: false, note: '还没有填写有效期' });
  expect(step('danger')?.done).toBe(true);
  expect(home.dangers.map(({ leftDays }) => leftDays)).toEqual([-1, 4]);
});

test('returns no enterprise home to users without an enterprise', async () => {
  expect(dataOf(await people.call('home.enterprise', {}))).toBeNull();
  const other = dataOf<Home>(await people.call('home.regulator', {}, 'regulator', 'other'));
  expect(other['overdue']?.value).toBe(1);
  expect(addDays(today, 0)).toBe(today);
});

test('matches sums by division with the dangers after changes and merging', async () => {
  const [a = '', b = ''] = people.home.enterpriseIds;
  const id = await makeDanger(app, people.home.id, today, { enterpriseId: b, due: -3, foundInDays: -40 });
  const later = await makeDanger(app, people.home.id, today, { enterpriseId: a, due: 2, foundInDays: 0 });
  const counted = async (one: string) =>
    (
      await app.sql<{ row: string }>(
        one === 'facts'
          ? `select concat_ws(' ', oversight_code, kind, day, sum(dangers), sum(done)) as row from danger_fact
               where tenant_id = $1 group by oversight_code, kind, day having sum(dangers) <> 0 or sum(done) <> 0 order by 1`
          : `select concat_ws(' ', oversight_code, f.kind, f.day, count(*), sum(f.done)) as row from danger d
               cross join lateral danger_facts_of(d.status, d.found_at, d.deadline_on, d.submitted_at, d.verified_at) f
               where tenant_id = $1 and removed_at is null group by oversight_code, f.kind, f.day order by 1`,
        [people.home.id],
      )
    ).map(({ row }) => row);
  const same = async () => expect(await counted('facts')).toEqual(await counted('dangers'));
  await same();
  for (const change of [
    `status = 'submitted', submitted_at = now()`,
    `status = 'accepted', verified_at = now()`,
    `deadline_on = deadline_on + 9`,
    `removed_at = now()`,
    `removed_at = null, status = 'voided'`,
  ]) {
    await app.sql(`update danger set ${change} where id = $1`, [id]);
    await same();
  }
  await app.sql(`update enterprise set region_code = '110101' where id = $1`, [a]);
  await same();
  await app.sql('delete from danger where id = any($1)', [[id, later]]);
  await same();
  const before = await counted('facts');
  await app.sql('select danger_fact_fold($1)', [people.home.id]);
  expect(await counted('facts')).toEqual(before);
  await app.sql('select danger_fact_recount($1)', [people.home.id]);
  expect(await counted('facts')).toEqual(before);
});

test('returns to enterprise staff only sums of the own enterprise', async () => {
  const own = `enterprise_id = '${people.home.enterpriseIds[0] ?? ''}'`;
  const home = dataOf<Home & { trend: { found: number }[] }>(await people.call('home.regulator', {}, 'entadmin'));
  expect([home['found']?.numerator, home['onTime']?.denominator]).toEqual([
    await count(`${foundSql} and ${own}`),
    await count(`${due} and ${own}`),
  ]);
  expect(home.trend.reduce((sum, row) => sum + row.found, 0)).toBe(
    await count(`danger where tenant_id = $T and status <> 'voided' and ${own}`),
  );
});

test('matches coverage, inspections and scores with their rows and lists', async () => {
  const [a = '', b = ''] = people.home.enterpriseIds;
  for (const [at, [id, source, status, fails]] of (
    [
      [a, 'regulator', 'finished', 2],
      [a, 'regulator', 'finished', 1],
      [b, 'regulator', 'running', 0],
      [b, 'self', 'finished', 4],
    ] as const
  ).entries())
    await app.sql(
      `insert into inspection (tenant_id, id, enterprise_id, no, title, kind, source, inspectors, started_at, status,
         item_count, done_count, fail_count, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, $3, '检查', 'routine', $4, '[]', $5, $6, 9, 9, $7, now(), now())`,
      [people.home.id, id, `JCT${at}`, source, `${today} 09:00:00+08`, status, fails],
    );
  await app.sql(
    `update enterprise set health_score = case id when $2 then 61.4 when $3 then 88.6 end where tenant_id = $1`,
    [people.home.id, a, b],
  );
  const home = dataOf<Home & { lowest: { id: string; score: number; href: string }[] }>(
    await people.call('home.supervision', {}),
  );
  const supervised = `enterprise where tenant_id = $T and removed_at is null and status in ('active', 'suspended')`;
  expect(home['inspected']).toMatchObject({ numerator: 1, denominator: await count(supervised) });
  expect(home['inspections']).toMatchObject({ value: 2 });
  expect(home['perInspection']).toMatchObject({ value: 1.5, numerator: 3, denominator: 2 });
  expect(home['score']).toMatchObject({ value: 61.4, numerator: 2, denominator: await count(supervised) });
  expect(home.lowest.map(({ id, score }) => [id, score])).toEqual([
    [a, 61.4],
    [b, 88.6],
  ]);
  expect(await listed(home['inspections']?.href ?? '')).toBe(2);
  const due = `risk_check where tenant_id = $T and removed_at is null and status in ('pending', 'done')
    and due_on between '${addDays(today, -30)}' and '${addDays(today, -1)}'`;
  expect(home['checked']).toMatchObject({ denominator: await count(due) });
  const points = `risk_point where tenant_id = $T and removed_at is null and status = 'inForce'`;
  expect(home['controlled']).toMatchObject({ value: await count(points) });
  expect(await listed(home['inspected']?.href ?? '')).toBe(await count(supervised));
  const own = dataOf<Home & { standing: unknown }>(await people.call('home.enterprise', {}, 'entadmin'));
  // Null, because with fewer than five peers a rank would reveal each other's scores.
  expect(own.standing).toBeNull();
  const none = dataOf<Home>(await people.call('home.supervision', { area: '540000' }));
  expect(none).toMatchObject({ score: { value: null, href: null }, perInspection: { value: null }, lowest: [] });
});

test('matches staff and fleet numbers with SQL and their lists', async () => {
  const [id = ''] = people.home.enterpriseIds;
  const staff = await makePeople(app, people.home, [
    { postKind: 'driver' },
    { postKind: 'driver' },
    { postKind: 'specialOperator' },
    { postKind: 'general' },
  ]);
  const [driver, , operator, worker] = staff.map((one) => one.id);
  const year = addDays(today, 300);
  for (const [holder, kind, validTo] of [
    [driver, 'driverLicence', year],
    [driver, 'roadQualification', year],
    [operator, 'operator', addDays(today, -1)],
  ] as const)
    await app.sql(
      `insert into certificate (tenant_id, id, enterprise_id, employee_id, kind, cert_no, name, issued_on, valid_to,
         status, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, $3, $4, $6, '证件', '2024-01-01', $5, 'verified', now(), now())`,
      [people.home.id, id, holder, kind, validTo, `T${kind}`],
    );
  const [plan] = await app.sql<{ id: string }>(
    `insert into training_plan (tenant_id, id, enterprise_id, title, kind, start_on, end_on, hours_required, status,
       created_at, updated_at)
     values ($1, gen_random_uuid(), $2, '月度教育', 'routine', $3, $3, 2, 'ended', now(), now()) returning id`,
    [people.home.id, id, today],
  );
  for (const [holder, status] of [
    [driver, 'passed'],
    [operator, 'learning'],
    [worker, 'exempted'],
  ] as const)
    await app.sql(
      `insert into learning_task (tenant_id, id, enterprise_id, plan_id, employee_id, plan_title, employee_name, due_on,
         status, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, $3, $4, '月度教育', '学员', $5, $6, now(), now())`,
      [people.home.id, id, plan?.id, holder, today, status],
    );
  for (const [at, [validTo, status]] of (
    [
      [year, 'operating'],
      [addDays(today, -1), 'operating'],
      [year, 'stopped'],
    ] as const
  ).entries())
    await app.sql(
      `insert into vehicle (tenant_id, id, enterprise_id, plate_no, plate_color, car_type, ownership, first_registered_on,
         valid_to, status, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, $3, 'yellow', 'lineBus', 'own', '2024-01-01', $4, $5, now(), now())`,
      [people.home.id, id, `浙A1234${at}`, validTo, status],
    );
  const home = dataOf<Home>(await people.call('home.enterprise', {}, 'entadmin'));
  const own = `tenant_id = $T and enterprise_id = '${id}' and removed_at is null`;
  const needy = `employee where ${own} and status = 'onDuty' and post_kind in ('driver', 'specialOperator', 'equipmentOperator', 'escort')`;
  const due = `learning_task where ${own} and status <> 'exempted' and due_on between date_trunc('month', $D::timestamp) and $D`;
  const operating = `vehicle where ${own} and status = 'operating'`;
  for (const [key, whole, part] of [
    ['trained', due, `${due} and status = 'passed'`],
    ['vehicles', operating, `${operating} and valid_to >= $D`],
  ] as const) {
    const all = await count(whole);
    const shown = await count(part);
    expect([key, home[key]?.numerator, home[key]?.denominator]).toEqual([key, shown, all]);
    // A rate links to the rows of its denominator, a count to the counted rows.
    expect([key, await rowsFor(home[key]?.href ?? '')]).toEqual([key, key === 'vehicles' ? shown : all]);
  }
  // In high-risk trades, heads need certificates too; otherwise the definition is the same.
  expect(home['certified']?.numerator).toBeGreaterThanOrEqual(1);
  expect(home['certified']?.denominator).toBeGreaterThanOrEqual((await count(needy)) ?? 0);
  expect(await rowsFor(home['certified']?.href ?? '')).toBe(home['certified']?.denominator);
});
async function rowsFor(href: string): Promise<number> {
  const query = `${(href.split('?')[1] ?? '').replace('tab=all&', '')}&size=1`;
  return dataOf<{ total: number }>(await send(app, 'GET', callOf(href), { token: people.token('entadmin'), query }))
    .total;
}
