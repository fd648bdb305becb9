import { sql, type RawBuilder } from 'kysely';

export function conditionsOf(filter: Readonly<Record<string, unknown>>, today: string): RawBuilder<unknown>[] {
  const all: RawBuilder<unknown>[] = [];
  const add = (name: string, holds: RawBuilder<unknown>) => {
    if (filter[name] !== undefined) all.push(filter[name] === true ? holds : sql`not ${holds}`);
  };
  add('overdue', sql`(learning_task.due_on < ${today} and learning_task.status not in ('passed', 'exempted'))`);
  add('signed', sql`(learning_task.signed_at is not null)`);
  add('examined', sql`(learning_task.attempts > 0)`);
  add(
    'examPassed',
    sql`(learning_task.attempts > 0 and learning_task.score >= (select p.pass_score from training_plan p
      where p.tenant_id = learning_task.tenant_id and p.id = learning_task.plan_id))`,
  );
  add(
    'held',
    sql`(exists (select from learning_sitting held where held.tenant_id = learning_task.tenant_id
      and held.task_id = learning_task.id and held.held_state = 'waiting'))`,
  );
  return all;
}
