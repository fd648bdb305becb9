import type { StoredFile } from '@anlan/contract/kit/field';
import type { TrainingLevel } from '@anlan/contract/modules/learning/plan';
import { sql } from 'kysely';
import { firstOf, rowsOf, type Tx } from '#platform/db/index.ts';

export interface CardPerson {
  id: string;
  name: string;
  gender: string | null;
  department: string;
  team: string | null;
  postName: string | null;
  postKind: string;
  hiredOn: string;
  enterpriseId: string;
  enterpriseName: string;
}
export interface CardLesson {
  employeeId: string;
  level: TrainingLevel | null;
  title: string;
  status: string;
  teacher: string | null;
  hours: number;
  score: number | null;
  passedAt: Date | null;
  signature: StoredFile | null;
}

/**
 * SQL for the teacher of plan `p`: its field `teacher`, else the trainers of classes that the person of task `t`
 * attended, else the teachers of the plan's courses.
 */
const teacherOf = sql`coalesce(p.teacher,
  (select string_agg(distinct s.trainer, '、') from class_session s
    join class_attendance a on a.tenant_id = s.tenant_id and a.session_id = s.id and a.employee_id = t.employee_id
      and a.proof is distinct from 'far'
    where s.tenant_id = p.tenant_id and s.plan_id = p.id and s.status = 'ended' and s.removed_at is null),
  (select string_agg(distinct c.teacher, '、') from jsonb_array_elements(p.courses) one
    join course c on c.tenant_id = p.tenant_id and c.id = (one ->> 'id')::uuid))`;
/** SQL for the signature of task `t`, else the latest one from a class of its plan. */
const signatureOf = sql`coalesce(t.signature,
  (select a.signature from class_attendance a
    join class_session s on s.tenant_id = a.tenant_id and s.id = a.session_id and s.plan_id = p.id
      and s.removed_at is null
    where a.tenant_id = t.tenant_id and a.employee_id = t.employee_id and a.signature is not null
      and a.proof is distinct from 'far'
    order by a.signed_at desc limit 1))`;

export async function cardPeople(tx: Tx, ids: readonly string[]): Promise<CardPerson[]> {
  return rowsOf<CardPerson>(tx)`select e.id, e.name, e.gender, e.department, e.team, e.post_name as "postName",
      e.post_kind as "postKind", to_char(e.hired_on, 'YYYY-MM-DD') as "hiredOn", e.enterprise_id as "enterpriseId",
      f.name as "enterpriseName"
    from employee e join enterprise f on f.tenant_id = e.tenant_id and f.id = e.enterprise_id
    where e.tenant_id = ${tx.scope.tenantId} and e.id = any(${[...ids]}::uuid[]) and e.removed_at is null
    order by f.name, e.department, e.name, e.id`;
}

export async function cardLessons(tx: Tx, ids: readonly string[]): Promise<CardLesson[]> {
  return rowsOf<CardLesson>(tx)`select t.employee_id as "employeeId", p.level, t.plan_title as title, t.status,
      ${teacherOf} as teacher, (t.hours + t.offline_hours)::float8 as hours, t.score, t.passed_at as "passedAt",
      ${signatureOf} as signature
    from learning_task t join training_plan p on p.tenant_id = t.tenant_id and p.id = t.plan_id
    where t.tenant_id = ${tx.scope.tenantId} and t.employee_id = any(${[...ids]}::uuid[]) and p.kind = 'preJob'
      and t.removed_at is null and p.removed_at is null
    order by t.employee_id, array_position(array['company', 'workshop', 'team'], p.level) nulls last, t.passed_at, t.id`;
}

export async function sheetPlan(tx: Tx, id: string) {
  return firstOf<{
    title: string;
    kind: string;
    status: string;
    startOn: string;
    endOn: string;
    hoursRequired: number;
    teacher: string | null;
    courses: string | null;
    enterpriseId: string;
    enterpriseName: string;
  }>(tx)`select p.title, p.kind, p.status, to_char(p.start_on, 'YYYY-MM-DD') as "startOn",
      to_char(p.end_on, 'YYYY-MM-DD') as "endOn", p.hours_required::float8 as "hoursRequired",
      (select string_agg(one ->> 'title', '、') from jsonb_array_elements(p.courses) one) as courses,
      coalesce(p.teacher, (select string_agg(distinct s.trainer, '、') from class_session s
        where s.tenant_id = p.tenant_id and s.plan_id = p.id and s.status = 'ended' and s.removed_at is null),
        (select string_agg(distinct c.teacher, '、') from jsonb_array_elements(p.courses) one
          join course c on c.tenant_id = p.tenant_id and c.id = (one ->> 'id')::uuid)) as teacher,
      p.enterprise_id as "enterpriseId", f.name as "enterpriseName"
    from training_plan p join enterprise f on f.tenant_id = p.tenant_id and f.id = p.enterprise_id
    where p.tenant_id = ${tx.scope.tenantId} and p.id = ${id} and p.removed_at is null`;
}

export interface SheetPerson {
  name: string;
  department: string | null;
  status: string;
  hours: number;
  score: number | null;
  doneAt: Date | null;
  signature: StoredFile | null;
}
export async function sheetPeople(tx: Tx, planId: string, most: number): Promise<SheetPerson[]> {
  return rowsOf<SheetPerson>(tx)`select t.employee_name as name, t.department, t.status,
      (t.hours + t.offline_hours)::float8 as hours, t.score, t.passed_at as "doneAt", ${signatureOf} as signature
    from learning_task t join training_plan p on p.tenant_id = t.tenant_id and p.id = t.plan_id
    where t.tenant_id = ${tx.scope.tenantId} and t.plan_id = ${planId} and t.removed_at is null
    order by t.department nulls last, t.employee_name, t.id limit ${most}`;
}
