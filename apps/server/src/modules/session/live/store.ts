import type { FrameData } from '@anlan/contract/domain/live-message';
import { sql, type Selectable } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import { preparedStatement } from '#platform/db/prepared-statement.ts';
import type { SessionTables } from '../tables.ts';
import type { LiveTables, Recipients } from './tables.ts';

const on = tables<SessionTables>();

/** Consumes a socket ticket and returns its session. */
export const takeSocketTicket = (tx: Tx, hash: string, now: Date, purpose: 'ws' | 'weixin') =>
  on(tx)
    .deleteFrom('ticket')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('ends_at', '>', now)
    .returning(['tenant_id as tenantId', 'session_id as sessionId'])
    .executeTakeFirst();

export const sessionNow = (tx: Tx, tenantId: string, sessionId: string) =>
  on(tx)
    .selectFrom('session')
    .select(['tenant_id as tenantId', 'id as sessionId', 'user_id as userId', 'enterprise_id as enterpriseId'])
    .select(['ends_at as endsAt', 'last_seen_at as lastSeenAt', 'revoked_at as revokedAt', 'locked_at as lockedAt'])
    .select('revoked_reason as revokedReason')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sessionId)
    .executeTakeFirst();

/** Sessions that have ended, were idle too long, or are locked. */
export const stoppedOf = async (
  tx: Tx,
  ids: readonly string[],
  now: Date,
  idle: { since: Date; soonerSince: Date; sooner: readonly string[] },
): Promise<string[]> =>
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
          eb('last_seen_at', '<', idle.since),
          eb.and([eb('last_seen_at', '<', idle.soonerSince), eb('id', '=', sql<string>`any(${idle.sooner}::uuid[])`)]),
        ]),
      )
      .execute()
  ).map((row) => row.id);

const frames = tables<LiveTables>();

const keepFrame = preparedStatement<
  never,
  [tenantId: string, id: string, at: Date, type: string, data: string, to: string]
>(
  'live.frame',
  (tenantId, id, at, type, data, to) => sql`insert into live_frame (tenant_id, id, at, type, data, recipients)
    values (${tenantId}, ${id}, ${at}, ${type}, ${data}, ${to})`,
);
export const insertFrame = (
  tx: Tx,
  {
    data,
    recipients,
    id,
    at,
    type,
  }: Pick<LiveTables['live_frame'], 'id' | 'at' | 'type'> & {
    data: FrameData;
    recipients: Recipients;
  },
) => keepFrame(tx, tx.scope.tenantId, id, at, type, JSON.stringify(data), JSON.stringify(recipients));

const rowOf = (row: Selectable<LiveTables['live_frame']>) => ({
  id: row.id,
  type: row.type,
  data: typeof row.data === 'string' ? {} : row.data,
  to: typeof row.recipients === 'string' ? { userIds: [] } : row.recipients,
});
export type Frame = ReturnType<typeof rowOf>;

export async function findFrame(tx: Tx, id: string): Promise<Frame | undefined> {
  const row = await frames(tx)
    .selectFrom('live_frame')
    .selectAll()
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && rowOf(row);
}

export const framesAfter = async (tx: Tx, id: string, since: Date, limit: number): Promise<Frame[]> =>
  (
    await frames(tx)
      .selectFrom('live_frame')
      .selectAll()
      .where('tenant_id', '=', tx.scope.tenantId)
      .where('id', '>', id)
      .where('at', '>=', since)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  )
    .map(rowOf)
    .reverse();

export const dropFrames = (tx: Tx, before: Date) =>
  frames(tx).deleteFrom('live_frame').where('tenant_id', '=', tx.scope.tenantId).where('at', '<', before).execute();
