import type { Insertable } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';

interface ImpersonationTables {
  tenant_entry: {
    tenant_id: string;
    id: string;
    session_id: string;
    user_id: string;
    user_name: string;
    reason: string;
    started_at: Date;
    ends_at: Date;
    left_at: Date | null;
  };
}

const on = tables<ImpersonationTables>();

export const insertEntry = (tx: Tx, row: Omit<Insertable<ImpersonationTables['tenant_entry']>, 'left_at'>) =>
  on(tx).insertInto('tenant_entry').values(row).execute();

/** The open entry of a session into the given tenant. When `tenantId` is null: the latest one into any tenant. */
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

export const entriesSince = (tx: Tx, tenantId: string, since: Date, most: number) =>
  on(tx)
    .selectFrom('tenant_entry')
    .select(['id', 'user_name', 'reason', 'started_at', 'ends_at', 'left_at'])
    .where('tenant_id', '=', tenantId)
    .where('started_at', '>', since)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();

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
