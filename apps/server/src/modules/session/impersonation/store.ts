import type { Insertable } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import type { ImpersonationTables } from './tables.ts';

const on = tables<ImpersonationTables>();

/** A new entry; it stands for itself until it ends or is left. */
export const insertEntry = (tx: Tx, row: Omit<Insertable<ImpersonationTables['tenant_entry']>, 'left_at'>) =>
  on(tx).insertInto('tenant_entry').values(row).execute();

/** The entry of a session that has not ended: into one tenant, or the latest of all. */
export const findEntry = (tx: Tx, sessionId: string, tenantId: string | null, now: Date) => {
  const live = on(tx)
    .selectFrom('tenant_entry')
    .select(['tenant_id', 'id', 'reason', 'ends_at'])
    .where('session_id', '=', sessionId)
    .where('left_at', 'is', null)
    .where('ends_at', '>', now);
  return (tenantId === null ? live : live.where('tenant_id', '=', tenantId))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
};

/** Entries into a tenant since an instant, the newest first. */
export const entriesSince = (tx: Tx, tenantId: string, since: Date, most: number) =>
  on(tx)
    .selectFrom('tenant_entry')
    .select(['id', 'user_name', 'reason', 'started_at', 'ends_at', 'left_at'])
    .where('tenant_id', '=', tenantId)
    .where('started_at', '>', since)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();

/** Ends what a session has entered; answers which tenants. */
export const leaveAll = async (tx: Tx, sessionId: string, now: Date): Promise<string[]> =>
  (
    await on(tx)
      .updateTable('tenant_entry')
      .set({ left_at: now })
      .where('session_id', '=', sessionId)
      .where('left_at', 'is', null)
      .where('ends_at', '>', now)
      .returning('tenant_id')
      .execute()
  ).map(({ tenant_id }) => tenant_id);
