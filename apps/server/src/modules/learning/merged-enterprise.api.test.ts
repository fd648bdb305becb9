// Tests a merge of two enterprises: learning data, consents and open tasks move to the remaining one.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataOf } from '../../../testing/client.ts';
import { openPeople, type People } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';

let app: TestApp;
let people: People;
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
}, 120_000);
afterAll(() => app.close());

const tables = ['learning_progress', 'learning_sitting', 'exam_paper', 'learning_face_consent', 'learning_link'];
const ownersOf = async () =>
  Promise.all(
    tables.map(async (table) => {
      const rows = await app.sql<{ owner: string; code: string }>(
        `select distinct enterprise_id as owner, oversight_code as code from ${table} where tenant_id = $1`,
        [people.home.id],
      );
      return [table, rows] as const;
    }),
  );

test('shows learning records of a merged enterprise in the remaining enterprise', async () => {
  const [keepId, , dropId] = people.home.enterpriseIds;
  const { id: tenantId } = people.home;
  const [row] = await app.sql<{ task: string }>(
    `with person as (
       insert into employee (tenant_id, id, enterprise_id, name, phone, department, post_kind, hired_on, status, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, '赵师傅', '139****0001', '车队', 'driver', '2025-01-06', 'onDuty', now(), now())
       returning *),
     plan as (
       insert into training_plan (tenant_id, id, enterprise_id, title, kind, start_on, end_on, hours_required, status, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, '合并前的培训', 'routine', current_date, current_date + 30, 1, 'running', now(), now())
       returning *),
     task as (
       insert into learning_task (tenant_id, id, enterprise_id, plan_id, employee_id, plan_title, employee_name, due_on, created_at, updated_at)
       select $1, gen_random_uuid(), $2, plan.id, person.id, plan.title, person.name, plan.end_on, now(), now()
       from person, plan returning *),
     progress as (
       insert into learning_progress (tenant_id, task_id, lesson_key, enterprise_id, credited, credited_ms)
       select $1, id, '1.l1', $2, '[[0, 15000]]', 15000 from task),
     sitting as (
       insert into learning_sitting (tenant_id, id, enterprise_id, task_id, user_id, lesson_key, lesson_title, length_ms, nonce,
         started_at, last_at, credited_ms, held, held_ms, held_state)
       select $1, gen_random_uuid(), $2, id, gen_random_uuid(), '1.l1', '操作规程', 60000, 'n', now(), now(), 15000,
         '{"credited": [[0, 30000]], "furthest": 30000}', 15000, 'waiting' from task),
     paper as (
       insert into exam_paper (tenant_id, id, enterprise_id, task_id, questions, pass_score, started_at, ends_at)
       select $1, gen_random_uuid(), $2, id, '[]', 60, now(), now() from task),
     consent as (
       insert into learning_face_consent (tenant_id, id, enterprise_id, employee_id, words, given_at)
       select $1, gen_random_uuid(), $2, id, 1, now() from person),
     link as (
       insert into learning_link (tenant_id, id, enterprise_id, kind, subject_id, token_hash, expires_at, created_at)
       select $1, gen_random_uuid(), $2, 'person', id, 'hash', now() + interval '1 day', now() from person)
     select id as task from task`,
    [tenantId, dropId],
  );
  const versions = await app.sql<{ id: string; version: number; code: string }>(
    'select id, version, oversight_code as code from enterprise where id = any($1)',
    [[keepId, dropId]],
  );
  const of = (id: string | undefined) => versions.find((one) => one.id === id);
  const merging = { keepId, keepVersion: of(keepId)?.version, dropId, dropVersion: of(dropId)?.version };
  dataOf(await people.call('enterprise.merge', merging, 'regulator'));
  for (const [table, owners] of await ownersOf())
    expect([table, owners]).toEqual([table, [{ owner: keepId, code: of(keepId)?.code }]]);
  // The administrator of the remaining enterprise sees the waiting sitting and can confirm it.
  const sittings = await people.call('learningTask.sittings', { id: row?.task }, 'entadmin');
  expect(dataOf<object[]>(sittings)).toMatchObject([{ creditedMs: 15_000, held: 'waiting', heldMs: 15_000 }]);
});
