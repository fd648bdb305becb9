// Tests attendance: hours are elapsed time, and presence is proven by code and position.
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import type { ClassSession } from '@anlan/contract/modules/class-session/resource';
import type { Attendee, OwnAttendance } from '@anlan/contract/modules/class-session/views';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callNamed, dataOf, sendCall, trySignIn } from '../../../testing/client.ts';
import { openPeople, waitingFile, type People } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { makePeople } from '../../../testing/staff.ts';

let app: TestApp;
let people: People;
let worker = '';
let planId = '';
const tokens = { entadmin: '', entstaff: '', leaderone: '', leadertwo: '' };
type Who = keyof typeof tokens;
interface Made extends Record<string, unknown> {
  id: string;
  version: number;
}
/** Signs all users in again, because a login session expires after half an hour without use. */
async function renew(): Promise<void> {
  for (const who of ['entadmin', 'entstaff', 'leaderone', 'leadertwo'] as const) {
    const answer = await trySignIn(app, people.home.id, who);
    tokens[who] = (answer.json as { access_token: string }).access_token;
  }
}
async function pass(seconds: number): Promise<void> {
  app.clock.pass(seconds);
  if (seconds > 60) await renew();
}
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
  const [one, ...leaders] = await makePeople(app, people.home, [
    { postKind: 'driver', account: 'entstaff' },
    { postKind: 'teamLeader', account: { username: 'leaderone', role: 'ROLE_ENT_STAFF' } },
    { postKind: 'teamLeader', account: { username: 'leadertwo', role: 'ROLE_ENT_STAFF' } },
  ]);
  worker = one?.id ?? '';
  expect(leaders).toHaveLength(2);
  await renew();
  const today = dayOf(app.clock.now());
  const [plan] = await app.sql<{ id: string }>(
    `insert into training_plan (tenant_id, id, enterprise_id, title, kind, start_on, end_on, hours_required, status,
       created_at, updated_at)
     values ($1, gen_random_uuid(), $2, '驾驶员集中培训', 'routine', $3, $4, 40, 'running', now(), now()) returning id`,
    [people.home.id, people.home.enterpriseIds[0], today, addDays(today, 20)],
  );
  planId = plan?.id ?? '';
  dataOf(
    await people.call('learningTask.create', { planId, employeeId: worker, dueOn: addDays(today, 20) }, 'entadmin'),
  );
}, 120_000);
afterAll(() => app.close());
// End the class sessions of earlier tests, because nobody can attend two at once.
beforeEach(() => app.sql(`update class_session set status = 'ended', ended_at = now() where status = 'open'`));

const call = (name: string, input: Record<string, unknown> = {}, who: Who = 'entadmin') =>
  sendCall(app, callNamed(app, `classSession.${name}`), input, { token: tokens[who] });
const msg = (answer: { json: unknown }) => (answer.json as { msg: string }).msg;
const heldAt = (day = dayOf(app.clock.now())) => `${day} 08:00:00`;
const planned = async (more: Record<string, unknown> = {}) =>
  dataOf<Made>(
    await call('create', {
      kind: 'class',
      topic: '雨天行车',
      place: '会议室',
      heldAt: heldAt(),
      minutes: 600,
      trainer: '许静远',
      planId,
      ...more,
    }),
  );
const open = async (more: Record<string, unknown> = {}) => dataOf<Made>(await call('begin', await planned(more)));
const codeOf = async (id: string) => dataOf<{ code: string; located: boolean }>(await call('code', { id }));
const arrive = async (id: string, position: Record<string, unknown> = {}) =>
  dataOf<OwnAttendance>(await call('arrive', { code: (await codeOf(id)).code, ...position }, 'entstaff'));
const sign = async (id: string) =>
  call('sign', { id, signature: await waitingFile(app, people.home, 'evidence', 'entstaff') }, 'entstaff');
const own = async (id: string) =>
  dataOf<Attendee[]>(await call('roster', { id })).find(({ employeeId }) => employeeId === worker);
const hours = async () => {
  const [row] = await app.sql<{ hours: number }>(
    'select offline_hours::float8 as hours from learning_task where plan_id = $1 and employee_id = $2',
    [planId, worker],
  );
  return row?.hours ?? 0;
};

test('S99 gives no credit for a class session of two seconds, whatever duration was planned', async () => {
  const before = await hours();
  const made = await open();
  dataOf(await sign((await arrive(made.id)).id));
  await pass(2);
  dataOf(await call('end', made));
  expect(await own(made.id)).toMatchObject({ minutes: 0, hours: 0 });
  expect(await hours()).toBe(before);
});

test('S99 credits the time from arrival to the end of the class session, at most the planned time', async () => {
  const before = await hours();
  for (const [late, passed, planMinutes, minutes] of [
    [30, 90, 600, 90],
    [0, 200, 45, 45],
  ] as const) {
    const made = await open({ minutes: planMinutes });
    await pass(late * 60);
    dataOf(await sign((await arrive(made.id)).id));
    await pass(passed * 60);
    dataOf(await call('end', made));
    expect(await own(made.id)).toMatchObject({ minutes, hours: minutes / 45 });
  }
  expect(await hours()).toBe(before + 3);
});

test('S99 starts a class session only on its own day', async () => {
  const today = dayOf(app.clock.now());
  for (const day of [addDays(today, -366), addDays(today, -1), addDays(today, 1)]) {
    const refused = await call('begin', await planned({ heldAt: heldAt(day) }));
    expect([refused.status, msg(refused)]).toEqual([
      400,
      expect.stringContaining(`这一场定在 ${day}，只能在当天开始签到`),
    ]);
  }
  const made = await open({ minutes: 45 });
  for (const change of [
    { minutes: 600 },
    { heldAt: heldAt(addDays(today, -400)) },
    { planId: null },
    { kind: 'talk' },
  ]) {
    const refused = await call('update', { ...made, ...change });
    expect([refused.status, msg(refused)]).toEqual([400, expect.stringContaining('已经开始签到')]);
  }
  const same = { minutes: 45, heldAt: heldAt(), planId, kind: 'class', topic: '雨天行车与制动' };
  dataOf(await call('update', { ...made, ...same }));
});

test('S99 refuses attendance at two class sessions at once, even for concurrent requests', async () => {
  const [one, other] = [await open({ topic: '第一场' }), await open({ topic: '第二场' })];
  const [first, second] = [await codeOf(one.id), await codeOf(other.id)];
  const both = await Promise.all([first, second].map(({ code }) => call('arrive', { code }, 'entstaff')));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  const refused = both.find(({ status }) => status === 400);
  expect(refused && msg(refused)).toMatch(/^您正在参加“第.场”，请组织者先结束那一场/);
  const free = both[0]?.status === 200 ? other : one;
  const entered = await call('enter', { id: free.id, employeeIds: [worker] });
  expect([entered.status, msg(entered)]).toEqual([400, expect.stringContaining('那一场结束后才能补登')]);
  expect(await own(free.id)).toBeUndefined();
});

test('S99 lets people attend although a class session of the day before is still open', async () => {
  const before = await hours();
  const forgotten = await open({ topic: '忘了结束' });
  dataOf(await sign((await arrive(forgotten.id)).id));
  await pass(86_400);
  const today = await open({ topic: '第二天', minutes: 45 });
  dataOf(await sign((await arrive(today.id)).id));
  await pass(45 * 60);
  dataOf(await call('end', today));
  await pass(600 * 60);
  dataOf(await call('end', forgotten));
  expect((await own(forgotten.id))?.minutes).toBe(600);
  expect(await hours()).toBeCloseTo(before + 1 + 13.33, 2);
});

test('S101 shows the attendance code of a class session only to its leader', async () => {
  const made = dataOf<Made>(
    await call(
      'create',
      {
        kind: 'talk',
        topic: '班前会',
        place: '车场',
        heldAt: heldAt(),
        minutes: 15,
        trainer: '班长',
      },
      'leaderone',
    ),
  );
  const begun = dataOf<Made>(await call('begin', made, 'leaderone'));
  expect((await call('code', { id: made.id }, 'leaderone')).status).toBe(200);
  expect((await call('code', { id: made.id })).status).toBe(200);
  for (const answer of [
    await call('code', { id: made.id }, 'entstaff'),
    await call('code', { id: made.id }, 'leadertwo'),
    await call('enter', { id: made.id, employeeIds: [worker] }, 'entstaff'),
    await call('locate', { id: made.id, lng: 121.55, lat: 29.87, accuracy: 20 }, 'entstaff'),
    await call('end', begun, 'leadertwo'),
  ])
    expect([answer.status, answer.text.includes(`${made.id}.`)]).toEqual([403, false]);
  const abilities = async (answer: ReturnType<typeof call>) => dataOf<ClassSession>(await answer).abilities;
  expect(await abilities(call('get', { id: made.id }, 'leaderone'))).toEqual(expect.arrayContaining(['lead', 'end']));
  expect(await abilities(call('get', { id: made.id }, 'entstaff'))).toEqual([]);
  expect(await abilities(call('get', { id: made.id }, 'leadertwo'))).toEqual([]);
});

test('S101 does not count a scan of the attendance code at a far position', async () => {
  const before = await hours();
  const made = await open({ minutes: 45 });
  const coarse = await call('locate', { id: made.id, lng: 121.55, lat: 29.87, accuracy: 5_000 });
  expect([coarse.status, msg(coarse)]).toEqual([400, expect.stringContaining('定位误差约 5000 米')]);
  expect((await codeOf(made.id)).located).toBe(false);
  dataOf(await call('locate', { id: made.id, lng: 121.55, lat: 29.87, accuracy: 20 }));
  expect((await codeOf(made.id)).located).toBe(true);
  const away = { longitude: '121.560000', latitude: '29.870000', accuracy: 30 };
  const far = await arrive(made.id, away);
  expect(far).toMatchObject({ proof: 'far', metres: 964 });
  const refused = await sign(far.id);
  expect([refused.status, msg(refused)]).toEqual([400, expect.stringContaining('未到点')]);
  // A later scan without a position does not change the result `far`.
  expect(await arrive(made.id)).toMatchObject({ proof: 'far' });
  expect(dataOf<ClassSession>(await call('get', { id: made.id }))).toMatchObject({ people: 0, signed: 0 });
  // The position of a class session cannot change after the first scan.
  expect((await call('locate', { id: made.id, lng: 121.56, lat: 29.87, accuracy: 20 })).status).toBe(400);
  await pass(45 * 60);
  dataOf(await call('end', made));
  expect(await own(made.id)).toMatchObject({ proof: 'far', minutes: 0, hours: null });
  expect(await hours()).toBe(before);
});

test('S101 counts a later scan at a near position as the arrival', async () => {
  const made = await open({ minutes: 45 });
  dataOf(await call('locate', { id: made.id, lng: 121.55, lat: 29.87, accuracy: 20 }));
  await arrive(made.id, { longitude: '121.560000', latitude: '29.870000', accuracy: 30 });
  await pass(30 * 60);
  const near = await arrive(made.id, { longitude: '121.551000', latitude: '29.870000', accuracy: 30 });
  expect(near).toMatchObject({ proof: 'place', metres: 96 });
  dataOf(await sign(near.id));
  await pass(15 * 60);
  dataOf(await call('end', made));
  expect(await own(made.id)).toMatchObject({ proof: 'place', minutes: 15, hours: 0.33 });
  const other = await open({ minutes: 45 });
  dataOf(await call('locate', { id: other.id, lng: 121.55, lat: 29.87, accuracy: 20 }));
  // If the accuracy in metres exceeds the distance, the position proves nothing.
  expect(await arrive(other.id, { longitude: '121.551000', latitude: '29.870000', accuracy: 9_000 })).toMatchObject({
    proof: 'code',
  });
  // The leader may enter an attendee whose scan had a position too far away.
  await app.sql(`update class_attendance set proof = 'far' where session_id = $1`, [other.id]);
  dataOf(await call('enter', { id: other.id, employeeIds: [worker] }));
  expect(await own(other.id)).toMatchObject({ way: 'keeper', proof: null });
});
