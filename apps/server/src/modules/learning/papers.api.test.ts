// Tests signatures, public certificates and links for people without an account.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import type { PersonageView, TrainingView } from '@anlan/contract/modules/learning/public-links';
import type { CertificateView, TaskView } from '@anlan/contract/modules/learning/views';
import { dataOf, send } from '../../../testing/client.ts';
import { copiedFile, openPeople, waitingFile, type People } from '../../../testing/resource-test-data.ts';
import { makePeople } from '../../../testing/staff.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import type { Kind } from '../../../testing/tenants.ts';

let app: TestApp;
let people: People;
let employeeId = '';
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
  const [one] = await makePeople(app, people.home, [{ postKind: 'driver', account: 'entstaff' }]);
  employeeId = one?.id ?? '';
}, 120_000);
afterAll(() => app.close());

const call = (name: string, input: Record<string, unknown> = {}, kind: Kind = 'entadmin') =>
  people.call(name, input, kind);
const own = (name: string, input: Record<string, unknown> = {}) => call(`learning.${name}`, input, 'entstaff');
const outside = (path: string, body: Record<string, unknown>) =>
  send(app, 'POST', `/bus/alearning/${path}`, { body: { tenantId: people.home.id, ...body } });

/** Creates a task that only needs the signature of its learner. */
async function ready(more: Record<string, unknown> = {}) {
  const today = dayOf(app.clock.now());
  const plan = { sign_required: true, cycle_months: null, ...more };
  const [row] = await app.sql<{ id: string }>(
    `insert into training_plan (tenant_id, id, enterprise_id, title, kind, start_on, end_on, hours_required, status,
       sign_required, cycle_months, created_at, updated_at)
     values ($1, gen_random_uuid(), $2, '雨天行车', 'routine', $3, $4, 1, 'running', $5, $6, now(), now()) returning id`,
    [people.home.id, people.home.enterpriseIds[0], today, addDays(today, 20), plan.sign_required, plan.cycle_months],
  );
  const planId = row?.id ?? '';
  const task = dataOf<{ id: string }>(
    await call('learningTask.create', { planId, employeeId, dueOn: addDays(today, 20) }),
  );
  await app.sql(`update learning_task set status = 'signPending', hours = 1.5 where id = $1`, [task.id]);
  return { planId, taskId: task.id };
}
const signature = () => waitingFile(app, people.home, 'evidence', 'entstaff');
const open = async (id: string) => dataOf<TaskView>(await own('open', { id }));
const check = async (code: string) => outside('certificate', { code });

test('S99 lets only the learner sign a learning task, only once', async () => {
  const { taskId } = await ready();
  expect((await open(taskId)).certificate).toBeNull();
  expect((await call('learning.sign', { id: taskId, signature: await signature() })).status).toBe(404);
  const signatureFile = await signature();
  dataOf(await own('sign', { id: taskId, signature: signatureFile }));
  expect((await own('sign', { id: taskId, signature: signatureFile })).status).toBe(409);
  const next = await ready();
  const copied = await own('sign', {
    id: next.taskId,
    signature: await copiedFile(app, people.home, signatureFile, 'entstaff'),
  });
  expect([copied.status, copied.text]).toEqual([400, expect.stringContaining('请本人重新手写签名')]);
  expect((await open(next.taskId)).status).toBe('signPending');
  const after = await open(taskId);
  expect(after.status).toBe('passed');
  expect(after.certificate).toMatchObject({ no: after.certificateNo, state: 'valid', validTo: null });
});

test('S97 shows only the listed fields of a training certificate', async () => {
  const { taskId } = await ready({ cycle_months: 12 });
  dataOf(await own('sign', { id: taskId, signature: await signature() }));
  const { certificate } = await open(taskId);
  const code = certificate?.code ?? '';
  const seen = dataOf<CertificateView>(await check(code));
  expect(Object.keys(seen).sort()).toEqual(
    ['course', 'enterpriseName', 'holder', 'hours', 'issuedOn', 'no', 'state', 'validTo'].sort(),
  );
  expect(seen).toMatchObject({ state: 'valid', hours: 1.5, course: '雨天行车' });
  expect(seen.holder).toMatch(/^.\*+$/u);
  // A certificate is valid on its last day and expired on the day after.
  const until = seen.validTo ?? '';
  expect(until > seen.issuedOn).toBe(true);
  await app.sql(`update learning_task set valid_to = $2 where id = $1`, [taskId, addDays(dayOf(app.clock.now()), -1)]);
  expect(dataOf<CertificateView>(await check(code)).state).toBe('expired');
  await app.sql(`update learning_task set valid_to = $2 where id = $1`, [taskId, dayOf(app.clock.now())]);
  expect(dataOf<CertificateView>(await check(code)).state).toBe('valid');
  const row = dataOf<{ id: string; version: number }>(await call('learningTask.get', { id: taskId }));
  const move = { id: row.id, version: row.version };
  expect((await call('learningTask.revoke', { ...move })).status).toBe(400);
  expect((await call('learningTask.revoke', { ...move, revokeReason: '代学' }, 'entstaff')).status).toBe(403);
  dataOf(await call('learningTask.revoke', { ...move, revokeReason: '代学' }));
  expect(dataOf<CertificateView>(await check(code)).state).toBe('revoked');
  const foreign = await own('certificatePdf', { id: taskId, at: 'https://evil.example' });
  expect([foreign.status, foreign.text]).toEqual([400, expect.stringContaining('只能通向本系统的网址')]);
  const pdf = await own('certificatePdf', { id: taskId, at: 'http://127.0.0.1:8080' });
  expect([pdf.status, pdf.text]).toEqual([400, expect.stringContaining('已吊销')]);
});

test('S97 gives the same answer for all invalid training certificates', async () => {
  const { taskId } = await ready();
  dataOf(await own('sign', { id: taskId, signature: await signature() }));
  const code = (await open(taskId)).certificate?.code ?? '';
  const altered = `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`;
  const other = await ready();
  const answers = [
    await check(altered),
    await check(`${other.taskId}.${code.slice(37)}`),
    await check(`${taskId}.${'0'.repeat(32)}`),
    await send(app, 'POST', '/bus/alearning/certificate', { body: { tenantId: people.other.id, code } }),
  ];
  for (const { status, text } of answers) expect([status, text]).toEqual([404, answers[0]?.text]);
});

test('RT-13 RT-14 shows a training plan and a record by link until the link expires', async () => {
  const { planId, taskId } = await ready();
  const made = dataOf<{ id: string; token: string }>(await call('trainingPlan.makeLink', { id: planId, days: 30 }));
  expect((await call('trainingPlan.makeLink', { id: planId, days: 31 })).status).toBe(400);
  const plan = dataOf<TrainingView>(await outside('training', { token: made.token }));
  expect(plan).toMatchObject({ title: '雨天行车', over: false, signRequired: true });
  const record = dataOf<{ id: string; token: string }>(await call('learningTask.makeLink', { id: taskId, days: 1 }));
  const person = dataOf<PersonageView>(await outside('personage', { token: record.token }));
  expect(person.name).toMatch(/^.\*+$/u);
  expect(person.tasks.length).toBeGreaterThan(0);
  expect(dataOf<PersonageView>(await own('record')).tasks).toEqual(person.tasks);
  // The secret of a plan link does not open a record.
  const crossed = await outside('personage', { token: made.token });
  dataOf(await call('trainingPlan.revokeLink', { id: made.id }));
  const revoked = await outside('training', { token: made.token });
  await app.sql(`update learning_link set expires_at = '2026-03-01T00:00:00Z' where id = $1`, [record.id]);
  const ended = await outside('personage', { token: record.token });
  const guessed = await outside('training', { token: 'A'.repeat(43) });
  for (const answer of [crossed, revoked, ended, guessed])
    expect([answer.status, answer.text]).toEqual([404, expect.stringContaining('链接已失效，请向安全员索取新链接')]);
});

test('revokes the earlier record link of a person when a new link is created', async () => {
  const first = dataOf<{ token: string }>(await own('share'));
  const second = dataOf<{ token: string }>(await own('share'));
  expect((await outside('personage', { token: first.token })).status).toBe(404);
  expect((await outside('personage', { token: second.token })).status).toBe(200);
  dataOf(await own('unshare'));
  expect((await outside('personage', { token: second.token })).status).toBe(404);
});
