// ER: concurrent edits, lifecycle steps, merges, transfers, labels, removals and decisions on the same enterprises.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enterpriseFieldSpecs } from '@anlan/contract/modules/enterprise/fields';
import { resumeChecks } from '@anlan/contract/modules/enterprise/lifecycle';
import { profileRate } from '@anlan/contract/modules/enterprise/profile-rate';
import { createRandom } from '#kernel/random.ts';
import { callNamed, dataOf, send, sendCall, type Answer } from '../../testing/client.ts';
import { openSetup, type Setup } from '../../testing/enterprises.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { freshCreditCode, makeTenant, type Kind, type TestTenant } from '../../testing/tenants.ts';

let app: TestApp;
let tenant: TestTenant;
let setup: Setup;
beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
  setup = await openSetup(app, tenant);
});
afterAll(() => app.close());

const own = () => tenant.enterpriseIds[0] ?? '';
let serial = 0;
async function entered(more: Record<string, unknown> = {}) {
  serial += 1;
  const { id } = await setup.created({
    name: `同时试验${serial}号有限公司`,
    creditCode: freshCreditCode(),
    registeredAddress: `同时路 ${serial} 号`,
    legalPerson: `同时${serial}`,
    safetyManagerPhone: `1390000${1000 + serial}`,
    ...more,
  });
  return id;
}
const station = (enterpriseId: string) => ({
  enterpriseId,
  code: `TS-${(serial += 1)}`,
  name: '同时站',
  kind: 'passenger',
  regionCode: '330108',
  address: '站前路 1 号',
  managerName: '陆安',
  managerPhone: '13900000000',
});
const byStation = (enterpriseId: string) =>
  sendCall(app, callNamed(app, 'station.create'), station(enterpriseId), setup.as('regulator'));

const jobs: string[] = [];
async function bulk(input: Record<string, unknown>): Promise<Answer> {
  const answer = await setup.call('bulk', input);
  if (answer.status === 200) jobs.push(dataOf<{ jobId: string }>(answer).jobId);
  return answer;
}
async function jobsOver() {
  for (const id of jobs.splice(0)) {
    const state = async () =>
      dataOf<{ state: string; message: string | null }>(
        await send(app, 'GET', `/upms/job/${id}`, setup.as('regulator')),
      );
    await expect.poll(async () => (await state()).state, { timeout: 60_000 }).toMatch(/done|failed|cancelled/);
    expect(await state()).toMatchObject({ state: 'done' });
  }
}

type Row = { id: string; version: number };
const rowsOf = async (...ids: string[]) => {
  const enterpriseRows = await app.sql<Row>('select id, version from enterprise where id = any($1)', [ids]);
  return ids.map((id) => enterpriseRows.find((row) => row.id === id) ?? { id, version: 0 });
};

/**
 * Runs all acts concurrently on enterprises: one that remains, one that is merged away, its child, a draft, and one
 * under review.
 */
async function round(mix: ReturnType<typeof createRandom>, at: number) {
  const dropId = await entered({ entryStatus: '2' });
  const draftId = await entered();
  const childId = await entered({ entryStatus: '2', parentId: dropId });
  const otherId = await entered({ entryStatus: '2' });
  const askedId = await entered();
  await app.sql(`update enterprise set status = 'underReview' where id = $1`, [askedId]);
  const [keep, drop, draft, child, other, submittedRow] = (await rowsOf(
    own(),
    dropId,
    draftId,
    childId,
    otherId,
    askedId,
  )) as [Row, Row, Row, Row, Row, Row];
  const stop = { kind: 'business', fromOn: '2026-03-01', reason: '停业检修试验' };
  const edit =
    (row: Row, patch: object, kind: Kind = 'regulator') =>
    () =>
      setup.call('update', { ...row, ...patch }, kind);
  const acts: (() => Promise<Answer>)[] = [
    edit(keep, { shortName: `简称${at}` }),
    edit(keep, { town: `街道${at}` }, 'admin'),
    edit(keep, { headcount: 100 + at, hazardFeatures: at % 2 ? ['dust'] : ['gas', 'dust'] }, 'entadmin'),
    edit(drop, { shortName: `去${at}` }, 'admin'),
    edit(child, { shortName: `下${at}` }),
    edit(other, { parentId: drop.id }),
    edit(drop, { parentId: other.id }),
    edit(child, { parentId: other.id }, 'admin'),
    edit(other, { parentId: child.id }, 'admin'),
    edit(submittedRow, { parentId: draft.id }, 'admin'),
    edit(draft, { officerId: tenant.people.admin }),
    () => setup.call('updateLogo', { aliasName: `标${at}`, logoUrl: null }, 'entadmin'),
    () =>
      setup.call(at % 2 ? 'suspend' : 'resume', {
        ...keep,
        ...(at % 2 ? stop : { checklist: Object.keys(resumeChecks) }),
      }),
    () =>
      setup.call('merge', { keepId: keep.id, keepVersion: keep.version, dropId: drop.id, dropVersion: drop.version }),
    () =>
      setup.call(
        'merge',
        { keepId: drop.id, keepVersion: drop.version, dropId: other.id, dropVersion: other.version },
        'admin',
      ),
    () => setup.call('transfer', { ...drop, regionCode: at % 2 ? '330106' : '330212', reason: '迁移区划试验' }),
    () =>
      setup.call('transfer', { ...keep, regionCode: at % 2 ? '330106' : '330108', reason: '迁移区划试验' }, 'admin'),
    () => setup.call('close', { ...drop, reason: 'shutDown', closedOn: '2026-03-01' }, 'admin'),
    () => setup.call('remove', draft),
    () => setup.call('activate', draft, 'admin'),
    () => setup.call('approve', { ...submittedRow, officerId: null }),
    () => setup.call('reject', { ...submittedRow, reason: '材料不全请补充' }, 'admin'),
    () => byStation(drop.id),
    () => byStation(draft.id),
    () => bulk({ action: 'addLabels', labels: ['keySupervision'], ids: [keep.id, drop.id, child.id, draft.id] }),
    () => bulk({ action: 'removeLabels', labels: ['keySupervision'], ids: [child.id, keep.id] }),
    () => bulk({ action: 'assignOfficer', officerId: tenant.people.admin, ids: [drop.id, child.id, draft.id] }),
    () => bulk({ action: 'suspend', ...stop, ids: [drop.id, child.id, other.id] }),
  ];
  const order = acts.map((act) => ({ act, by: mix.next() })).toSorted((a, b) => a.by - b.by);
  const answers = await Promise.all(order.map(({ act }) => act()));
  for (const { status, text } of answers) expect([200, 400, 404, 409, 429], text).toContain(status);
  await jobsOver();
  return answers;
}

/** Queries that must return no row. Each one finds an inconsistency after a round. */
const wrongWith = {
  'a version without its one row of the audit': `
    select e.id, e.version, count(a.id) as told from enterprise e
    left join audit a on a.tenant_id = e.tenant_id and a.object_id = e.id::text and a.object_type = 'enterprise' and a.outcome = 'done'
    where e.tenant_id = $1 and e.source = 'regulator' and e.name like '同时试验%'
    group by e.id, e.version having e.version <> count(a.id)`,
  'a file below one that is gone': `
    select c.id, p.status, p.removed_at from enterprise c join enterprise p on p.tenant_id = c.tenant_id and p.id = c.parent_id
    where c.tenant_id = $1 and c.removed_at is null and (p.removed_at is not null or p.merged_into is not null)`,
  'a file above itself': `
    with recursive above (id, at) as (
      select id, parent_id from enterprise where tenant_id = $1 and parent_id is not null
      union select above.id, e.parent_id from above join enterprise e on e.tenant_id = $1 and e.id = above.at
        where e.parent_id is not null)
    select id from above where id = at`,
  'a station of one that is gone': `
    select s.id, e.status, e.removed_at from station s join enterprise e on e.tenant_id = s.tenant_id and e.id = s.enterprise_id
    where s.tenant_id = $1 and s.removed_at is null and (e.removed_at is not null or e.merged_into is not null)`,
  'a to-do about one that is gone': `
    select t.id, t.title from todo t join enterprise e on e.tenant_id = t.tenant_id and e.id::text = t.subject_id::text
    where t.tenant_id = $1 and t.done_at is null and (e.removed_at is not null or e.status = 'closed')`,
  'a tag that its file does not have, or lacks': `
    with said as (select id, kind, value from enterprise e cross join lateral (
        select 'hazardFeature' as kind, unnest(e.hazard_features) as value union all select 'highRiskKind', unnest(e.high_risk_kinds)
        union all select 'permitKind', unnest(e.permit_kinds) union all select 'carType', unnest(e.car_types)
        union all select 'label', unnest(e.labels)) t where e.tenant_id = $1),
      kept as (select enterprise_id as id, kind, value from enterprise_tag where tenant_id = $1)
    (select * from said except select * from kept) union all (select * from kept except select * from said)`,
  'a sum that a fresh count does not give': `
    with counted as (select region_code, status, color, supervision_kind, enterprise_size, count(*) as n, sum(signed_in::int) as s,
        sum(profile_perfect::int) as p, sum(profile_rate) as r from enterprise
      where tenant_id = $1 and removed_at is null group by 1, 2, 3, 4, 5),
      summed as (select region_code, status, color, supervision_kind, enterprise_size, sum(enterprises) as n, sum(signed_in) as s,
        sum(perfect) as p, sum(rates) as r from enterprise_fact where tenant_id = $1 group by 1, 2, 3, 4, 5 having sum(enterprises) <> 0)
    (select * from counted except select * from summed) union all (select * from summed except select * from counted)`,
  'a total that a fresh count does not give': `
    select * from (select (select sum(enterprises) from enterprise_total where tenant_id = $1) as summed,
      (select count(*) from enterprise where tenant_id = $1 and removed_at is null) as counted) t where summed <> counted`,
};

const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe('all acts of an enterprise concurrently, twenty rounds', () => {
  test('end with success or conflict, and break no reference', async () => {
    const mix = createRandom(41);
    const seen = new Map<number, number>();
    for (let at = 0; at < 20; at += 1)
      for (const { status } of await round(mix, at)) seen.set(status, (seen.get(status) ?? 0) + 1);
    expect(seen.get(200)).toBeGreaterThan(100);
    expect(seen.get(409)).toBeGreaterThan(50);
    for (const [what, query] of Object.entries(wrongWith)) expect(await app.sql(query, [tenant.id]), what).toEqual([]);
  }, 240_000);

  test('leave the completeness of each enterprise equal to the contract computation', async () => {
    const rows = await app.sql<Record<string, unknown>>(
      `select * from enterprise where tenant_id = $1 and (id = $2 or name like '同时试验%')`,
      [tenant.id, own()],
    );
    const wrong = rows.flatMap((row) => {
      const file = Object.fromEntries(
        Object.keys(enterpriseFieldSpecs).map((name) => [name, row[columnOf(name)] ?? null]),
      );
      return row['profile_rate'] === profileRate(file) ? [] : [[row['name'], row['profile_rate'], profileRate(file)]];
    });
    expect(wrong).toEqual([]);
  });
});
