import { tables, type Tx } from '#platform/db/index.ts';
import type { SessionTables } from '../tables.ts';

const on = tables<SessionTables>();

/** Ends the session that another takes over from; answers what goes on, or undefined when it is over already. */
export const endForNext = (tx: Tx, id: string, now: Date) =>
  on(tx)
    .updateTable('session')
    .set({ revoked_at: now, revoked_reason: 'switched' })
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(['client_id', 'ends_at'])
    .executeTakeFirst();
