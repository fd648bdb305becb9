import { tables, type Tx } from '#platform/db/index.ts';
import type { SessionTables } from '../tables.ts';

const on = tables<SessionTables>();

/** Ends all living sessions of a person; answers their ids. */
export const endAllOf = async (tx: Tx, userId: string, now: Date, reason: string): Promise<string[]> =>
  (
    await on(tx)
      .updateTable('session')
      .set({ revoked_at: now, revoked_reason: reason })
      .where('tenant_id', '=', tx.scope.tenantId)
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .returning('id')
      .execute()
  ).map(({ id }) => id);

/** What a session goes on with after its renewal. */
export const findSession = (tx: Tx, id: string) =>
  on(tx)
    .selectFrom('session')
    .select(['client_id', 'enterprise_id'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
