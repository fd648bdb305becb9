import type { OwnValues } from '../module-values.ts';

export const values: OwnValues = {
  healthTask: () =>
    Promise.resolve({ department: '无人的部门', startOn: '2026-01-05', endOn: '2026-03-31', everyDays: 30 }),
  // A separate task, because a person has only one record per round of a task.
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
  // A person has only one record per round, so each row has its own round.
  healthRecord: { round: 'n' },
};
