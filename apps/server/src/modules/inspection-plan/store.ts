import { sql, type RawBuilder } from 'kysely';
import type { FilterValues } from '#kit/list-store.ts';
import type { Tx } from '#platform/db/index.ts';

export function conditionsOf({ done, late }: FilterValues, today: string): RawBuilder<unknown>[] {
  const isDone = sql`exists (select from inspection i where i.tenant_id = inspection_plan.tenant_id
    and i.plan_id = inspection_plan.id and i.status = 'finished' and i.removed_at is null)`;
  const isLate = sql`(not ${isDone} and inspection_plan.due_on < ${today}::date)`;
  return [
    ...(typeof done === 'boolean' ? [done ? isDone : sql`not ${isDone}`] : []),
    ...(typeof late === 'boolean' ? [late ? isLate : sql`not ${isLate}`] : []),
  ];
}

export async function countPlans(tx: Tx, year: number, today: string) {
  const { rows } = await sql<{ planned: string; done: string; late: string }>`
    select count(*) as planned, count(*) filter (where done) as done,
      count(*) filter (where not done and due_on < ${today}::date) as late
    from (select p.due_on, exists (select from inspection i where i.tenant_id = p.tenant_id and i.plan_id = p.id
        and i.status = 'finished' and i.removed_at is null) as done
      from inspection_plan p
      where p.tenant_id = ${tx.scope.tenantId} and p.year = ${year} and p.removed_at is null) as planned`.execute(
    tx.kysely,
  );
  const [row] = rows;
  return { planned: Number(row?.planned), done: Number(row?.done), late: Number(row?.late) };
}
