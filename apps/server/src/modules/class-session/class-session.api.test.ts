// Tests talks and classes: changing attendance code, signatures and credited offline hours.
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import type { ClassSession } from '@anlan/contract/modules/class-session/resource';
import type { Attendee, OwnAttendance } from '@anlan/contract/modules/class-session/views';
import type { LearningTask } from '@anlan/contract/modules/learning/task';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callNamed, dataOf, sendCall, signIn } from '../../../testing/client.ts';
import { copiedFile, openPeople, waitingFile, type People } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { makePeople } from '../../../testing/staff.ts';
import type { Kind } from '../../../testing/tenants.ts';

let app: TestApp;
let people: People;
let learner = '';
let other = '';
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
  const [one, two] = await makePeople(app, people.home, [
    { postKind: 'driver', account: 'entstaff' },
    { postKind: 'driver' },
  ]);
  learner = one?.id ?? '';
  other = two?.id ?? '';
}, 120_000);
afterAll(() => app.close());

const tokens = new Map<Kind, string>();
const call = (name: string, input: Record<string, unknown> = {}, kind: Kind = 'entadmin') =>
  sendCall(app, callNamed(app, `classSession.${name}`), input, { token: tokens.get(kind) ?? people.token(kind) });
async function pass(seconds: number): Promise<void> {
  app.clock.pass(seconds);
  for (const kind of ['entadmin', 'entstaff'] as const)
    tokens.set(kind, (await signIn(app, people.home, kind)).access_token);
}
const soon = () => `${dayOf(app.clock.now())} 08:00:00`;
async function planned(more: Record<string, unknown> = {}) {
  const values = { topic: '雨天行车', place: '会议室', heldAt: soon(), minutes: 90, trainer: '许静远', ...more };
  return dataOf<{ id: string; version: number }>(await call('create', { kind: 'class', ...values }));
}
const begin = async (made: { id: string; version: number }) =>
  dataOf<{ id: string; version: number }>(await call('begin', made));
const codeNow = async (id: string) => dataOf<{ code: string; leftMs: number }>(await call('code', { id }));

test('accepts an unaltered attendance code until ten seconds after its time slot', async () => {
  const made = await planned();
  expect((await call('code', { id: made.id })).status).toBe(400);
  const begun = await begin(made);
  const { code, leftMs } = await codeNow(made.id);
  expect(leftMs).toBeLessThanOrEqual(30_000);
  const altered = `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`;
  expect((await call('arrive', { code: altered }, 'entstaff')).text).toContain('请重新扫描');
  app.clock.pass(leftMs / 1000 + 9);
  const there = dataOf<OwnAttendance>(await call('arrive', { code }, 'entstaff'));
  expect(there).toMatchObject({ topic: '雨天行车', signed: false });
  app.clock.pass(1);
  const late = await call('arrive', { code }, 'entstaff');
  expect([late.status, late.text]).toEqual([400, expect.stringContaining('请重新扫描')]);
  const again = dataOf<OwnAttendance>(await call('arrive', { code: (await codeNow(made.id)).code }, 'entstaff'));
  expect(again.id).toBe(there.id);
  expect(dataOf(await call('roster', { id: made.id }))).toHaveLength(1);
  // The attendance code is invalid in another unit.
  const elsewhere = await people.call(
    'classSession.arrive',
    { code: (await codeNow(made.id)).code },
    'entadmin',
    'other',
  );
  expect(elsewhere.status).toBe(400);
  dataOf(await call('end', begun));
});

test('S99 refuses a copied signature of a participant', async () => {
  const made = await planned();
  const begun = await begin(made);
  const there = dataOf<OwnAttendance>(await call('arrive', { code: (await codeNow(made.id)).code }, 'entstaff'));
  const first = await waitingFile(app, people.home, 'evidence', 'entstaff');
  await app.sql('update file set expires_at = null where id = $1', [first.id]);
  const copied = await call(
    'sign',
    { id: there.id, signature: await copiedFile(app, people.home, first, 'entstaff') },
    'entstaff',
  );
  expect([copied.status, copied.text]).toEqual([400, expect.stringContaining('请本人重新手写签名')]);
  dataOf(
    await call(
      'sign',
      { id: there.id, signature: await waitingFile(app, people.home, 'evidence', 'entstaff') },
      'entstaff',
    ),
  );
  dataOf(await call('end', begun));
});

test('S100 lets only the person who started a class session enter their own attendance without a scan', async () => {
  const [own] = await makePeople(app, people.home, [{ postKind: 'safetyManager', account: 'entadmin' }]);
  const made = await planned();
  const begun = await begin(made);
  // Pretend that another user started the session.
  await app.sql('update class_session set begun_by = $2 where id = $1', [made.id, people.home.people.entstaff]);
  const refused = await call('enter', { id: made.id, employeeIds: [own?.id] });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('请扫现场的二维码签到')]);
  await app.sql('update class_session set begun_by = $2 where id = $1', [made.id, people.home.people.entadmin]);
  dataOf(await call('enter', { id: made.id, employeeIds: [own?.id] }));
  dataOf(await call('end', begun));
});

test('credits signed participants with offline hours', async () => {
  const today = dayOf(app.clock.now());
  const [plan] = await app.sql<{ id: string }>(
    `insert into training_plan (tenant_id, id, enterprise_id, title, kind, start_on, end_on, hours_required, status,
       created_at, updated_at)
     values ($1, gen_random_uuid(), $2, '驾驶员集中培训', 'routine', $3, $4, 2, 'running', now(), now()) returning id`,
    [people.home.id, people.home.enterpriseIds[0], today, addDays(today, 20)],
  );
  for (const employeeId of [learner, other])
    dataOf(
      await people.call('learningTask.create', { planId: plan?.id, employeeId, dueOn: addDays(today, 20) }, 'entadmin'),
    );
  const made = await planned({ planId: plan?.id });
  // Without a number of its own, a class expects the learners of its plan.
  const sessionNow = async () => dataOf<ClassSession>(await call('get', { id: made.id }));
  expect((await sessionNow()).expectedTotal).toBe(2);
  const named = await planned({ planId: plan?.id, expected: 12 });
  expect(dataOf<ClassSession>(await call('get', { id: named.id })).expectedTotal).toBe(12);
  const begun = await begin(made);
  const there = dataOf<OwnAttendance>(await call('arrive', { code: (await codeNow(made.id)).code }, 'entstaff'));
  dataOf(await call('enter', { id: made.id, employeeIds: [other] }));
  const signature = await waitingFile(app, people.home, 'evidence', 'entstaff');
  dataOf(await call('sign', { id: there.id, signature }, 'entstaff'));
  expect((await call('sign', { id: there.id, signature }, 'entstaff')).status).toBe(409);
  expect((await call('sign', { id: there.id, signature })).status).toBe(404);
  await pass(95 * 60);
  dataOf(await call('end', begun));
  const roster = dataOf<Attendee[]>(await call('roster', { id: made.id }));
  expect(new Map(roster.map((one) => [one.employeeId, [one.way, one.hours]]))).toEqual(
    new Map([
      [learner, ['code', 2]],
      [other, ['keeper', null]],
    ]),
  );
  // A learner sees only the own attendance and no sheet with the signatures of the others.
  const ownRoster = dataOf<Attendee[]>(await call('roster', { id: made.id }, 'entstaff'));
  expect(ownRoster.map(({ employeeId }) => employeeId)).toEqual([learner]);
  expect((await call('sheet', { id: made.id }, 'entstaff')).status).toBe(403);
  const abilitiesFor = async (kind: Kind) => dataOf<ClassSession>(await call('get', { id: made.id }, kind)).abilities;
  expect([await abilitiesFor('entstaff'), await abilitiesFor('entadmin')]).toEqual([[], ['roster']]);
  const tasks = await app.sql<{ employee_id: string; hours: string; offline_hours: string; status: string }>(
    'select employee_id, hours, offline_hours, status from learning_task where plan_id = $1',
    [plan?.id],
  );
  const taskOf = (id: string): Partial<Record<keyof LearningTask | 'offline_hours', unknown>> =>
    tasks.find((one) => one.employee_id === id) ?? {};
  expect([Number(taskOf(learner).offline_hours), Number(taskOf(learner).hours)]).toEqual([2, 0]);
  expect([taskOf(learner).status, taskOf(other).status]).toEqual(['passed', 'notStarted']);
  expect(dataOf<ClassSession>(await call('get', { id: made.id }))).toMatchObject({
    people: 2,
    signed: 1,
    status: 'ended',
  });
  expect((await call('code', { id: made.id })).status).toBe(400);
});

test('accepts a signature until ten minutes after the end of the session', async () => {
  const [plan] = await app.sql<{ id: string }>(
    `select plan_id as id from learning_task where employee_id = $1 limit 1`,
    [learner],
  );
  const hours = async () => {
    const [row] = await app.sql<{ hours: string }>(
      'select offline_hours as hours from learning_task where plan_id = $1 and employee_id = $2',
      [plan?.id, learner],
    );
    return Number(row?.hours);
  };
  const before = await hours();
  for (const [seconds, status, more] of [
    [60, 200, 1],
    [601, 400, 1],
  ] as const) {
    const made = await planned({ planId: plan?.id, minutes: 45 });
    const begun = await begin(made);
    const there = dataOf<OwnAttendance>(await call('arrive', { code: (await codeNow(made.id)).code }, 'entstaff'));
    await pass(45 * 60);
    dataOf(await call('end', begun));
    await pass(seconds);
    const signature = await waitingFile(app, people.home, 'evidence', 'entstaff');
    expect((await call('sign', { id: there.id, signature }, 'entstaff')).status).toBe(status);
    expect(await hours()).toBe(before + more);
  }
});

test('lets only managers and team leaders hold class sessions', async () => {
  const values = { kind: 'talk', topic: '班前会', place: '车场', heldAt: soon(), minutes: 15, trainer: '王' };
  expect((await call('create', values, 'entstaff')).status).toBe(403);
  const made = await planned();
  const begun = await begin(made);
  const ended = dataOf<{ id: string; version: number }>(await call('end', begun));
  expect((await call('update', { ...ended, topic: '改过' })).status).toBe(400);
});
