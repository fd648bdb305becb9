// Tests health tasks by task and by person (RT-21).
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HealthRecord, HealthTask } from '@anlan/contract/modules/health-task/resource';
import { dataOf } from '../../../testing/client.ts';
import { openPeople, type People } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { makePeople } from '../../../testing/staff.ts';

let app: TestApp;
let people: People;
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
  await makePeople(app, people.home, [
    { postKind: 'driver' },
    { postKind: 'driver' },
    { postKind: 'general' },
    { postKind: 'driver', status: 'offDuty' },
  ]);
}, 120_000);
afterAll(() => app.close());

test('RT-21 covers the people in scope in each round of a health task', async () => {
  const { id } = dataOf<{ id: string }>(
    await people.call(
      'healthTask.create',
      {
        title: '酒精检测',
        kind: 'alcohol',
        posts: ['driver'],
        startOn: '2026-02-15',
        endOn: '2026-03-31',
        everyDays: 10,
      },
      'entadmin',
    ),
  );
  const records = dataOf<{ records: HealthRecord[] }>(
    await people.call('healthRecord.page', { taskId: id, size: 100 }, 'entadmin'),
  ).records;
  // Two rounds have started, each for the two employed drivers.
  expect(records.map(({ round, dueOn }) => [round, dueOn]).toSorted()).toEqual([
    [1, '2026-02-24'],
    [1, '2026-02-24'],
    [2, '2026-03-06'],
    [2, '2026-03-06'],
  ]);
  const [first, second] = records;
  const at = '2026-03-01 07:30:00';
  dataOf(await people.call('healthRecord.pass', { id: first?.id, version: 1, sampledAt: at, org: '站内' }, 'entadmin'));
  const late = await people.call(
    'healthRecord.pass',
    { id: second?.id, version: 1, sampledAt: '2027-01-01 00:00:00' },
    'entadmin',
  );
  expect(late.text).toContain('检测时间不能晚于现在');
  dataOf(await people.call('healthRecord.exempt', { id: second?.id, version: 1, reason: '当日休假' }, 'entadmin'));
  const seen = dataOf<HealthTask>(await people.call('healthTask.get', { id }));
  expect(seen).toMatchObject({ expected: 3, done: 1, abnormal: 0, exempted: 1 });
  for (const verb of ['page', 'export']) expect((await people.call(`healthRecord.${verb}`, {})).status).toBe(403);
  expect((await people.call('healthRecord.get', { id: first?.id })).status).toBe(403);
  expect((await people.call('healthRecord.page', {}, 'entstaff')).status).toBe(403);
  // A task with recorded results cannot be removed.
  expect((await people.call('healthTask.remove', { id }, 'entadmin')).status).toBe(400);
});
