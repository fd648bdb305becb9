// Tests plans, drills and accidents through their calls, from creation to closing.
import { dayOf, formatInstant } from '@anlan/contract/domain/instant';
import type { Accident } from '@anlan/contract/modules/accident/resource';
import type { EmergencyPlan } from '@anlan/contract/modules/emergency-plan/resource';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataOf } from '../../../testing/client.ts';
import { openPeople, waitingFile, type People } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';

let app: TestApp;
let people: People;
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
}, 120_000);
afterAll(() => app.close());

interface Made {
  id: string;
  version: number;
}
const paper = async () => [await waitingFile(app, people.home, 'evidence', 'entadmin')];
type Input = Record<string, unknown>;
type Who = 'entadmin' | 'regulator';
const tried = (name: string, made: Made, input: Input = {}, who: Who = 'entadmin') =>
  people.call(name, { id: made.id, version: made.version, ...input }, who);
const moved = async (name: string, made: Made, input: Input = {}, who: Who = 'entadmin') => ({
  ...made,
  ...dataOf<Partial<Made>>(await tried(name, made, input, who)),
});
const made = async (name: string, input: Input) => dataOf<Made>(await people.call(`${name}.create`, input, 'entadmin'));
const planOf = async (id: string) => dataOf<EmergencyPlan>(await people.call('emergencyPlan.get', { id }, 'regulator'));
const inForce = async (values: Input) =>
  moved(
    'emergencyPlan.publish',
    await made('emergencyPlan', {
      kind: 'onSite',
      title: '触电现场处置方案',
      issuedOn: '2026-01-02',
      papers: await paper(),
      ...values,
    }),
  );
const drillValues = {
  form: 'live',
  title: '车辆伤害演练',
  plannedOn: '2026-01-20',
  place: '厂区',
  leader: '周明',
  scenario: '叉车伤人',
};
const accidentValues = {
  kind: 'harm',
  title: '一号库叉车碰撞',
  type: 'vehicleInjury',
  place: '一号库',
  occurredAt: '2026-01-05 08:00:00',
  firstReportAt: '2026-01-05 08:40:00',
  minorInjuries: 1,
  process: '倒车时碰撞',
};
const four = ['cause', 'liability', 'measures', 'education'] as const;

test('postpones the next drill of an emergency plan after a drill is held', async () => {
  const today = dayOf(app.clock.now());
  const values = { kind: 'onSite', title: '车辆伤害现场处置方案', issuedOn: '2026-01-01', papers: await paper() };
  let plan = dataOf<Made>(await people.call('emergencyPlan.create', values, 'entadmin'));
  plan = await moved('emergencyPlan.publish', plan);
  const read = async () => dataOf<EmergencyPlan>(await people.call('emergencyPlan.get', { id: plan.id }, 'entadmin'));
  expect(await read()).toMatchObject({ nextReviewOn: '2029-01-01', nextDrillOn: '2026-07-01', filedOn: null });
  const due = await app.sql(`select valid_to::text from warning where item_id = $1 and removed_at is null`, [plan.id]);
  expect(due.length).toBeGreaterThan(0);
  const drill = await made('drill', { ...drillValues, planId: plan.id, plannedOn: today });
  await moved('drill.hold', drill, { heldOn: today, people: 12, summary: '报警、救护、清点' });
  const after = await read();
  expect(after.nextDrillOn === null ? '' : after.nextDrillOn > '2026-07-01').toBe(true);
});

test('closes an accident only with all four records of 四不放过', async () => {
  const values = { ...accidentValues, firstReportAt: '2026-01-05 09:30:00' };
  const none = await people.call('accident.create', { ...values, minorInjuries: 0 }, 'entadmin');
  expect([none.status, none.text]).toEqual([400, expect.stringContaining('未遂')]);
  let row = dataOf<Made>(await people.call('accident.create', values, 'entadmin'));
  const read = async () => dataOf<Accident>(await people.call('accident.get', { id: row.id }, 'regulator'));
  expect(await read()).toMatchObject({
    grade: 'general',
    late: true,
    number: expect.stringMatching(/^SG\d{8}-\d{4}$/),
  });
  row = await moved('accident.investigate', row, { reason: '组成调查组' });
  const early = await people.call('accident.close', { ...row, reason: '结案' }, 'entadmin');
  expect([early.status, early.text]).toEqual([400, expect.stringContaining('四不放过')]);
  for (const key of ['cause', 'liability', 'measures', 'education'])
    row = await moved(`accident.${key}`, row, { [key]: '已查清并落实' });
  row = await moved('accident.close', row, { reason: '同意结案' });
  expect(await read()).toMatchObject({ status: 'closed' });
});

test('sets new due days of an emergency plan when it is filed, assessed or revised', async () => {
  let plan = await inForce({ issuedOn: '2025-06-01' });
  const edited = await tried('emergencyPlan.update', plan, { title: '别的名字' });
  expect(edited.status).toBeGreaterThanOrEqual(400);
  const early = { filedOn: '2025-05-31', filingNo: 'YA2025-8', files: await paper() };
  expect(await tried('emergencyPlan.file', plan, early)).toMatchObject({ status: 400 });
  plan = await moved('emergencyPlan.file', plan, { ...early, filedOn: '2025-06-20' });
  plan = await moved('emergencyPlan.assess', plan, { assessedOn: '2025-12-31', reason: '预案可行' });
  expect(await planOf(plan.id)).toMatchObject({ filedOn: '2025-06-20', nextReviewOn: '2028-12-31', edition: 1 });
  const revision = { issuedOn: '2026-01-10', papers: await paper(), reason: '调整组织机构' };
  expect((await tried('emergencyPlan.revise', plan, revision, 'regulator')).status).toBe(403);
  plan = await moved('emergencyPlan.revise', plan, revision);
  expect(await planOf(plan.id)).toMatchObject({
    edition: 2,
    filedOn: null,
    filingNo: null,
    issuedOn: '2026-01-10',
    nextReviewOn: '2029-01-10',
  });
  plan = await moved('emergencyPlan.withdraw', plan, { reason: '由新预案代替' });
  const [left] = await app.sql<{ n: string }>(
    'select count(*) as n from warning where item_id = $1 and removed_at is null',
    [plan.id],
  );
  expect(left?.n).toBe('0');
  const late = await people.call('drill.create', { ...drillValues, planId: plan.id }, 'entadmin');
  expect([late.status, late.text]).toEqual([400, expect.stringContaining('未废止的应急预案')]);
});

test('requires filing of emergency plans of dangerous trades within 20 workdays', async () => {
  const trade = (kind: string) =>
    app.sql('update enterprise set supervision_kind = $1 where id = $2', [kind, people.home.enterpriseIds[0]]);
  const dates = async (id: string) =>
    (
      await app.sql<{ on: string }>(
        `select valid_to::text as on from warning
         where item_id = $1 and item_type = 'emergencyPlanFiling' and removed_at is null`,
        [id],
      )
    ).map(({ on }) => on);
  const [{ kind = 'other' } = {}] = await app.sql<{ kind: string }>(
    'select supervision_kind as kind from enterprise where id = $1',
    [people.home.enterpriseIds[0]],
  );
  await trade('hazchem');
  const special = { kind: 'special', title: '火灾专项应急预案', issuedOn: '2026-01-05' };
  let plan = await inForce(special);
  expect(await planOf(plan.id)).toMatchObject({ filingDueOn: '2026-02-02', nextReviewOn: '2029-01-05' });
  expect(await dates(plan.id)).toEqual(['2026-02-02']);
  plan = await moved('emergencyPlan.file', plan, { filedOn: '2026-01-20', filingNo: 'YA2026-1', files: await paper() });
  expect(await planOf(plan.id)).toMatchObject({ filingDueOn: null });
  expect(await dates(plan.id)).toEqual(['2029-01-05']);
  expect(await planOf((await inForce({ ...special, kind: 'onSite' })).id)).toMatchObject({ filingDueOn: null });
  await trade(kind);
});

test('does not change the due day of an emergency plan when a drill is cancelled', async () => {
  const plan = await inForce({ issuedOn: '2026-01-02' });
  const before = (await planOf(plan.id)).nextDrillOn;
  const gone = await made('drill', { ...drillValues, planId: plan.id });
  await moved('drill.cancel', gone, { reason: '天气原因' });
  expect((await planOf(plan.id)).nextDrillOn).toBe(before);
  let drill = await made('drill', { ...drillValues, planId: plan.id });
  const tomorrow = dayOf(new Date(app.clock.now().getTime() + 86_400_000));
  const held = { heldOn: tomorrow, people: 12, summary: '报警、救护、清点' };
  expect(await tried('drill.hold', drill, held)).toMatchObject({ status: 400 });
  drill = await moved('drill.hold', drill, { ...held, heldOn: '2026-01-20' });
  expect(await planOf(plan.id)).toMatchObject({ nextDrillOn: '2026-07-20' });
  drill = await moved('drill.evaluate', drill, { evaluation: '响应及时', improvement: '补充通讯方式' });
  expect((await tried('drill.cancel', drill, { reason: '不演了' })).status).toBeGreaterThanOrEqual(400);
  await app.sql('update emergency_plan set enterprise_id = $2 where id = $1', [plan.id, people.home.enterpriseIds[1]]);
  const foreign = await people.call('drill.create', { ...drillValues, planId: plan.id }, 'entadmin');
  expect(foreign.status).toBe(400);
});

test('grades an accident by its worst harm', async () => {
  const miss = { ...accidentValues, kind: 'nearMiss', title: '吊具脱钩', minorInjuries: 0 };
  const harmed = await people.call('accident.create', { ...miss, lossFen: 100 }, 'entadmin');
  expect([harmed.status, harmed.text]).toEqual([400, expect.stringContaining('未遂事件没有伤亡和损失')]);
  const read = async (id: string) => dataOf<Accident>(await people.call('accident.get', { id }, 'regulator'));
  expect(await read((await made('accident', miss)).id)).toMatchObject({
    grade: null,
    late: false,
    closeDueOn: '2026-03-06',
  });
  const grades = [
    [{ deaths: 2, seriousInjuries: 9 }, 'general'],
    [{ seriousInjuries: 10 }, 'larger'],
    [{ deaths: 10 }, 'major'],
    [{ deaths: 1, lossFen: 10_000_000_000 }, 'extraordinary'],
  ] as const;
  for (const [harm, grade] of grades) {
    const row = await made('accident', { ...accidentValues, ...harm });
    expect((await read(row.id)).grade, JSON.stringify(harm)).toBe(grade);
  }
  const row = await made('accident', accidentValues);
  await moved('accident.update', row, { deaths: 3 });
  expect((await read(row.id)).grade).toBe('larger');
  const later = { ...accidentValues, firstReportAt: '2026-01-05 07:59:00' };
  expect(await people.call('accident.create', later, 'entadmin')).toMatchObject({ status: 400 });
  expect((await people.call('accident.create', accidentValues, 'entstaff')).status).toBe(403);
  expect((await people.call('accident.create', accidentValues, 'regulator')).status).toBe(403);
});

test('lets only the regulator close and reopen a fatal accident', async () => {
  let row = await made('accident', { ...accidentValues, deaths: 1, minorInjuries: 0 });
  row = await moved('accident.investigate', row, { reason: '成立调查组' }, 'regulator');
  for (const key of four) row = await moved(`accident.${key}`, row, { [key]: '已查清并落实' });
  const own = await tried('accident.close', row, { reason: '结案' });
  expect(own.status).toBeGreaterThanOrEqual(400);
  row = await moved('accident.close', row, { reason: '同意结案' }, 'regulator');
  expect((await tried('accident.update', row, { deaths: 0 })).status).toBeGreaterThanOrEqual(400);
  expect((await tried('accident.reopen', row, { reason: '有新证据' })).status).toBe(403);
  row = await moved('accident.reopen', row, { reason: '有新证据' }, 'regulator');
  const read = dataOf<Accident>(await people.call('accident.get', { id: row.id }, 'regulator'));
  expect(read).toMatchObject({ status: 'investigating', closedAt: null, cause: '已查清并落实' });
});

test('S99 ignores a reduced number of deaths until the authority closes the case', async () => {
  let row = await made('accident', { ...accidentValues, deaths: 1, minorInjuries: 1 });
  const countsAsFatal = async () => {
    const fatal = await people.call('accident.page', { current: 1, size: 100, fatal: 'true' }, 'regulator');
    return dataOf<{ records: Accident[] }>(fatal).records.some(({ id }) => id === row.id);
  };
  row = await moved('accident.update', row, { deaths: 0 });
  expect(await countsAsFatal()).toBe(true);
  expect((await people.call('accident.remove', { id: row.id }, 'entadmin')).status).toBeGreaterThanOrEqual(400);
  row = await moved('accident.investigate', row, { reason: '成立调查组' }, 'regulator');
  for (const key of four) row = await moved(`accident.${key}`, row, { [key]: '已查清并落实' });
  const own = await tried('accident.close', row, { reason: '结案' });
  expect([own.status, own.text]).toEqual([400, expect.stringContaining('由主管单位核实后结案')]);
  await moved('accident.close', row, { reason: '核实后同意结案' }, 'regulator');
  expect(await countsAsFatal()).toBe(false);
});

test('RT-24 fills the archive of an enterprise with its emergency plans, drills and accidents', async () => {
  const plan = await inForce({ title: '火灾事故专项应急预案', kind: 'special', issuedOn: '2026-01-03' });
  await moved('drill.hold', await made('drill', { ...drillValues, title: '火灾疏散演练', planId: plan.id }), {
    heldOn: '2026-01-20',
    people: 9,
    summary: '疏散',
  });
  await made('accident', { ...accidentValues, title: '二号库货架倾倒' });
  const names = async (category: string) => {
    const read = await people.call('document.category', { category }, 'entadmin');
    return dataOf<{ filled: { item: string; name: string }[] }>(read).filled.map(({ item, name }) => `${item} ${name}`);
  };
  expect(await names('emergency')).toEqual(
    expect.arrayContaining(['plan 火灾事故专项应急预案', 'drills 火灾疏散演练']),
  );
  expect(await names('accident')).toContain('accidentRegister 二号库货架倾倒');
});

test('filters emergency plans due for assessment within 30 days', async () => {
  const plan = await inForce({ title: '触电事故应急预案' });
  const due = async (reviewDue: boolean) => {
    const read = await people.call('emergencyPlan.page', { current: 1, size: 100, reviewDue }, 'regulator');
    return dataOf<{ records: { id: string }[] }>(read).records.map(({ id }) => id);
  };
  expect([(await due(true)).includes(plan.id), (await due(false)).includes(plan.id)]).toEqual([false, true]);
  await app.sql(`update emergency_plan set next_review_on = $2 where id = $1`, [plan.id, '2026-02-01']);
  expect([(await due(true)).includes(plan.id), (await due(false)).includes(plan.id)]).toEqual([true, false]);
});

test('S99 decides by server time whether the first report of an accident is late', async () => {
  const minutesAgo = (minutes: number) => formatInstant(new Date(app.clock.now().getTime() - minutes * 60_000));
  const create = async (occurredAt: string, more: object = {}) => {
    const values = { ...accidentValues, occurredAt, firstReportAt: occurredAt, ...more };
    const { id } = dataOf<Made>(await people.call('accident.create', values, 'entadmin'));
    return dataOf<Accident>(await people.call('accident.get', { id }, 'regulator'));
  };
  expect(await create(minutesAgo(90))).toMatchObject({ late: true, reportedAt: minutesAgo(0), phoneReportId: null });
  expect(await create(minutesAgo(50))).toMatchObject({ late: false, reportedAt: minutesAgo(0) });
  // The officer who answers the phone logs the call. A call belongs to one accident only, and nobody can edit its
  // time.
  const call = {
    enterpriseId: people.home.enterpriseIds[0],
    caller: '周明',
    content: '有人被压伤',
    receivedAt: minutesAgo(99),
  };
  expect((await people.call('phoneReport.create', call, 'entadmin')).status).toBe(403);
  const logged = dataOf<Made>(await people.call('phoneReport.create', call, 'regulator'));
  const occurredAt = minutesAgo(30);
  app.clock.pass(3_600);
  const callTime = minutesAgo(60);
  const first = await create(occurredAt);
  expect(first).toMatchObject({ late: false, reportedAt: callTime, phoneReportId: logged.id, phoneReportName: '周明' });
  // Enterprise users see the time of the call, but not the caller or the content.
  for (const who of ['entadmin', 'entstaff'] as const) {
    const seen = await people.call('accident.get', { id: first.id }, who);
    expect(dataOf<Accident>(seen)).toMatchObject({ reportedAt: callTime, phoneReportName: null });
    for (const [name, input] of [
      ['accident.get', { id: first.id }],
      ['accident.page', {}],
      ['accident.history', { id: first.id }],
      ['phoneReport.page', {}],
      ['phoneReport.get', { id: logged.id }],
    ] as const) {
      const { status, text } = await people.call(name, input, who);
      expect([name, status]).toEqual([name, name.startsWith('phoneReport') ? 403 : 200]);
      expect(text, name).not.toMatch(/周明|被压伤/);
    }
  }
  expect(await create(occurredAt)).toMatchObject({ late: true, reportedAt: minutesAgo(0), phoneReportId: null });
});

test('S99 refuses an accident time more than one day before the report is received', async () => {
  const values = { ...accidentValues, title: '补录的事故' };
  const old = await made('accident', {
    ...values,
    occurredAt: '2024-12-01 08:00:00',
    firstReportAt: '2024-12-01 08:10:00',
  });
  const read = async (id: string) => dataOf<Accident>(await people.call('accident.get', { id }, 'regulator'));
  const row = await read(old.id);
  expect(row).toMatchObject({ occurredAt: '2024-12-01 08:00:00', late: true });
  const dayMs = 86_400_000;
  expect(row.countedAt).toBe(formatInstant(new Date(app.clock.now().getTime() - dayMs)));
  const recent = { ...values, occurredAt: formatInstant(new Date(app.clock.now().getTime() - 2 * 3_600_000)) };
  const lately = await made('accident', { ...recent, firstReportAt: recent.occurredAt });
  expect(await read(lately.id)).toMatchObject({ countedAt: recent.occurredAt, late: true });
  // Changing the typed time does not turn a late report into a punctual one.
  const punctual = formatInstant(new Date(app.clock.now().getTime() - 600_000));
  const moved = await tried('accident.update', lately, { occurredAt: punctual, firstReportAt: punctual });
  expect([moved.status, moved.text]).toEqual([400, expect.stringContaining('首报已经超时')]);
  const page = async (filter: Record<string, unknown>) =>
    dataOf<{ total: number }>(await people.call('accident.page', filter, 'regulator')).total;
  const since = formatInstant(new Date(app.clock.now().getTime() - dayMs));
  expect(await page({ countedAtFrom: since, title: '补录的事故' })).toBeGreaterThanOrEqual(2);
});
