import type { PlannedLesson } from '@anlan/contract/modules/learning/plan';
import type { LearningTask } from '@anlan/contract/modules/learning/task';
import { firstOf, rowsOf, type Tx } from '#platform/db/index.ts';

export async function planOf(tx: Tx, id: string) {
  return firstOf<{
    title: string;
    startOn: string;
    endOn: string;
    hoursRequired: string;
    status: string;
    examCount: number;
    signRequired: boolean;
    lessons: PlannedLesson[];
  }>(tx)`select title, to_char(start_on, 'YYYY-MM-DD') as "startOn", to_char(end_on, 'YYYY-MM-DD') as "endOn",
      hours_required as "hoursRequired", status, exam_count as "examCount", sign_required as "signRequired", lessons
    from training_plan where tenant_id = ${tx.scope.tenantId} and id = ${id} and removed_at is null`;
}
export async function personOf(tx: Tx, id: string): Promise<{ name: string; enterpriseId: string } | undefined> {
  return firstOf<{ name: string; enterpriseId: string }>(tx)`select name, enterprise_id as "enterpriseId"
    from employee where tenant_id = ${tx.scope.tenantId} and id = ${id} and removed_at is null`;
}
export async function recordOf(tx: Tx, employeeId: string) {
  return rowsOf<{
    planTitle: string;
    kind: string;
    status: LearningTask['status'];
    hours: string;
    offlineHours: string;
    score: number | null;
    dueOn: string;
    passedAt: Date | null;
    certificateNo: string | null;
    validTo: string | null;
    revokedAt: Date | null;
  }>(tx)`select t.plan_title as "planTitle", p.kind, t.status, t.hours, t.offline_hours as "offlineHours", t.score,
      to_char(t.due_on, 'YYYY-MM-DD') as "dueOn", t.passed_at as "passedAt", t.certificate_no as "certificateNo",
      to_char(t.valid_to, 'YYYY-MM-DD') as "validTo", t.revoked_at as "revokedAt"
    from learning_task t join training_plan p on p.tenant_id = t.tenant_id and p.id = t.plan_id
    where t.tenant_id = ${tx.scope.tenantId} and t.employee_id = ${employeeId} and t.removed_at is null
    order by t.due_on desc, t.id desc limit 500`;
}
export async function sessionsOf(tx: Tx, employeeId: string) {
  return rowsOf<{ topic: string; heldAt: Date; minutes: number; signed: boolean }>(tx)`
    select s.topic, s.held_at as "heldAt", coalesce(a.minutes, s.minutes) as minutes, a.signed_at is not null as signed
    from class_attendance a join class_session s on s.tenant_id = a.tenant_id and s.id = a.session_id
      and s.removed_at is null
    where a.tenant_id = ${tx.scope.tenantId} and a.employee_id = ${employeeId}
      and a.proof is distinct from 'far'
    order by s.held_at desc, s.id desc limit 200`;
}
