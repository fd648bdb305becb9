import type { Connection } from '../db/connection.ts';
import type { Tx } from '../db/index.ts';
import { batchWrites } from '../db/prepared-statement.ts';

// First half of the advisory lock key for running jobs; the second half is a hash of the job id.
const lockSpace = 0x6a6f62;

/** Takes the lock of a job until the connection closes. Returns false when another connection has the lock. */
export async function lock(client: Connection, id: string): Promise<boolean> {
  const text = 'select pg_try_advisory_lock($1, hashtext($2)) as held';
  const { rows } = await client.query<{ held: boolean }>(text, [lockSpace, id]);
  return rows[0]?.held === true;
}

export const unlock = (client: Connection, id: string) =>
  client.query('select pg_advisory_unlock($1, hashtext($2))', [lockSpace, id]);

export async function findOrphans(client: Connection, queues: string[], graceSeconds: number) {
  const { rows } = await client.query<{ id: string; name: string }>(
    `select id, name from pgboss.job
     where state = 'active' and name = any($1) and started_on < pgboss.job_now() - make_interval(secs => $3)
       and not exists (select from pg_locks l
         where l.locktype = 'advisory' and l.objsubid = 2 and l.classid::bigint = $2::bigint
           and l.objid::bigint = hashtext(id::text)::bigint & 4294967295
           and l.database = (select oid from pg_database where datname = current_database()))`,
    [queues, lockSpace, graceSeconds],
  );
  return rows;
}

/** Immediately starts jobs that wait for a retry. These jobs did not fail, so they need no pause. */
export const startImmediately = (client: Connection, ids: string[]) =>
  client.query(`update pgboss.job set start_after = pgboss.job_now() where id = any($1) and state = 'retry'`, [ids]);

/**
 * Postpones a running job by `seconds`, or without limit (null) until an administrator releases it. The attempt does
 * not count.
 */
export const postponeJob = (client: Connection, queue: string, id: string, seconds: number | null = null) =>
  client.query(
    `update pgboss.job set state = 'retry', retry_count = greatest(retry_count - 1, 0),
       start_after = coalesce(pgboss.job_now() + make_interval(secs => $3), 'infinity')
     where name = $1 and id = $2 and state = 'active'`,
    [queue, id, seconds],
  );

/**
 * Whether a job of the tenant waits for its first attempt. Locks that job until the transaction ends, so that the job
 * starts after this transaction commits.
 */
export async function lockWaitingJob(tx: Tx, queue: string, tenantId: string): Promise<boolean> {
  batchWrites(tx.client);
  // Uses a prepared statement: the job table is partitioned, and planning costs more than running the query.
  const { rowCount } = await tx.client.query({
    name: 'jobs.waiting',
    text: `select from pgboss.job where name = $1 and state = 'created' and data->>'tenantId' = $2 limit 1 for share`,
    values: [queue, tenantId],
  });
  return rowCount === 1;
}
