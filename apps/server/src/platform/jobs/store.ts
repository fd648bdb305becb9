import type { Connection } from '../db/connection.ts';
import type { Tx } from '../db/index.ts';
import { inOnePiece } from '../db/keyed.ts';

// First half of the advisory locks that show which work is alive; the second is the work's id.
const lockSpace = 0x6a6f62;

/** Locks a piece of work for as long as the connection lives; false when another connection has it. */
export async function lock(client: Connection, id: string): Promise<boolean> {
  const text = 'select pg_try_advisory_lock($1, hashtext($2)) as held';
  const { rows } = await client.query<{ held: boolean }>(text, [lockSpace, id]);
  return rows[0]?.held === true;
}

/** Unlocks it. */
export const unlock = (client: Connection, id: string) =>
  client.query('select pg_advisory_unlock($1, hashtext($2))', [lockSpace, id]);

/** Work that was begun and that no living process holds. */
export async function orphans(client: Connection, queues: string[], graceSeconds: number) {
  const { rows } = await client.query<{ id: string; name: string }>(
    `select id, name from pgboss.job
     where state = 'active' and name = any($1) and started_on < now() - make_interval(secs => $3)
       and not exists (select from pg_locks l
         where l.locktype = 'advisory' and l.objsubid = 2 and l.classid::bigint = $2::bigint
           and l.objid::bigint = hashtext(id::text)::bigint & 4294967295
           and l.database = (select oid from pg_database where datname = current_database()))`,
    [queues, lockSpace, graceSeconds],
  );
  return rows;
}

/** Lets work that waits for its next try begin now: nothing went wrong that a pause would mend. */
export const atOnce = (client: Connection, ids: string[]) =>
  client.query(`update pgboss.job set start_after = now() where id = any($1) and state = 'retry'`, [ids]);

/**
 * Takes work that is under way out of its queue's turns for so many seconds, or until somebody lets it in again; the try
 * does not count.
 */
export const setAside = (client: Connection, queue: string, id: string, seconds: number | null = null) =>
  client.query(
    `update pgboss.job set state = 'retry', retry_count = greatest(retry_count - 1, 0),
       start_after = coalesce(now() + make_interval(secs => $3), 'infinity')
     where name = $1 and id = $2 and state = 'active'`,
    [queue, id, seconds],
  );

/**
 * Whether work of a tenant waits for its first try. Queues pass over what is held, so that it begins only after the
 * transaction has ended and sees what that did.
 */
export async function holdWaiting(tx: Tx, queue: string, tenantId: string): Promise<boolean> {
  inOnePiece(tx.client);
  // Planned once a connection: the parts of the table make a plan cost more than the look.
  const { rowCount } = await tx.client.query({
    name: 'jobs.waiting',
    text: `select from pgboss.job where name = $1 and state = 'created' and data->>'tenantId' = $2 limit 1 for share`,
    values: [queue, tenantId],
  });
  return rowCount === 1;
}
