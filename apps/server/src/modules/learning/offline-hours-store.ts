import { rowsOf, type Tx } from '#platform/db/index.ts';

export interface CreditedTask {
  id: string;
  enterpriseId: string;
  employeeId: string;
  status: string;
  hours: string;
  offlineHours: string;
  hoursRequired: string;
  examCount: number;
  signRequired: boolean;
  cycleMonths: number | null;
  lessonCount: number;
  lessonsDone: number;
}

/** Adds hours to each person's last round of a plan, unless the person is exempted. Returns the updated tasks. */
export async function addOffline(
  tx: Tx,
  planId: string,
  hours: ReadonlyMap<string, number>,
  at: Date,
): Promise<CreditedTask[]> {
  if (hours.size === 0) return [];
  return rowsOf<CreditedTask>(tx)`update learning_task t
    set offline_hours = t.offline_hours + one.hours, version = t.version + 1, updated_at = ${at}
    from training_plan p, unnest(${[...hours.keys()]}::uuid[], ${[...hours.values()]}::numeric[]) as one (id, hours)
    where p.tenant_id = t.tenant_id and p.id = t.plan_id and t.tenant_id = ${tx.scope.tenantId}
      and t.plan_id = ${planId} and t.employee_id = one.id and t.removed_at is null
      and t.status <> 'exempted' and not exists (select from learning_task l where l.tenant_id = t.tenant_id
        and l.plan_id = t.plan_id and l.employee_id = t.employee_id and l.removed_at is null and l.round > t.round)
    returning t.id, t.enterprise_id as "enterpriseId", t.employee_id as "employeeId", t.status, t.hours,
      t.offline_hours as "offlineHours", t.hours_required as "hoursRequired", p.exam_count as "examCount",
      p.sign_required as "signRequired", p.cycle_months as "cycleMonths",
      jsonb_array_length(p.lessons) as "lessonCount",
      (select count(*)::int from learning_progress d where d.tenant_id = t.tenant_id and d.task_id = t.id
        and d.done_at is not null) as "lessonsDone"`;
}
