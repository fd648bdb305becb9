import { tenantTables, type Tx } from '#platform/db/index.ts';
import type { SessionTables } from '../tables.ts';

const { updateTable } = tenantTables<SessionTables>();

/** Ends the session that is replaced. Returns the values for its successor, or undefined when it has already ended. */
export const endForNext = (tx: Tx, id: string, now: Date) =>
  updateTable(tx, 'session')
    .set({ revoked_at: now, revoked_reason: 'switched' })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(['client_id', 'ends_at'])
    .executeTakeFirst();
