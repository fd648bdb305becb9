import { sql } from 'kysely';
import type { Stretch } from '@anlan/contract/modules/learning/time-credit';
import { newId } from '#kernel/ids.ts';
import { firstOf, rowsOf, type Tx } from '#platform/db/index.ts';
import type { Held, KeptCheck } from './face-rules.ts';

/** Time of the person's consent to this version of the text. Null if the person has not agreed, or has withdrawn. */
export async function consentOf(tx: Tx, employeeId: string, words: number): Promise<Date | null> {
  const { rows } = await sql<{ given_at: Date }>`select given_at from learning_face_consent
    where tenant_id = ${tx.scope.tenantId} and employee_id = ${employeeId} and words = ${words}
      and withdrawn_at is null`.execute(tx.kysely);
  return rows[0]?.given_at ?? null;
}

export const withdrawConsent = (tx: Tx, employeeId: string, at: Date) =>
  sql`update learning_face_consent set withdrawn_at = ${at}
    where tenant_id = ${tx.scope.tenantId} and employee_id = ${employeeId} and withdrawn_at is null`.execute(tx.kysely);

export const keepConsent = (
  tx: Tx,
  { employeeId, enterpriseId, words, at }: { employeeId: string; enterpriseId: string; words: number; at: Date },
) =>
  sql`insert into learning_face_consent (tenant_id, id, enterprise_id, employee_id, words, given_at)
    values (${tx.scope.tenantId}, ${newId()}, ${enterpriseId}, ${employeeId}, ${words}, ${at})
    on conflict (tenant_id, employee_id) where withdrawn_at is null do nothing`.execute(tx.kysely);

export interface Answered {
  checks: readonly KeptCheck[];
  /** Credited time at which the next check is due, in milliseconds. */
  dueMs: number;
  /** Credit that needs a confirmation, if the sitting continues without a passed check. */
  held: Held | null;
  at: Date;
}
/**
 * Stores the result of a check. Also resets the time of the last heartbeat, so that the duration of the check is not
 * credited.
 */
export const writeAnswer = (tx: Tx, id: string, { checks, dueMs, held, at }: Answered) =>
  sql`update learning_sitting set face_checks = ${JSON.stringify(checks)}::jsonb, face_due_ms = ${dueMs}, last_at = ${at},
      held = ${held === null ? null : JSON.stringify(held)}::jsonb,
      held_state = case when ${held !== null} then 'waiting' else held_state end
    where tenant_id = ${tx.scope.tenantId} and id = ${id}`.execute(tx.kysely);

export const writeChecks = (tx: Tx, id: string, checks: readonly KeptCheck[]) =>
  sql`update learning_sitting set face_checks = ${JSON.stringify(checks)}::jsonb
    where tenant_id = ${tx.scope.tenantId} and id = ${id}`.execute(tx.kysely);

export const writeHeldBeat = (
  tx: Tx,
  {
    id,
    seq,
    nonce,
    at,
    held,
    addedMs,
    refusedMs,
    isLast,
  }: {
    id: string;
    seq: number;
    nonce: string;
    at: Date;
    held: Held;
    addedMs: number;
    refusedMs: number;
    isLast: boolean;
  },
) =>
  sql`update learning_sitting set seq = ${seq}, last_nonce = nonce, nonce = ${nonce}, last_at = ${at},
      held = ${JSON.stringify(held)}::jsonb, held_ms = held_ms + ${addedMs}, refused_ms = refused_ms + ${refusedMs},
      ended_at = ${isLast ? at : null}
    where tenant_id = ${tx.scope.tenantId} and id = ${id}`.execute(tx.kysely);

export async function heldOf(tx: Tx, taskId: string) {
  return rowsOf<{ lesson_key: string; held: Held; held_ms: number }>(tx)`select lesson_key, held, held_ms
    from learning_sitting where tenant_id = ${tx.scope.tenantId} and task_id = ${taskId}
      and held_state = 'waiting'`;
}

export interface HeldSitting {
  id: string;
  user_id: string;
  task_id: string;
  lesson_key: string;
  length_ms: number;
  sitting_ms: number;
  held: Held | null;
  held_ms: number;
  held_state: string | null;
  face_checks: KeptCheck[];
  ended_at: Date | null;
  credited: Stretch[];
  furthest_ms: number;
}
/** Reads a sitting that waits for confirmation, and locks it until the transaction ends. */
export async function sittingToConfirm(tx: Tx, id: string): Promise<HeldSitting | undefined> {
  return firstOf<HeldSitting>(tx)`select s.id, s.user_id, s.task_id, s.lesson_key, s.length_ms,
      s.credited_ms as sitting_ms, s.held, s.held_ms, s.held_state, s.face_checks, s.ended_at, p.credited, p.furthest_ms
    from learning_sitting s join learning_progress p on p.tenant_id = s.tenant_id and p.task_id = s.task_id
      and p.lesson_key = s.lesson_key
    where s.tenant_id = ${tx.scope.tenantId} and s.id = ${id} for update`;
}

export const writeDecision = (
  tx: Tx,
  id: string,
  { confirmed, checks, dueMs, at }: { confirmed: boolean; checks: readonly KeptCheck[]; dueMs: number; at: Date },
) =>
  sql`update learning_sitting set held = null, held_state = ${confirmed ? 'confirmed' : 'rejected'},
      held_by = ${tx.scope.userId}, held_at = ${at}, face_checks = ${JSON.stringify(checks)}::jsonb,
      face_due_ms = ${dueMs}, credited_ms = credited_ms + ${confirmed ? sql`held_ms` : 0},
      ended_at = coalesce(ended_at, ${confirmed ? null : at})
    where tenant_id = ${tx.scope.tenantId} and id = ${id}`.execute(tx.kysely);

export const creditHeld = (
  tx: Tx,
  {
    taskId,
    lessonKey,
    credited,
    creditedMs,
    furthestMs,
    doneAt,
  }: {
    taskId: string;
    lessonKey: string;
    credited: readonly Stretch[];
    creditedMs: number;
    furthestMs: number;
    doneAt: Date | null;
  },
) =>
  sql`update learning_progress set credited = ${JSON.stringify(credited)}::jsonb, credited_ms = ${creditedMs},
      furthest_ms = ${furthestMs}, done_at = coalesce(done_at, ${doneAt})
    where tenant_id = ${tx.scope.tenantId} and task_id = ${taskId} and lesson_key = ${lessonKey}`.execute(tx.kysely);

export async function heldTasks(tx: Tx, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return rowsOf<{ id: string; enterprise_id: string; plan_title: string; employee_name: string }>(tx)`
    select t.id, t.enterprise_id, t.plan_title, t.employee_name from learning_task t
    where t.tenant_id = ${tx.scope.tenantId} and t.id = any(${[...ids]}::uuid[]) and t.removed_at is null
      and exists (select from learning_sitting s where s.tenant_id = t.tenant_id and s.task_id = t.id
        and s.held_state = 'waiting')`;
}
export async function heldAfter(tx: Tx, id: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ task_id: string }>`select distinct task_id from learning_sitting
    where tenant_id = ${tx.scope.tenantId} and held_state = 'waiting' and task_id > ${id}
    order by task_id limit ${limit}`.execute(tx.kysely);
  return rows.map((row) => row.task_id);
}
