import { sql } from 'kysely';
import type { PlannedLesson } from '@anlan/contract/modules/learning/plan';
import type { Stretch } from '@anlan/contract/modules/learning/time-credit';
import type { StoredFile } from '@anlan/contract/kit/field';
import { firstOf, hasRows, idsOf, rowsOf, type Tx } from '#platform/db/index.ts';
import { preparedStatement } from '#platform/db/prepared-statement.ts';

export interface StoredTask {
  id: string;
  enterprise_id: string;
  plan_id: string;
  employee_id: string;
  plan_title: string;
  status: string;
  hours: string;
  offline_hours: string;
  hours_required: string;
  score: number | null;
  attempts: number;
  due_on: string;
  certificate_no: string | null;
  start_on: string;
  plan_status: string;
  plan_kind: string;
  lessons: PlannedLesson[];
  exam_count: number;
  exam_minutes: number;
  pass_score: number;
  retries: number;
  sign_required: boolean;
  face_required: boolean;
  cycle_months: number | null;
  signed_at: Date | null;
  passed_at: Date | null;
  valid_to: string | null;
  revoked_at: Date | null;
  employee_name: string;
  lessons_done: string;
  /** Sum of the credit of all lessons, in milliseconds. */
  credited_ms: string;
}
const columns = sql`t.id, t.enterprise_id, t.plan_id, t.employee_id, t.plan_title, t.status, t.hours, t.offline_hours,
  t.hours_required, t.score, t.attempts, to_char(t.due_on, 'YYYY-MM-DD') as due_on, t.certificate_no,
  to_char(p.start_on, 'YYYY-MM-DD') as start_on, p.status as plan_status, p.kind as plan_kind, p.lessons, p.exam_count,
  p.exam_minutes, p.pass_score, p.retries, p.sign_required, p.face_required, p.cycle_months, t.signed_at, t.passed_at,
  to_char(t.valid_to, 'YYYY-MM-DD') as valid_to, t.revoked_at, t.employee_name,
  l.done as lessons_done, l.ms as credited_ms`;
const joinedPlan = sql`learning_task t join training_plan p on p.tenant_id = t.tenant_id and p.id = t.plan_id
  cross join lateral (select count(*) filter (where d.done_at is not null) as done, coalesce(sum(d.credited_ms), 0) as ms
    from learning_progress d where d.tenant_id = t.tenant_id and d.task_id = t.id) l`;

export async function tasksOf(tx: Tx, employeeId: string): Promise<StoredTask[]> {
  return rowsOf<StoredTask>(tx)`select ${columns} from ${joinedPlan}
    where t.tenant_id = ${tx.scope.tenantId} and t.employee_id = ${employeeId} and t.removed_at is null
      and p.removed_at is null
    order by t.status in ('passed', 'exempted'), p.status in ('ended', 'archived'), t.due_on, t.id limit 100`;
}

const ownTask = preparedStatement<StoredTask, [tenantId: string, id: string, employeeId: string]>(
  'learning.ownTask',
  (tenantId, id, employeeId) => sql`select ${columns} from ${joinedPlan}
    where t.tenant_id = ${tenantId} and t.id = ${id} and t.employee_id = ${employeeId} and t.removed_at is null
      and p.removed_at is null`,
);
export const taskOf = async (tx: Tx, id: string, employeeId: string): Promise<StoredTask | undefined> =>
  (await ownTask(tx, tx.scope.tenantId, id, employeeId))[0];

export async function anyTaskOf(tx: Tx, id: string): Promise<StoredTask | undefined> {
  return firstOf<StoredTask>(tx)`select ${columns} from ${joinedPlan}
    where t.tenant_id = ${tx.scope.tenantId} and t.id = ${id} and t.removed_at is null`;
}

export async function keepSignature(tx: Tx, id: string, file: StoredFile, at: Date): Promise<boolean> {
  return hasRows(tx)`update learning_task set signature = ${JSON.stringify(file)}::jsonb, signed_at = ${at}
    where tenant_id = ${tx.scope.tenantId} and id = ${id} and status = 'signPending' returning id`;
}

export async function progressOf(tx: Tx, taskId: string) {
  const { rows } = await sql<{
    lesson_key: string;
    credited: Stretch[];
    credited_ms: number;
    furthest_ms: number;
    done_at: Date | null;
  }>`select lesson_key, credited, credited_ms, furthest_ms, done_at from learning_progress
    where tenant_id = ${tx.scope.tenantId} and task_id = ${taskId}`.execute(tx.kysely);
  return new Map(
    rows.map((row) => [
      row.lesson_key,
      {
        credited: row.credited,
        creditedMs: row.credited_ms,
        furthestMs: row.furthest_ms,
        done: row.done_at !== null,
      },
    ]),
  );
}

export async function countsOfPlans(tx: Tx, planIds: readonly string[]) {
  if (planIds.length === 0) return new Map<string, { people: number; passed: number }>();
  const { rows } = await sql<{ plan_id: string; people: string; passed: string }>`select plan_id,
      count(*) filter (where status <> 'exempted') as people, count(*) filter (where status = 'passed') as passed
    from learning_task where tenant_id = ${tx.scope.tenantId} and plan_id = any(${[...planIds]}::uuid[])
      and removed_at is null
    group by plan_id`.execute(tx.kysely);
  return new Map(rows.map((row) => [row.plan_id, { people: Number(row.people), passed: Number(row.passed) }]));
}

export interface Candidate {
  id: string;
  name: string;
  department: string | null;
  postKind: string;
}
export async function withoutTask(tx: Tx, planId: string, enterpriseId: string): Promise<Candidate[]> {
  return rowsOf<Candidate>(tx)`select e.id, e.name, e.department, e.post_kind as "postKind" from employee e
    where e.tenant_id = ${tx.scope.tenantId} and e.enterprise_id = ${enterpriseId} and e.removed_at is null
      and e.status <> 'left' and not exists (select from learning_task t where t.tenant_id = e.tenant_id
        and t.plan_id = ${planId} and t.employee_id = e.id)
    order by e.id limit 20000`;
}

export async function tasksAmong(tx: Tx, planIds: readonly string[], employeeIds: readonly string[]) {
  const { rows } = await sql<{ plan_id: string; employee_id: string }>`select distinct plan_id, employee_id
    from learning_task where tenant_id = ${tx.scope.tenantId} and plan_id = any(${[...planIds]}::uuid[])
      and employee_id = any(${[...employeeIds]}::uuid[])`.execute(tx.kysely);
  return new Set(rows.map(({ plan_id: planId, employee_id: employeeId }) => `${planId} ${employeeId}`));
}
export async function candidatesAmong(tx: Tx, enterpriseId: string, ids: readonly string[]): Promise<Candidate[]> {
  return rowsOf<Candidate>(tx)`select id, name, department, post_kind as "postKind" from employee
    where tenant_id = ${tx.scope.tenantId} and enterprise_id = ${enterpriseId} and id = any(${[...ids]}::uuid[])
      and removed_at is null and status <> 'left' order by id`;
}

export interface LivePlan {
  id: string;
  enterprise_id: string;
  title: string;
  audience: { everyone: boolean; postKinds: never[]; departments: string[] } | null;
  hours_required: string;
  end_on: string;
  cycle_months: number | null;
}
export async function livePlans(tx: Tx, enterpriseId: string | null, today: string): Promise<LivePlan[]> {
  return rowsOf<LivePlan>(tx)`select id, enterprise_id, title, audience, hours_required,
      to_char(end_on, 'YYYY-MM-DD') as end_on, cycle_months from training_plan
    where tenant_id = ${tx.scope.tenantId} and status in ('published', 'running') and removed_at is null
      and end_on >= ${today} ${enterpriseId === null ? sql`` : sql`and enterprise_id = ${enterpriseId}`}
    order by id limit 5000`;
}

/** People for the next round: they passed the last round at least `cycle_months` ago. */
export async function nextRounds(tx: Tx, { id, cycle_months: months }: LivePlan, today: string) {
  if (months === null) return [];
  return rowsOf<Candidate & { round: number }>(tx)`select e.id, e.name, e.department, e.post_kind as "postKind",
      t.round + 1 as round from learning_task t join employee e on e.tenant_id = t.tenant_id and e.id = t.employee_id
    where t.tenant_id = ${tx.scope.tenantId} and t.plan_id = ${id} and t.removed_at is null and t.status = 'passed'
      and t.passed_at + make_interval(months => ${months}) <= ${`${today} 23:59:59+08`}::timestamptz
      and e.removed_at is null and e.status <> 'left'
      and not exists (select from learning_task l where l.tenant_id = t.tenant_id and l.plan_id = t.plan_id
        and l.employee_id = t.employee_id and l.round > t.round)
    order by e.id limit 20000`;
}

export async function turnPlans(tx: Tx, today: string, at: Date): Promise<number> {
  const { rows } = await sql`update training_plan set updated_at = ${at},
      status = case when end_on < ${today} then 'ended' else 'running' end
    where tenant_id = ${tx.scope.tenantId} and removed_at is null
      and ((status = 'published' and start_on <= ${today}) or (status = 'running' and end_on < ${today}))
    returning id`.execute(tx.kysely);
  return rows.length;
}

export async function countDue(tx: Tx, prefix: string, { from, to }: { from: string; to: string }) {
  const below =
    prefix === '' ? sql`` : sql`and oversight_code >= ${prefix} and oversight_code < ${`${prefix}\u{10ffff}`}`;
  const { rows } = await sql<{ planned: number; finished: number; people: number; hours: number }>`
    select count(*)::int as planned, (count(*) filter (where status = 'passed'))::int as finished,
      count(distinct employee_id)::int as people, coalesce(sum(hours + offline_hours), 0)::float8 as hours
    from learning_task where tenant_id = ${tx.scope.tenantId} and removed_at is null and status <> 'exempted'
      and due_on >= ${from} and due_on <= ${to} ${below}`.execute(tx.kysely);
  return rows[0] ?? { planned: 0, finished: 0, people: 0, hours: 0 };
}

export async function waitingTasks(tx: Tx, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return rowsOf<{
    id: string;
    enterprise_id: string;
    plan_title: string;
    due_on: string;
    status: string;
    user_id: string;
  }>(tx)`
    select t.id, t.enterprise_id, t.plan_title, to_char(t.due_on, 'YYYY-MM-DD') as due_on, t.status, e.user_id
    from learning_task t
    join training_plan p on p.tenant_id = t.tenant_id and p.id = t.plan_id and p.status in ('published', 'running')
      and p.removed_at is null
    join employee e on e.tenant_id = t.tenant_id and e.id = t.employee_id and e.user_id is not null
      and e.removed_at is null and e.status <> 'left'
    where t.tenant_id = ${tx.scope.tenantId} and t.id = any(${[...ids]}::uuid[]) and t.removed_at is null
      and t.status in ('notStarted', 'learning', 'examPending', 'signPending')`;
}
export async function waitingAfter(tx: Tx, id: string, limit: number): Promise<string[]> {
  return idsOf(tx)`select t.id from learning_task t
    join training_plan p on p.tenant_id = t.tenant_id and p.id = t.plan_id and p.status in ('published', 'running')
      and p.removed_at is null
    join employee e on e.tenant_id = t.tenant_id and e.id = t.employee_id and e.user_id is not null
    where t.tenant_id = ${tx.scope.tenantId} and t.id > ${id} and t.removed_at is null
      and t.status in ('notStarted', 'learning', 'examPending', 'signPending')
    order by t.id limit ${limit}`;
}
