import { sql } from 'kysely';
import type { Stretch } from '@anlan/contract/modules/learning/time-credit';
import type { Tx } from '#platform/db/index.ts';
import { preparedStatement } from '#platform/db/prepared-statement.ts';
import type { StoredSitting } from './sitting-store.ts';

export interface Asked {
  id: string;
  userId: string;
  enterpriseId: string;
}

/** A plain sitting: the next heartbeat changes only the credited time. */
export type PlainSitting = Pick<
  StoredSitting,
  'id' | 'task_id' | 'lesson_key' | 'length_ms' | 'seq' | 'nonce' | 'last_at' | 'credited' | 'furthest_ms' | 'sittingMs'
> &
  Pick<StoredSitting, 'faceDueMs'> & {
    /** Credited time of the other lessons of the task, in milliseconds. */
    othersMs: number;
  };

const read = preparedStatement<
  PlainSitting,
  [tenantId: string, ids: string[], userIds: string[], enterpriseIds: string[]]
>(
  'learning.plainSittings',
  (tenantId, ids, userIds, enterpriseIds) => sql`select s.id, s.task_id, s.lesson_key, s.length_ms, s.seq, s.nonce,
      s.last_at, p.credited, p.furthest_ms, s.credited_ms as "sittingMs", s.face_due_ms as "faceDueMs",
      (select coalesce(sum(o.credited_ms), 0)::float8 from learning_progress o where o.tenant_id = t.tenant_id
        and o.task_id = t.id and o.lesson_key <> p.lesson_key) as "othersMs"
    from unnest(${ids}::uuid[], ${userIds}::uuid[], ${enterpriseIds}::uuid[]) a(id, user_id, enterprise_id)
    join learning_sitting s on s.tenant_id = ${tenantId} and s.id = a.id and s.user_id = a.user_id
      and s.enterprise_id = a.enterprise_id and s.ended_at is null and s.held is null
    join learning_progress p on p.tenant_id = s.tenant_id and p.task_id = s.task_id and p.lesson_key = s.lesson_key
      and p.done_at is null
    join learning_task t on t.tenant_id = s.tenant_id and t.id = s.task_id and t.status = 'learning'
      and t.removed_at is null
    join employee e on e.tenant_id = t.tenant_id and e.id = t.employee_id and e.user_id = s.user_id
      and e.enterprise_id = s.enterprise_id and e.removed_at is null and e.status <> 'left'
    join training_plan n on n.tenant_id = t.tenant_id and n.id = t.plan_id and n.removed_at is null
    where not exists (select from learning_sitting w where w.tenant_id = s.tenant_id and w.task_id = s.task_id
      and w.held_state = 'waiting')
    order by s.id
    for no key update of s, p, t skip locked`,
);
/**
 * Plain sittings of the given learners and enterprises. Locks their rows until the transaction ends; rows that are
 * already locked are skipped.
 */
export const plainSittings = (tx: Tx, requests: readonly Asked[]): Promise<PlainSitting[]> =>
  read(
    tx,
    tx.scope.tenantId,
    requests.map(({ id }) => id),
    requests.map(({ userId }) => userId),
    requests.map(({ enterpriseId }) => enterpriseId),
  );

export interface PlainBeat {
  sitting: PlainSitting;
  seq: number;
  nonce: string;
  addedMs: number;
  offlineMs: number;
  refusedMs: number;
  credited: readonly Stretch[];
  creditedMs: number;
  furthestMs: number;
  seconds: number;
  hours: number;
}

const write = preparedStatement<never, [tenantId: string, at: Date, ...columns: unknown[][]]>(
  'learning.plainBeats',
  (
    tenantId,
    at,
    ids,
    tasks,
    lessons,
    seqs,
    nonces,
    added,
    offline,
    refused,
    credited,
    sums,
    furthest,
    seconds,
    hours,
  ) =>
    sql`with beat as (select * from unnest(${ids}::uuid[], ${tasks}::uuid[], ${lessons}::text[], ${seqs}::int[],
        ${nonces}::text[], ${added}::int[], ${offline}::int[], ${refused}::int[], ${credited}::text[], ${sums}::int[],
        ${furthest}::int[], ${seconds}::int[], ${hours}::numeric[])
        b(id, task_id, lesson_key, seq, nonce, added, offline, refused, credited, sum, furthest, seconds, hours)),
      sitting as (update learning_sitting s set seq = b.seq, last_nonce = s.nonce, nonce = b.nonce, last_at = ${at},
          credited_ms = s.credited_ms + b.added, offline_ms = s.offline_ms + b.offline,
          refused_ms = s.refused_ms + b.refused
        from beat b where s.tenant_id = ${tenantId} and s.id = b.id),
      progress as (update learning_progress p set credited = b.credited::jsonb, credited_ms = b.sum,
          furthest_ms = b.furthest
        from beat b where p.tenant_id = ${tenantId} and p.task_id = b.task_id and p.lesson_key = b.lesson_key)
      update learning_task t set seconds = b.seconds, hours = b.hours
        from beat b where t.tenant_id = ${tenantId} and t.id = b.task_id`,
);
export const writePlainBeats = (tx: Tx, at: Date, beats: readonly PlainBeat[]) =>
  write(
    tx,
    tx.scope.tenantId,
    at,
    beats.map(({ sitting }) => sitting.id),
    beats.map(({ sitting }) => sitting.task_id),
    beats.map(({ sitting }) => sitting.lesson_key),
    beats.map(({ seq }) => seq),
    beats.map(({ nonce }) => nonce),
    beats.map(({ addedMs }) => addedMs),
    beats.map(({ offlineMs }) => offlineMs),
    beats.map(({ refusedMs }) => refusedMs),
    beats.map(({ credited }) => JSON.stringify(credited)),
    beats.map(({ creditedMs }) => creditedMs),
    beats.map(({ furthestMs }) => furthestMs),
    beats.map(({ seconds }) => seconds),
    beats.map(({ hours }) => hours),
  );
