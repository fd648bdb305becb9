// Tests the content and access of education cards and record sheets.
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataOf } from '../../../testing/client.ts';
import { openPeople, waitingFile, type People } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { makePeople } from '../../../testing/staff.ts';
import type { Kind } from '../../../testing/tenants.ts';
import { systemScope } from '#kernel/scope.ts';
import { cardPage, conclusionOf } from './card-file.ts';
import { cardLessons, cardPeople, sheetPeople } from './card-store.ts';

let app: TestApp;
let people: People;
let ids: string[] = [];
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
  const made = await makePeople(app, people.home, [
    { postKind: 'driver', account: 'entstaff' },
    { postKind: 'driver' },
    { postKind: 'driver', enterprise: 1 },
  ]);
  ids = made.map(({ id }) => id);
}, 120_000);
afterAll(() => app.close());

const call = (name: string, input: Record<string, unknown> = {}, kind: Kind = 'entadmin') =>
  people.call(name, input, kind);

async function preJob(level: string, more: Record<string, unknown> = {}) {
  const today = dayOf(app.clock.now());
  const [row] = await app.sql<{ id: string }>(
    `insert into training_plan (tenant_id, id, enterprise_id, title, kind, level, teacher, start_on, end_on,
       hours_required, status, created_at, updated_at)
     values ($1, gen_random_uuid(), $2, $3, 'preJob', $4, $5, $6, $7, 8, 'running', now(), now()) returning id`,
    [
      people.home.id,
      people.home.enterpriseIds[0],
      `${level}安全教育`,
      level,
      more['teacher'] ?? null,
      today,
      addDays(today, 20),
    ],
  );
  const planId = row?.id ?? '';
  for (const employeeId of ids.slice(0, 2))
    dataOf(await call('learningTask.create', { planId, employeeId, dueOn: addDays(today, 20) }));
  return planId;
}

test('lists the levels on a safety training card in order', async () => {
  const team = await preJob('team');
  const company = await preJob('company', { teacher: '许静远' });
  const session = dataOf<{ id: string; version: number }>(
    await call('classSession.create', {
      kind: 'class',
      topic: '班组教育',
      place: '车场',
      heldAt: `${dayOf(app.clock.now())} 08:00:00`,
      minutes: 90,
      trainer: '周班长',
      planId: team,
    }),
  );
  const begun = dataOf<{ id: string; version: number }>(await call('classSession.begin', session));
  dataOf(await call('classSession.enter', { id: session.id, employeeIds: [ids[0]] }));
  const signature = await waitingFile(app, people.home, 'evidence', 'entstaff');
  const [there] = await app.sql<{ id: string }>('select id from class_attendance where session_id = $1', [session.id]);
  dataOf(await call('classSession.sign', { id: there?.id, signature }, 'entstaff'));
  // Move the start 90 minutes back instead of the clock, so that the sign-ins stay valid.
  await app.sql(`update class_session set begun_at = begun_at - interval '90 minutes' where id = $1`, [session.id]);
  await app.sql(`update class_attendance set arrived_at = arrived_at - interval '90 minutes' where session_id = $1`, [
    session.id,
  ]);
  dataOf(await call('classSession.end', begun));
  await app.sql(
    `update learning_task set status = 'passed', hours = 8, score = 92, passed_at = now() where plan_id = $1`,
    [company],
  );
  const scope = systemScope('test', people.home.id);
  const [first = ''] = ids;
  const [person, lessons] = await app.db.scoped(scope, async (tx) => [
    (await cardPeople(tx, [first]))[0],
    await cardLessons(tx, [first]),
  ]);
  expect(lessons.map(({ level, teacher, hours, score }) => [level, teacher, hours, score])).toEqual([
    ['company', '许静远', 8, 92],
    ['team', '周班长', 2, null],
  ]);
  expect(lessons[1]?.signature?.id).toBe(signature.id);
  expect(conclusionOf({ lessons })).toBe('尚未完成：车间级、班组级安全教育');
  if (!person) throw new Error('nobody');
  const words = { gender: new Map(), postKind: new Map([['driver', '驾驶员']]) };
  const page = JSON.stringify(cardPage({ person, lessons, hoursAsked: 72 }, words, new Map(), '2026-03-02'));
  for (const text of ['公司级', '车间级', '班组级', '许静远', '周班长', '驾驶员', '72 学时'])
    expect(page).toContain(text);
  const [sheet] = await app.db.scoped(scope, (tx) => sheetPeople(tx, team, 10));
  expect(sheet?.hours).toBe(2);
});

test('creates training cards and sheets as PDF files only for the own enterprise', async () => {
  for (const input of [ids.slice(0, 1), ids.slice(0, 2)]) {
    const made = await call('learningTask.cards', { ids: input });
    expect([made.status, made.text.slice(0, 5)]).toEqual([200, '%PDF-']);
  }
  expect((await call('learningTask.cards', { ids })).status).toBe(404);
  expect((await call('learningTask.cards', { ids }, 'regulator')).status).toBe(200);
  expect((await call('learningTask.cards', { ids: ids.slice(0, 1) }, 'entstaff')).status).toBe(403);
  expect((await people.call('learningTask.cards', { ids: ids.slice(0, 1) }, 'entadmin', 'other')).status).toBe(404);
  const auditRows = await app.sql<{ note: string }>(`select note from audit where call = 'learningTask.cards'`);
  expect(auditRows.length).toBeGreaterThanOrEqual(3);
  const [session] = await app.sql<{ id: string }>('select id from class_session limit 1');
  const sheet = await call('classSession.sheet', { id: session?.id });
  expect([sheet.status, sheet.text.slice(0, 5)]).toEqual([200, '%PDF-']);
  const [plan] = await app.sql<{ id: string }>(`select id from training_plan where level = 'team'`);
  const planSheet = await call('trainingPlan.sheet', { id: plan?.id });
  expect([planSheet.status, planSheet.text.slice(0, 5)]).toEqual([200, '%PDF-']);
});

test('S99 refuses to postpone a learning task past the end of its training plan', async () => {
  const today = dayOf(app.clock.now());
  await preJob('workshop');
  const [task] = await app.sql<{ id: string; version: number }>(
    `select t.id, t.version from learning_task t join training_plan p on p.id = t.plan_id
     where p.level = 'workshop' limit 1`,
  );
  const put = async (days: number) => {
    const { version } = dataOf<{ version: number }>(await call('learningTask.get', { id: task?.id }));
    return call('learningTask.update', { id: task?.id, version, dueOn: addDays(today, days) });
  };
  expect((await put(60)).text).toContain('不能推迟到培训计划结束');
  dataOf(await put(10));
  await app.sql('update learning_task set due_on = $2 where id = $1', [task?.id, addDays(today, -1)]);
  expect((await put(15)).text).toContain('应完成日期已过');
});
