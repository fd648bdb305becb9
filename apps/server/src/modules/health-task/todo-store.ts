import { sql } from 'kysely';
import { scopedTenant, type Tx } from '#platform/db/index.ts';

const waits = sql`exists (select from health_record r where r.tenant_id = t.tenant_id and r.task_id = t.id
  and r.result = 'pending')`;

export async function waitingTasks(tx: Tx, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; enterpriseId: string; title: string; dueOn: string }>`
    select t.id, t.enterprise_id as "enterpriseId", t.title,
      (select to_char(min(r.due_on), 'YYYY-MM-DD') from health_record r where r.tenant_id = t.tenant_id
        and r.task_id = t.id and r.result = 'pending') as "dueOn"
    from health_task t where t.tenant_id = ${scopedTenant} and t.id = any(${[...ids]}::uuid[])
      and t.removed_at is null and ${waits}`.execute(tx.kysely);
  return rows;
}

export async function waitingAfter(tx: Tx, id: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select t.id from health_task t
    where t.tenant_id = ${scopedTenant} and t.id > ${id} and t.removed_at is null and ${waits}
    order by t.id limit ${limit}`.execute(tx.kysely);
  return rows.map((row) => row.id);
}
