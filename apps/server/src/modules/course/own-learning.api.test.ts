// What the course page of an enterprise shows: the courses that its own people learn.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import type { OfferedCourse } from '@anlan/contract/modules/course/calls';
import { callNamed, dataOf, sendCall, signIn } from '../../../testing/client.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { makeTenant } from '../../../testing/tenants.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
}, 120_000);
afterAll(() => app.close());

test('an enterprise sees its own numbers of learners for a course of the unit', async () => {
  const tenant = await makeTenant(app);
  const today = dayOf(app.clock.now());
  const lesson = { key: 'l1', title: '第一课', media: 'video', seconds: 60, file: null };
  const [course] = await app.sql<{ id: string }>(
    `insert into course (tenant_id, id, enterprise_id, title, kind, lessons, lesson_count, seconds, status, created_at, updated_at)
     values ($1, gen_random_uuid(), '00000000-0000-0000-0000-000000000000', '防御性驾驶', 'routine', $2, 1, 60, 'enabled', now(), now())
     returning id`,
    [tenant.id, JSON.stringify([lesson])],
  );
  for (const enterpriseId of tenant.enterpriseIds.slice(0, 2)) {
    const [plan] = await app.sql<{ id: string }>(
      `insert into training_plan (tenant_id, id, enterprise_id, title, kind, start_on, end_on, hours_required, status, courses,
         created_at, updated_at)
       values ($1, gen_random_uuid(), $2, '年度培训', 'routine', $3, $4, 2, 'running', $5, now(), now()) returning id`,
      [tenant.id, enterpriseId, today, addDays(today, 20), JSON.stringify([{ id: course?.id, title: '防御性驾驶' }])],
    );
    await app.sql(
      `insert into learning_task (tenant_id, id, enterprise_id, plan_id, employee_id, employee_name, plan_title, hours_required,
         due_on, status, created_at, updated_at)
       select $1, gen_random_uuid(), $2, $3, id, name, '年度培训', 2, $4, 'notStarted', now(), now() from employee
       where tenant_id = $1 and enterprise_id = $2 and removed_at is null`,
      [tenant.id, enterpriseId, plan?.id, addDays(today, 20)],
    );
  }
  const [people] = await app.sql<{ found: number }>(
    `select count(*)::int as found from employee where tenant_id = $1 and enterprise_id = $2 and removed_at is null`,
    [tenant.id, tenant.enterpriseIds[0]],
  );
  const { access_token: token } = await signIn(app, tenant, 'entadmin');
  const offered = dataOf<OfferedCourse[]>(await sendCall(app, callNamed(app, 'course.offered'), {}, { token }));
  expect(offered.find(({ id }) => id === course?.id)).toMatchObject({ shared: true, learners: people?.found, done: 0 });
});
