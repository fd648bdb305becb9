import { sql, type RawBuilder } from 'kysely';

/** Conditions of the filters that are no fields. */
export function conditionsOf(filter: Readonly<Record<string, unknown>>, today: string): RawBuilder<unknown>[] {
  if (filter['overdue'] === undefined) return [];
  const late = sql`(learning_task.due_on < ${today} and learning_task.status not in ('passed', 'exempted'))`;
  return [filter['overdue'] === true ? late : sql`not ${late}`];
}
