import type { Connection } from '../db/connection.ts';
import type { Tx } from '../db/index.ts';

/** Whether what goes out (SMS, messages, payments) waits since a restore until an administrator has looked; any scope may ask. */
export async function outgoingHeld(tx: Tx): Promise<boolean> {
  const { rowCount } = await tx.client.query(`select from hold where tenant_id = '0' and name = 'outgoing'`);
  return rowCount === 1;
}

/** Lets things go out again; answers whether anything was held. */
export const releaseOutgoing = async (client: Connection): Promise<boolean> =>
  (await client.query(`delete from hold where tenant_id = '0' and name = 'outgoing'`)).rowCount === 1;
