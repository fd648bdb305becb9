import { sql } from 'kysely';
import { scopedTenant, type Tx } from '#platform/db/index.ts';

/** People who learn each course through a training plan, as far as the caller may see them. */
export async function learnersOfCourses(
  tx: Tx,
  courseIds: readonly string[],
): Promise<Map<string, { learners: number; done: number }>> {
  const { rows } = await sql<{ id: string; learners: number; done: number }>`
    select one ->> 'id' as id, count(distinct t.employee_id)::int as learners,
      (count(distinct t.employee_id) filter (where t.status = 'passed'))::int as done
    from training_plan p cross join jsonb_array_elements(p.courses) one
    join learning_task t on t.tenant_id = p.tenant_id and t.plan_id = p.id and t.removed_at is null
    where p.tenant_id = ${scopedTenant} and p.removed_at is null and p.status <> 'draft' and t.status <> 'exempted'
      and one ->> 'id' = any(${[...courseIds]}::text[])
    group by 1`.execute(tx.kysely);
  return new Map(rows.map(({ id, learners, done }) => [id, { learners, done }]));
}
