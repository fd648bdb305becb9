import { sql } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import type { SessionTables } from '../tables.ts';

const on = tables<SessionTables>();

/** The session of a ticket for a socket, which is gone with this statement. */
export const takeSocketTicket = (tx: Tx, hash: string, now: Date) =>
  on(tx)
    .deleteFrom('ticket')
    .where('hash', '=', hash)
    .where('purpose', '=', 'ws')
    .where('ends_at', '>', now)
    .returning(['tenant_id as tenantId', 'session_id as sessionId'])
    .executeTakeFirst();

/** A session as it is now. */
export const sessionNow = (tx: Tx, tenantId: string, sessionId: string) =>
  on(tx)
    .selectFrom('session')
    .select(['tenant_id as tenantId', 'id as sessionId', 'user_id as userId', 'enterprise_id as enterpriseId'])
    .select(['ends_at as endsAt', 'last_seen_at as lastSeenAt', 'revoked_at as revokedAt', 'locked_at as lockedAt'])
    .select('revoked_reason as revokedReason')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sessionId)
    .executeTakeFirst();

/** Which of some sessions are over, left alone too long, or locked. */
export const stoppedOf = async (tx: Tx, ids: readonly string[], now: Date, idleSince: Date): Promise<string[]> =>
  (
    await on(tx)
      .selectFrom('session')
      .select('id')
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .where((eb) =>
        eb.or([
          eb('revoked_at', 'is not', null),
          eb('locked_at', 'is not', null),
          eb('ends_at', '<=', now),
          eb('last_seen_at', '<', idleSince),
        ]),
      )
      .execute()
  ).map((row) => row.id);
