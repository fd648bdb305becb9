import type { OwnValues } from '../own-values.ts';

export const values: OwnValues = {
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
};

export const columns = {
  // Nobody owes twice to one round.
  healthRecord: { round: 'n' },
};
