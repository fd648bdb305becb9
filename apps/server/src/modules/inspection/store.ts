import { sql } from 'kysely';
import type { AnsweredItem } from '@anlan/contract/modules/checklist/check-item';
import { rowsOf, type Tx } from '#platform/db/index.ts';

export async function saveItems(
  tx: Tx,
  id: string,
  items: readonly AnsweredItem[],
  counts: { total: number; done: number; fail: number },
  at: Date,
): Promise<number> {
  const { rows } = await sql<{ version: number }>`update inspection
    set items = ${JSON.stringify(items)}, item_count = ${counts.total}, done_count = ${counts.done},
      fail_count = ${counts.fail}, updated_at = ${at}, updated_by = ${tx.scope.userId}, version = version + 1
    where tenant_id = ${tx.scope.tenantId} and id = ${id} returning version`.execute(tx.kysely);
  return rows[0]?.version ?? 0;
}

/** Latest inspection of each plan entry. Voided and removed inspections do not count. */
export async function latestOfPlans(tx: Tx, planIds: readonly string[]) {
  if (planIds.length === 0) return [];
  return rowsOf<{ planId: string; id: string; status: string }>(tx)`
    select distinct on (plan_id) plan_id as "planId", id, status from inspection
    where tenant_id = ${tx.scope.tenantId} and plan_id = any(${planIds}::uuid[]) and plan_id is not null
      and removed_at is null and status <> 'voided'
    order by plan_id, (status = 'finished') desc, started_at desc`;
}

export async function coverageBetween(tx: Tx, from: string, to: string) {
  const { rows } = await sql<{ enterprises: string; covered: string }>`
    select count(*) as enterprises, count(*) filter (where exists (select from inspection i
      where i.tenant_id = e.tenant_id and i.enterprise_id = e.id and i.source = 'regulator' and i.status = 'finished'
        and i.removed_at is null and i.started_at >= ${`${from} 00:00:00+08`}::timestamptz
        and i.started_at < (${`${to} 00:00:00+08`}::timestamptz + interval '1 day'))) as covered
    from enterprise e
    where e.tenant_id = ${tx.scope.tenantId} and e.removed_at is null and e.status in ('active', 'suspended')`.execute(
    tx.kysely,
  );
  return { enterprises: Number(rows[0]?.enterprises), covered: Number(rows[0]?.covered) };
}
