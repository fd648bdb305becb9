import type { Connection } from '../db/connection.ts';
import type { Tx } from '../db/index.ts';
import { StartError } from '../start/start-error.ts';
import { afterRestore, beginAsPlatform, outgoingQueues } from './store.ts';

/**
 * Whether outgoing SMS, messages and payments are paused. They pause after a restore until an administrator releases
 * them. Works in any scope.
 */
export async function outgoingPaused(tx: Tx): Promise<boolean> {
  const { rowCount } = await tx.client.query(`select from hold where tenant_id = '0' and name = 'outgoing'`);
  return rowCount === 1;
}

/** Ends all sessions and pauses outgoing messages, for an external database that was restored with its own tools. */
export async function pauseRestored(client: Connection): Promise<void> {
  const { rows } = await client.query(`select where to_regclass('public.session') is not null`);
  if (rows.length === 0) throw new StartError('DATABASE_URL 指定的数据库里没有安澜的数据：先恢复它，再运行这条命令。');
  await afterRestore(client, '由数据库自己的工具恢复', { people: [], tenants: [] });
}

/** Releases the paused outgoing messages. Returns whether any were paused. */
export async function resumeOutgoing(client: Connection): Promise<boolean> {
  await beginAsPlatform(client);
  const { rowCount } = await client.query(`delete from hold where tenant_id = '0' and name = 'outgoing'`);
  await client.query('commit');
  await client.query(
    `update pgboss.job set start_after = pgboss.job_now() where name = any($1) and start_after = 'infinity' and state in ('created', 'retry')`,
    [outgoingQueues],
  );
  return rowCount === 1;
}
