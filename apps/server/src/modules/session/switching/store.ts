import { tables, type Tx } from '#platform/db/index.ts';
import type { SessionTables } from '../tables.ts';

const on = tables<SessionTables>();

/** Ends the session that is replaced. Returns the values for its successor, or undefined when it has already ended. */
export const endForNext = (tx: Tx, id: string, now: Date) =>
  on(tx)
    .updateTable('session')
    .set({ revoked_at: now, revoked_reason: 'switched' })
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(['client_id', 'ends_at'])
    .executeTakeFirst();
