// Scores and colours through the API: computed after events, stored by day, fixed by a regulator, shown with reasons.
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callNamed, dataOf, sendCall, signIn } from '../../../testing/client.ts';
import { makeDanger, makeItem } from '../../../testing/danger-rows.ts';
import { declaredNamed, valuesFor } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { makePeople } from '../../../testing/staff.ts';
import { makeTenant, type TestTenant } from '../../../testing/tenants.ts';

interface Card {
  score: number | null;
  color: string;
  computed: string;
  reasons: { text: string; href: string | null }[];
  parts: { key: string; points: number | null; leftOut: string | null }[];
  acts: { text: string; gain: number | null }[];
  days: { day: string; score: number | null; color: string }[];
  before: { day: string; score: number | null } | null;
  hold: { color: string; reason: string; byName: string | null } | null;
  mayHold: boolean;
}
let app: TestApp;
let tenants: Record<'home' | 'other', TestTenant>;
let today: string;
type Who = 'regulator' | 'entadmin';
let tokens: Map<string, string>;
/** Signs all users in again, because sessions expire when the test clock moves. */
async function begin() {
  today = dayOf(app.clock.now());
  tokens = new Map();
  for (const side of ['home', 'other'] as const)
    for (const kind of ['regulator', 'entadmin'] as const)
      tokens.set(`${side} ${kind}`, (await signIn(app, tenants[side], kind)).access_token);
}
beforeAll(async () => {
  app = await openTestApp();
  tenants = { home: await makeTenant(app), other: await makeTenant(app) };
  await begin();
}, 120_000);
const call = (name: string, input: Record<string, unknown>, kind: Who = 'regulator', of: 'home' | 'other' = 'home') =>
  sendCall(app, callNamed(app, name), input, { token: tokens.get(`${of} ${kind}`) });
async function later(days: number) {
  app.clock.pass(days * 24 * 3600);
  await begin();
}
afterAll(() => app.close());

const firm = (at: number) => tenants.home.enterpriseIds[at] ?? '';
const cardOf = async (enterpriseId: string, kind: 'regulator' | 'entadmin' = 'regulator') =>
  dataOf<Card>(await call('score.card', kind === 'regulator' ? { enterpriseId } : {}, kind));
const stored = async (id: string) => {
  const [row] = await app.sql<{
    health_score: number | null;
    color: string;
    color_reasons: string[];
    version: number;
  }>('select health_score, color, color_reasons, version from enterprise where id = $1', [id]);
  return row;
};
const night = () => app.doNow('score.all');

test('returns no score and the colour unrated for an enterprise without data', async () => {
  const card = await cardOf(firm(3));
  expect([card.score, card.color, card.reasons]).toEqual([null, '0', []]);
  expect(card.parts.map(({ key, leftOut }) => [key, leftOut])).toContainEqual(['learning', 'nothing']);
});

test('stores score, colour and reasons in the nightly job', async () => {
  const id = firm(0);
  await app.sql(`update enterprise set profile_rate = 80, dossier_rate = null, version = 5 where id = $1`, [id]);
  for (let at = 0; at < 4; at += 1)
    await makeDanger(app, tenants.home.id, today, {
      enterpriseId: id,
      status: 'accepted',
      foundInDays: -20,
      due: -10,
      submitted: at === 0 ? -9 : -11,
    });
  await makeDanger(app, tenants.home.id, today, { enterpriseId: id, due: 5 });
  for (const left of [-3, 10, 200, 300]) await makeItem(app, tenants.home.id, today, { enterpriseId: id, left });
  await night();
  const card = await cardOf(id);
  // The parts are 54.5 × 3/4, 27.3 × 3/4 and 18.2 × 80 %, each rounded down.
  expect(card.parts.flatMap(({ points }) => (points === null ? [] : [points]))).toEqual([40.8, 20.4, 14.5]);
  expect([card.score, card.color]).toEqual([75.7, '3']);
  expect(card.reasons.map(({ text }) => text)).toEqual(['1 项已过期', '安全分 75.7 低于 90']);
  expect(await stored(id)).toEqual({
    health_score: 75.7,
    color: 'yellow',
    color_reasons: card.reasons.map(({ text }) => text),
    version: 5,
  });
  expect(card.days).toEqual([{ day: today, score: 75.7, color: '3' }]);
  expect(card.acts.map(({ text }) => text)).toEqual(['续期 1 项已过期', '补齐企业档案', '按期整改 1 条隐患']);
  const count = async () => {
    const [row] = await app.sql<{ days: string; told: string; at: Date }>(
      `select (select count(*) from score_day) as days, (select count(*) from resource_history where resource = 'score') as told,
         (select max(computed_at) from score_day) as at`,
    );
    return row;
  };
  const before = await count();
  app.clock.pass(60);
  await night();
  expect(await count()).toEqual(before);
});

test('writes a changed score or colour into the history', async () => {
  const id = firm(0);
  const yesterday = today;
  const before = await cardOf(id);
  await later(1);
  await makeDanger(app, tenants.home.id, today, { enterpriseId: id, level: 'major', due: -1, foundInDays: -20 });
  await night();
  const card = await cardOf(id);
  expect([card.color, card.reasons[0]?.text]).toEqual(['1', '1 条重大隐患超期未整改']);
  expect(card.before).toMatchObject({ day: yesterday, score: before.score });
  const historyRows = await app.sql<{ from_state: string; to_state: string; note: string }>(
    `select from_state, to_state, note from resource_history where resource = 'score' and row_id = $1 order by id desc`,
    [id],
  );
  expect(historyRows[0]).toEqual({
    from_state: 'yellow',
    to_state: 'red',
    note: `安全分 75.7 → ${card.score ?? ''}`,
  });
  const then = dataOf<Card>(await call('score.onDay', { enterpriseId: id, day: yesterday }));
  expect([then.score, then.color, then.parts]).toEqual([before.score, '3', before.parts]);
  expect(dataOf(await call('score.onDay', { enterpriseId: id, day: addDays(yesterday, -1) }))).toBeNull();
});

test('updates the score within seconds after a change of the enterprise', async () => {
  const id = firm(1);
  await makeDanger(app, tenants.home.id, today, { enterpriseId: id, due: -20, foundInDays: -40 });
  // Changing expiry dates in the profile changes the expiry ledger in the same transaction.
  await app.sql(
    `update enterprise set licence_to = null, standard_to = null, policy_to = null, transport_licence_to = null where id = $1`,
    [id],
  );
  const { version } = (await stored(id)) ?? { version: 0 };
  dataOf(await call('enterprise.update', { id, version, shortName: '改过' }));
  await expect.poll(async () => (await stored(id))?.color, { timeout: 5_000 }).toBe('orange');
  // The archive is counted after the profile is saved, which queues the score again.
  await expect.poll(() => app.sql('select 1 from score_due')).toEqual([]);
});

test('changes the colour after a reported danger without the nightly job', async () => {
  await night();
  await expect.poll(() => app.sql('select 1 from score_due')).toEqual([]);
  const id = firm(3);
  expect((await stored(id))?.color).not.toBe('orange');
  const values = await valuesFor(app, tenants.home, declaredNamed('danger'), 'regulator');
  const major = { enterpriseId: id, level: 'major', majorBasis: '储罐区未设紧急切断装置', interimMeasures: '停用' };
  dataOf(await call('danger.create', { ...values, ...major }));
  await expect.poll(async () => (await stored(id))?.color, { timeout: 5_000 }).toBe('orange');
});

test('lets a regulator set a worse colour with a reason for at most 90 days', async () => {
  const id = firm(2);
  await makeItem(app, tenants.home.id, today, { enterpriseId: id, left: 100 });
  const hold = (input: object, kind: 'regulator' | 'entadmin' = 'regulator') =>
    call(
      'score.hold',
      { enterpriseId: id, color: '2', reason: '现场带病运行', until: addDays(today, 10), ...input },
      kind,
    );
  expect((await hold({ until: addDays(today, 91) })).text).toContain('最多暂定 90 天');
  expect((await hold({ until: addDays(today, -1) })).status).toBe(400);
  expect((await hold({ reason: ' ' })).status).toBe(400);
  expect((await hold({}, 'entadmin')).status).toBe(403);
  expect(
    (await call('score.hold', { enterpriseId: id, color: '2', reason: '越界', until: today }, 'regulator', 'other'))
      .status,
  ).toBe(404);
  dataOf(await hold({}));
  const card = await cardOf(id);
  expect([card.color, card.computed, card.hold?.reason, card.mayHold]).toEqual(['2', '4', '现场带病运行', true]);
  expect(await stored(id)).toMatchObject({ color: 'orange', color_reasons: [expect.stringContaining('暂定为橙色')] });
  expect(
    (await call('score.hold', { enterpriseId: firm(0), color: '2', reason: '更好', until: today })).text,
  ).toContain('不能比计算出的颜色更好');
  await later(11);
  await night();
  expect((await cardOf(id)).hold).toBeNull();
  // The report of the last month, due meanwhile, was not sent.
  expect(await stored(id)).toMatchObject({ color: 'red', color_reasons: ['安全分 58.3 低于 60'] });
  dataOf(await hold({ color: '1' }));
  dataOf(await call('score.release', { enterpriseId: id, reason: '已复核' }));
  expect((await cardOf(id)).color).toBe('1');
  expect((await call('score.release', { enterpriseId: id, reason: '再来' })).status).toBe(400);
});

test('shows enterprise staff only the score of the own enterprise', async () => {
  expect((await cardOf('', 'entadmin')).mayHold).toBe(false);
  expect((await call('score.card', { enterpriseId: firm(3) }, 'entadmin')).status).toBe(404);
  await app.sql(`update enterprise set status = 'closed' where id = $1`, [firm(4)]);
  expect(dataOf(await call('score.card', { enterpriseId: firm(4) }))).toBeNull();
});

test('S99 does not count extra checks of an enterprise in the share of checks in time', async () => {
  const id = firm(2);
  const [owner] = await makePeople(app, tenants.home, [{ postKind: 'teamLeader', enterprise: 2 }]);
  const [point] = await app.sql<{ id: string }>(
    `insert into risk_point (tenant_id, id, no, enterprise_id, name, kind, place, department, owner_id, method,
       control_layer, check_cycle, status, presence_code, assessed_on, created_at, updated_at, oversight_code, controls)
     values ($1, gen_random_uuid(), 'FX-S99', $2, '冲床', 'equipment', '冲压车间', '冲压车间', $3, 'LEC',
       'team', 'daily', 'inForce', 'code', now(), now(), now(), '', '[]') returning id`,
    [tenants.home.id, id, owner?.id],
  );
  const add = (planned: boolean, count: number) =>
    app.sql(
      `insert into risk_check (tenant_id, id, enterprise_id, risk_point_id, layer, due_on, point_name, opens_at, due_at,
         planned, status, done_at, created_at, updated_at, oversight_code)
       select $1, gen_random_uuid(), $2, $3, 'team', $4::date, '冲床', $4::timestamptz + n * interval '1 second',
         $4::timestamptz + interval '1 day', $5, case when $5 then 'pending' else 'done' end,
         case when $5 then null else $4::timestamptz + interval '1 hour' end, now(), now(), ''
       from generate_series(1, $6::int) n`,
      [tenants.home.id, id, point?.id, addDays(today, -2), planned, count],
    );
  await add(true, 2);
  await night();
  const checks = async () => (await cardOf(id)).parts.find(({ key }) => key === 'control');
  const before = await checks();
  expect(before?.points).toBe(0);
  await add(false, 50);
  await night();
  expect(await checks()).toEqual(before);
});
