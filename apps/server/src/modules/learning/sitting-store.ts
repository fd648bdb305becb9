import { sql } from 'kysely';
import type { Stretch } from '@anlan/contract/modules/learning/time-credit';
import type { OwnSitting } from '@anlan/contract/modules/learning/views';
import { rowsOf, type Tx } from '#platform/db/index.ts';
import { preparedStatement } from '#platform/db/prepared-statement.ts';
import { endedChecks, type Held, type KeptCheck } from './face-rules.ts';

export interface StoredSitting {
  id: string;
  enterprise_id: string;
  task_id: string;
  lesson_key: string;
  length_ms: number;
  seq: number;
  nonce: string;
  last_nonce: string | null;
  last_at: Date;
  ended_at: Date | null;
  credited: Stretch[];
  credited_ms: number;
  furthest_ms: number;
  done_at: Date | null;
  /** `sittingMs`: credit of this sitting. `faceDueMs`: credit at which a face check is due; null without checks. */
  sittingMs: number;
  faceDueMs: number | null;
  face_checks: KeptCheck[];
  /** Credit of the lesson that needs a confirmation: in this sitting, and in other sittings (`heldElsewhere`). */
  held: Held | null;
  heldState: 'waiting' | 'confirmed' | 'rejected' | null;
  heldElsewhere: Held[] | null;
}

/** Ends all sittings of a user on all devices and in all enterprises. */
export const endSittings = (tx: Tx, userId: string, at: Date) =>
  sql`update learning_sitting set ended_at = ${at}
    where tenant_id = ${tx.scope.tenantId} and user_id = ${userId} and ended_at is null`.execute(tx.kysely);

export interface NewSitting {
  id: string;
  enterpriseId: string;
  taskId: string;
  userId: string;
  lessonKey: string;
  lessonTitle: string;
  lengthMs: number;
  device: string | null;
  nonce: string;
  /** Whether faces are checked. The first check is due at once. */
  isChecked: boolean;
  at: Date;
}
export async function beginSitting(tx: Tx, one: NewSitting): Promise<void> {
  const { tenantId } = tx.scope;
  await sql`insert into learning_progress (tenant_id, task_id, lesson_key, enterprise_id)
    values (${tenantId}, ${one.taskId}, ${one.lessonKey}, ${one.enterpriseId}) on conflict do nothing`.execute(
    tx.kysely,
  );
  await sql`insert into learning_sitting (tenant_id, id, enterprise_id, task_id, user_id, lesson_key, lesson_title,
      length_ms, device, nonce, started_at, last_at, face_due_ms)
    values (${tenantId}, ${one.id}, ${one.enterpriseId}, ${one.taskId}, ${one.userId}, ${one.lessonKey},
      ${one.lessonTitle}, ${one.lengthMs}, ${one.device}, ${one.nonce}, ${one.at}, ${one.at},
      ${one.isChecked ? 0 : null})`.execute(tx.kysely);
}

const ownSitting = preparedStatement<StoredSitting, [tenantId: string, id: string, userId: string]>(
  'learning.ownSitting',
  (tenantId, id, userId) => sql`select s.id, s.enterprise_id, s.task_id, s.lesson_key, s.length_ms, s.seq,
      s.nonce, s.last_nonce, s.last_at, s.ended_at, p.credited, p.credited_ms, p.furthest_ms, p.done_at,
      s.credited_ms as "sittingMs", s.face_due_ms as "faceDueMs", s.face_checks, s.held, s.held_state as "heldState",
      (select jsonb_agg(o.held) from learning_sitting o where o.tenant_id = s.tenant_id and o.task_id = s.task_id
        and o.lesson_key = s.lesson_key and o.id <> s.id and o.held_state = 'waiting') as "heldElsewhere"
    from learning_sitting s join learning_progress p on p.tenant_id = s.tenant_id and p.task_id = s.task_id
      and p.lesson_key = s.lesson_key
    where s.tenant_id = ${tenantId} and s.id = ${id} and s.user_id = ${userId}
    for update`,
);
export const sittingOf = async (tx: Tx, id: string, userId: string): Promise<StoredSitting | undefined> =>
  (await ownSitting(tx, tx.scope.tenantId, id, userId))[0];

export interface Beaten {
  sitting: StoredSitting;
  seq: number;
  nonce: string;
  at: Date;
  credited: readonly Stretch[];
  creditedMs: number;
  furthestMs: number;
  addedMs: number;
  offlineMs: number;
  refusedMs: number;
  isDone: boolean;
  isLast: boolean;
}
const beat = preparedStatement<
  never,
  [tenantId: string, id: string, taskId: string, lessonKey: string, ...written: unknown[]]
>(
  'learning.beat',
  (tenantId, id, taskId, lessonKey, seq, nonce, at, added, offline, refused, end, credited, sum, furthest, done) =>
    sql`with beat as (
      update learning_sitting set seq = ${seq}, last_nonce = nonce, nonce = ${nonce}, last_at = ${at},
        credited_ms = credited_ms + ${added}, offline_ms = offline_ms + ${offline},
        refused_ms = refused_ms + ${refused}, ended_at = ${end}
      where tenant_id = ${tenantId} and id = ${id})
    update learning_progress set credited = ${credited}, credited_ms = ${sum},
      furthest_ms = ${furthest}, done_at = coalesce(done_at, ${done})
    where tenant_id = ${tenantId} and task_id = ${taskId} and lesson_key = ${lessonKey}`,
);
export async function writeBeat(tx: Tx, one: Beaten): Promise<void> {
  const { id, task_id: taskId, lesson_key: lessonKey } = one.sitting;
  await beat(
    tx,
    tx.scope.tenantId,
    id,
    taskId,
    lessonKey,
    one.seq,
    one.nonce,
    one.at,
    one.addedMs,
    one.offlineMs,
    one.refusedMs,
    one.isLast ? one.at : null,
    JSON.stringify(one.credited),
    one.creditedMs,
    one.furthestMs,
    one.isDone ? one.at : null,
  );
}

/** Saves the hours of a task. Writes no column that a list is ordered by. */
export const saveHours = preparedStatement<never, [seconds: number, hours: number, tenantId: string, taskId: string]>(
  'learning.hours',
  (seconds, hours, tenantId, taskId) => sql`update learning_task set seconds = ${seconds}, hours = ${hours}
    where tenant_id = ${tenantId} and id = ${taskId}`,
);

export interface Outcome {
  status: string;
  passedAt?: Date;
  certificateNo?: string;
  validTo?: string | null;
}
export const saveStatus = (tx: Tx, taskId: string, { status, passedAt, certificateNo, validTo }: Outcome, at: Date) =>
  sql`update learning_task set status = ${status}, passed_at = coalesce(passed_at, ${passedAt ?? null}),
      certificate_no = coalesce(certificate_no, ${certificateNo ?? null}),
      valid_to = coalesce(valid_to, ${validTo ?? null}), version = version + 1, updated_at = ${at}
    where tenant_id = ${tx.scope.tenantId} and id = ${taskId}`.execute(tx.kysely);

export async function sittingsOf(tx: Tx, taskId: string) {
  return rowsOf<{
    id: string;
    lesson_title: string;
    started_at: Date;
    ended_at: Date | null;
    last_at: Date;
    credited_ms: number;
    offline_ms: number;
    refused_ms: number;
    held_ms: number;
    held_state: OwnSitting['held'];
    face_checks: KeptCheck[];
  }>(
    tx,
  )`select id, lesson_title, started_at, ended_at, last_at, credited_ms, offline_ms, refused_ms, held_ms, held_state,
      face_checks from learning_sitting
    where tenant_id = ${tx.scope.tenantId} and task_id = ${taskId} order by started_at desc limit 50`;
}

export const shownSitting = (row: Awaited<ReturnType<typeof sittingsOf>>[number]): OwnSitting => ({
  id: row.id,
  lessonTitle: row.lesson_title,
  startedAt: row.started_at,
  endedAt: row.ended_at ?? row.last_at,
  creditedMs: row.credited_ms,
  offlineMs: row.offline_ms,
  refusedMs: row.refused_ms,
  heldMs: row.held_ms,
  held: row.held_state,
  faceChecks: endedChecks(row.face_checks).map(({ at, result }) => ({ at: new Date(at), result })),
});
