import { sql } from 'kysely';
import { rowsOf, scopedTenant, type Tx } from '#platform/db/index.ts';

export interface TaskSums {
  expected: number;
  done: number;
  abnormal: number;
  exempted: number;
  overdue: number;
}

export async function sumsOf(tx: Tx, taskIds: readonly string[], today: string): Promise<Map<string, TaskSums>> {
  const { rows } = await sql<{ id: string } & Record<keyof TaskSums, string>>`select task_id as id,
      count(*) filter (where result <> 'exempted') as expected,
      count(*) filter (where result in ('normal', 'abnormal')) as done,
      count(*) filter (where result = 'abnormal') as abnormal,
      count(*) filter (where result = 'exempted') as exempted,
      count(*) filter (where result = 'pending' and due_on < ${today}) as overdue
    from health_record where tenant_id = ${scopedTenant} and task_id = any(${[...taskIds]}::uuid[])
    group by task_id`.execute(tx.kysely);
  return new Map(
    rows.map(({ id, ...sums }) => [
      id,
      {
        expected: Number(sums.expected),
        done: Number(sums.done),
        abnormal: Number(sums.abnormal),
        exempted: Number(sums.exempted),
        overdue: Number(sums.overdue),
      },
    ]),
  );
}

/** Adds a record for each employee in scope who has none in this round; returns the number of added records. */
export async function addRound(
  tx: Tx,
  task: { id: string; enterpriseId: string; department: string | null; posts: readonly string[] },
  round: number,
  dueOn: string,
  at: Date,
): Promise<number> {
  const { rows } = await sql`insert into health_record (tenant_id, id, enterprise_id, task_id, employee_id, holder_name,
      holder_name_search, department, round, due_on, created_at, updated_at, created_by, updated_by)
    select e.tenant_id, id_at(anlan_clock()), e.enterprise_id, ${task.id}::uuid, e.id, e.name, e.name_search, e.department,
      ${round}::int, ${dueOn}::date, ${at}::timestamptz, ${at}::timestamptz, ${tx.scope.userId}::uuid, ${tx.scope.userId}::uuid
    from employee e
    where e.tenant_id = ${scopedTenant} and e.enterprise_id = ${task.enterpriseId} and e.removed_at is null
      and e.status in ('pendingTraining', 'onDuty')
      and (${task.department}::text is null or e.department = ${task.department})
      and (cardinality(${[...task.posts]}::text[]) = 0 or e.post_kind = any(${[...task.posts]}::text[]))
    on conflict (tenant_id, task_id, employee_id, round) do nothing returning 1`.execute(tx.kysely);
  return rows.length;
}

export const keepRounds = (tx: Tx, taskId: string, rounds: number) =>
  sql`update health_task set rounds = ${rounds} where tenant_id = ${scopedTenant} and id = ${taskId}`.execute(
    tx.kysely,
  );

export interface Running {
  id: string;
  enterpriseId: string;
  department: string | null;
  posts: string[];
  startOn: string;
  endOn: string;
  everyDays: number | null;
  rounds: number;
}
export async function runningOn(tx: Tx, day: string, ids?: readonly string[]): Promise<Running[]> {
  return rowsOf<Running>(tx)`select id, enterprise_id as "enterpriseId", department, posts,
      start_on as "startOn", end_on as "endOn", every_days as "everyDays", rounds
    from health_task where tenant_id = ${scopedTenant} and removed_at is null
      and ${ids === undefined ? sql`start_on <= ${day} and end_on >= ${day}` : sql`id = any(${[...ids]}::uuid[])`}`;
}

/** Deletes results of tasks that ended before a day (S81); returns their number. */
export async function forgetBefore(tx: Tx, endedBefore: string): Promise<number> {
  const { rows } = await sql`delete from health_record r using health_task t
    where t.tenant_id = r.tenant_id and t.id = r.task_id and r.tenant_id = ${scopedTenant}
      and t.end_on < ${endedBefore} returning 1`.execute(tx.kysely);
  return rows.length;
}

export const dropPending = (tx: Tx, taskId: string) =>
  sql`delete from health_record where tenant_id = ${scopedTenant} and task_id = ${taskId}`.execute(tx.kysely);

export async function roundsOf(tx: Tx, taskId: string, employeeId: string): Promise<number[]> {
  const { rows } = await sql<{ round: number }>`select round from health_record
    where tenant_id = ${scopedTenant} and task_id = ${taskId} and employee_id = ${employeeId}`.execute(tx.kysely);
  return rows.map(({ round }) => round);
}
