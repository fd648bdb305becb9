// Values of resources whose rules ask for more than their fields say, by name of the resource.
import { addDays, dayOf, formatInstant } from '@anlan/contract/domain/instant';
import { catalogue } from '@anlan/contract/modules/archive/catalogue';
import { vehicleDates } from '@anlan/contract/modules/vehicle/resource';
import type { TestApp } from './app.ts';
import { listPlan, standardPlan } from './pay-setup.ts';
import { officers, type TestTenant } from './tenants.ts';

let last = 0;
const mark = (prefix: string) => `${prefix}${(last += 1)}`;
/** A plate that no other row has. */
const plate = () => `浙A${String(10_000 + (last += 1))}`;
/** A month that no other report has; days of 2000 and 2001 are what the suite of forged keys looks for. */
const nextMonth = () => {
  last += 1;
  return `${2002 + (Math.floor(last / 12) % 24)}-${String((last % 12) + 1).padStart(2, '0')}`;
};
const asked = catalogue.flatMap(({ items }) => items.filter(({ need }) => need === 'required' || need === 'when'));
const nextAsked = () => asked[(last += 1) % asked.length]?.code;
// An enterprise has one account a year.
let lastYear = 2001;
const nextYear = () => (lastYear = lastYear === 2100 ? 2002 : lastYear + 1);
const nextDay = () => addDays('2020-01-01', (last += 1));

/** What a new row of a resource needs beside what follows from its fields, as the wire carries it. */
export const ownValues: Readonly<
  Record<
    string,
    (app: TestApp, tenant: TestTenant, values: Record<string, unknown>) => Promise<Record<string, unknown>>
  >
> = {
  // Found before its deadline, which is not far away; no clause that nobody knows.
  danger: ({ clock }) => {
    const foundAt = formatInstant(new Date(clock.now().getTime() - 2 * 86_400_000));
    return Promise.resolve({ foundAt, deadlineOn: addDays(dayOf(clock.now()), 4), majorCriterion: undefined });
  },
  // Quick entries: a page each.
  topic: () =>
    Promise.resolve({
      type: '1',
      items: [{ id: crypto.randomUUID(), name: '场站管理', path: '/bus/station/index' }],
      endOn: '2026-12-31',
    }),
  plan: () =>
    Promise.resolve({
      priceList: standardPlan.priceList.map((price) => ({ ...price, id: crypto.randomUUID() })),
      content: standardPlan.content,
    }),
  // Of a plan that is on sale.
  order: async (app, tenant) => {
    const [row] = await app.sql<{ code: string }>(
      `select code from plan where tenant_id = $1 and shelf = 'listed' and removed_at is null limit 1`,
      [tenant.id],
    );
    return { code: row?.code ?? (await listPlan(app, tenant.id, 'declared')), year: 1 };
  },
  // A list that nobody knows is none.
  riskPoint: () => Promise.resolve({ checklistId: undefined }),
  // A point in force, and a day that is still to come.
  riskCheck: async (app, _tenant, { riskPointId }) => {
    await app.sql(`update risk_point set status = 'inForce' where id = $1`, [riskPointId]);
    return { dueOn: '2099-01-15' };
  },
  checklist: () => Promise.resolve({ items: [{ key: 'a1', kind: 'judgement', text: '通道畅通' }] }),
  inspection: () => Promise.resolve({ checklistId: null, inspectors: officers }),
  officer: () => Promise.resolve({ validTo: '2199-12-30', regionCodes: ['330100'] }),
  inspectionPlan: () => Promise.resolve({ year: 2026 }),
  enforcement: () => Promise.resolve({ dueOn: '2099-01-15', inspectors: officers }),
  // An account is one person's alone, and a regulator's is nobody's of an enterprise.
  // The first types are those of the enterprise's own file.
  // What has ended is not removed without a word.
  warning: () => Promise.resolve({ itemType: 'safetyLicence', validTo: '2099-01-15' }),
  // Secrets have forms of their own, and an app id is one account's in the whole installation.
  wxAccount: () =>
    Promise.resolve({
      appId: `wx${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`,
      secret: undefined,
      token: undefined,
      aesKey: undefined,
    }),
  wxAutoReply: () =>
    Promise.resolve({ type: '3', keyword: '整改', answer: { repType: 'text', repContent: '请在平台上提交' } }),
  employee: () => Promise.resolve({ userId: undefined }),
  // An answer that is among the options; a bank says how much a question counts.
  question: () => Promise.resolve({ form: 'single', optionA: '停车检查', optionB: '继续行驶', answer: 'A', points: 2 }),
  trainingPlan: () =>
    Promise.resolve({
      startOn: '2026-01-15',
      // After the day to which suites move tasks.
      endOn: '2200-01-15',
      cycleMonths: 12,
      passScore: 80,
      examMinutes: 30,
      retries: 2,
      examCount: 0,
    }),
  // A person has one task of a plan, which may be one that ends before the task is due.
  learningTask: async (app, tenant, { planId }) => {
    const [plan] = await app.sql<{ id: string }>(
      `insert into training_plan select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(),
         'start_on', date '2026-01-15', 'end_on', date '2200-01-15'))).*
       from training_plan p where tenant_id = $1 and id = $2 and end_on < '2099-01-15' returning id`,
      [tenant.id, planId],
    );
    const [row] = await app.sql<{ id: string }>(
      `insert into employee (tenant_id, id, enterprise_id, name, phone, department, post_kind, post_name, hired_on,
         created_at, updated_at)
       values ($1, gen_random_uuid(), $2, '新学员', '139****0000', '车队', 'driver', '驾驶员', '2025-01-06', now(), now())
       returning id`,
      [tenant.id, tenant.enterpriseIds[0]],
    );
    return { employeeId: row?.id, dueOn: '2099-01-15', ...(plan ? { planId: plan.id } : {}) };
  },
  // One certificate a kind and number; whose it is and the enterprise belong together.
  certificate: () =>
    Promise.resolve({
      category: 'electrician',
      firstIssuedOn: undefined,
      validTo: '2026-06-01',
      nextReviewOn: undefined,
      certNo: mark('ZJ'),
    }),
  vehicle: () =>
    Promise.resolve({
      plateNo: plate(),
      vin: undefined,
      stationId: undefined,
      driverId: undefined,
      relayDriverId: undefined,
      // Each would be an item of the ledger: its pages are those of others.
      ...Object.fromEntries(Object.keys(vehicleDates).map((field) => [field, undefined])),
    }),
  drill: () => Promise.resolve({ plannedOn: '2099-01-15' }),
  emergencyPlan: () => Promise.resolve({ issuedOn: '2026-01-01' }),
  safetyCost: () => Promise.resolve({ kind: 'spent', happenedOn: '2026-01-05', amountFen: 8_600 }),
  safetyCostYear: () => Promise.resolve({ year: nextYear() }),
  accident: (app) =>
    Promise.resolve({
      kind: 'harm',
      deaths: 0,
      seriousInjuries: 0,
      minorInjuries: 1,
      lossFen: 100,
      // Reported in time, or nobody could remove it.
      occurredAt: formatInstant(new Date(app.clock.now().getTime() - 600_000)),
      // Any other moment of happening that a suite tries lies before it.
      firstReportAt: formatInstant(app.clock.now()),
    }),
  equipment: () => Promise.resolve({ code: mark('SB'), operatorId: undefined }),
  hazardSource: () =>
    Promise.resolve({ substances: [{ name: '氨', amountT: 24, thresholdT: 10, beta: 2 }], exposed: 60 }),
  // Of the day on which the tests stand, with an end after its beginning.
  shift: () =>
    Promise.resolve({
      departAt: '2026-02-20 14:50:00',
      arriveAt: undefined,
      driverId: undefined,
      relayDriverId: undefined,
    }),
  healthTask: () =>
    Promise.resolve({ department: '无人的部门', startOn: '2026-01-05', endOn: '2026-03-31', everyDays: 30 }),
  // A task of its own: nobody owes twice to one round.
  healthRecord: async (app, tenant) => {
    const [task] = await app.sql<{ id: string }>(
      `insert into health_task (tenant_id, id, enterprise_id, title, kind, start_on, end_on, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, '年度体检', 'occupational', '2026-01-05', '2026-03-31', now(), now()) returning id`,
      [tenant.id, tenant.enterpriseIds[0]],
    );
    return { taskId: task?.id };
  },
  vehicleDay: () => Promise.resolve({ day: nextDay(), runMinutes: 200, onlineMinutes: 190 }),
  // In force on the day on which the tests stand; whatever a field is changed to, it stays so.
  document: () => Promise.resolve({ item: 'layout', issuedOn: '2020-01-15', validTo: undefined, keepUntil: undefined }),
  // An item is said once not to apply: of the fourteen that are asked of all, the next one.
  archiveWaiver: () => Promise.resolve({ item: nextAsked() }),
  report: () => Promise.resolve({ kind: 'month', period: nextMonth() }),
  vehicleAlarm: () => Promise.resolve({ at: `${nextDay()} 08:00:00`, driverId: undefined }),
};

/** What stands in columns of rows by the thousand whose values go together, as SQL of the number n, by field, or by column where it is none. */
export const ownColumns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // One version of a kind is in force.
  contentInfo: {
    state: `(array['draft', 'superseded'])[1 + n % 2]`,
    edition: 'null::int',
    publishedAt: 'null::timestamptz',
  },
  wxAccount: { appId: `'wx' || substr(md5(gen_random_uuid()::text), 1, 16)` },
  wxAutoReply: { answer: `'{"repType":"text","repContent":"好"}'::jsonb` },
  // A day of a vehicle stands there once, and an alarm of one.
  // Months are texts that sort.
  report: { kind: `'month'`, period: `to_char(date '2000-01-01' + n * interval '1 month', 'YYYY-MM')` },
  vehicleDay: { day: `date '1930-01-01' + n`, plateNo: `'浙A' || (10000 + n % 90000)` },
  vehicleAlarm: { at: `timestamptz '2024-01-01' + n * interval '1 minute'`, plateNo: `'浙A' || (10000 + n % 90000)` },
  hazardSource: { level: `(array['one', 'two', 'three', 'four'])[1 + n % 4]` },
  // Nobody owes twice to one round.
  healthRecord: { round: 'n' },
  // An item is said not to apply once, until that is rejected.
  archiveWaiver: { status: `'rejected'`, removed_at: 'case when n % 2 = 0 then now() end' },
  pageDesign: { shopId: `('00000000-0000-7000-8000-00000000000' || n % 4)::uuid` },
  // Nothing is paid without an attempt.
  order: { status: `(array['unpaid', 'closed'])[1 + n % 2]`, paid: '0', refunded: '0' },
};
