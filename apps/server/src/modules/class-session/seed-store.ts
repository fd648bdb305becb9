import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

export interface SeededPerson {
  id: string;
  enterpriseId: string;
  name: string;
  department: string | null;
  postKind: string;
  passed: ReadonlySet<string>;
}
export interface SeededAttendee {
  planId: string;
  employeeId: string;
}

export async function seededPeople(tx: Tx, enterpriseIds: readonly string[]): Promise<SeededPerson[]> {
  const { rows } = await sql<Omit<SeededPerson, 'passed'> & { passed: string[] | null }>`select e.id,
      e.enterprise_id as "enterpriseId", e.name, e.department, e.post_kind as "postKind",
      (select array_agg(t.plan_id::text) from learning_task t where t.tenant_id = e.tenant_id and t.employee_id = e.id
        and t.status = 'passed' and t.removed_at is null) as passed
    from employee e where e.tenant_id = ${tx.scope.tenantId} and e.enterprise_id = any(${[...enterpriseIds]}::uuid[])
      and e.status = 'onDuty' and e.removed_at is null order by e.enterprise_id, e.id`.execute(tx.kysely);
  return rows.map((row) => ({ ...row, passed: new Set(row.passed ?? []) }));
}

export async function seededPlans(
  tx: Tx,
  enterpriseIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const { rows } = await sql<{ id: string; enterpriseId: string; month: string }>`select id,
      enterprise_id as "enterpriseId", to_char(start_on, 'YYYY-MM') as month from training_plan
    where tenant_id = ${tx.scope.tenantId} and enterprise_id = any(${[...enterpriseIds]}::uuid[]) and status = 'ended'
      and removed_at is null`.execute(tx.kysely);
  const all = new Map<string, Map<string, string>>();
  for (const { id, enterpriseId, month } of rows)
    all.set(enterpriseId, (all.get(enterpriseId) ?? new Map<string, string>()).set(month, id));
  return all;
}

export const creditSeeded = (tx: Tx, all: readonly SeededAttendee[], hours: number) =>
  sql`update learning_task t set offline_hours = ${hours}, hours = greatest(t.hours - ${hours}::numeric, 0)
    from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as one ("planId" uuid, "employeeId" uuid)
    where t.tenant_id = ${tx.scope.tenantId} and t.plan_id = one."planId" and t.employee_id = one."employeeId"`.execute(
    tx.kysely,
  );
