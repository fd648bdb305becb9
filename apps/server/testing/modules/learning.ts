import type { OwnValues } from '../module-values.ts';

export const values: OwnValues = {
  trainingPlan: () =>
    Promise.resolve({
      startOn: '2026-01-15',
      // The training plan ends after the day to which suites move tasks.
      endOn: '2200-01-15',
      cycleMonths: 12,
      passScore: 80,
      examMinutes: 30,
      retries: 2,
      examCount: 0,
    }),
  // A copy of the training plan, because a person has one task per plan, and a plan may end before the task is due.
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
       values ($1, id_at(clock_timestamp()), $2, '新学员' || left(gen_random_uuid()::text, 8), '139****0000', '车队', 'driver', '驾驶员', '2025-01-06', now(), now())
       returning id`,
      [tenant.id, tenant.enterpriseIds[0]],
    );
    return { employeeId: row?.id, dueOn: '2099-01-15', ...(plan ? { planId: plan.id } : {}) };
  },
};
