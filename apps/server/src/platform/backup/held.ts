import type { Connection } from '../db/connection.ts';
import type { Tx } from '../db/index.ts';
import { outgoing } from './store.ts';

/** Whether what goes out (SMS, messages, payments) waits since a restore until an administrator has looked; any scope may ask. */
export async function outgoingHeld(tx: Tx): Promise<boolean> {
  const { rowCount } = await tx.client.query(`select from hold where tenant_id = '0' and name = 'outgoing'`);
  return rowCount === 1;
}

/** Lets things go out again; answers whether anything was held. */
export async function releaseOutgoing(client: Connection): Promise<boolean> {
  const { rowCount } = await client.query(`delete from hold where tenant_id = '0' and name = 'outgoing'`);
  await client.query(
    `update pgboss.job set start_after = now() where name = any($1) and start_after = 'infinity' and state in ('created', 'retry')`,
    [outgoing],
  );
  return rowCount === 1;
}
