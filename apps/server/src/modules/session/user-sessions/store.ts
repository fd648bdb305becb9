import { tenantTables, type Tx } from '#platform/db/index.ts';
import type { SessionTables } from '../tables.ts';

const { on, selectFrom } = tenantTables<SessionTables>();

export interface Moment {
  now: Date;
  /** Sessions whose last activity is before this instant have expired. */
  idleSince: Date;
}

const liveOf = (tx: Tx, { now, idleSince }: Moment) =>
  selectFrom(tx, 'session')
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', now)
    .where('last_seen_at', '>', idleSince);

const shown = [
  'id',
  'user_id',
  'enterprise_id',
  'started_at',
  'last_seen_at',
  'address',
  'user_agent',
  'locked_at',
] as const;

export const liveOfUser = (tx: Tx, userId: string, moment: Moment) =>
  liveOf(tx, moment)
    .select(shown)
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();

export interface OnlineFilter {
  userIds: readonly string[] | null;
  enterpriseId: string | undefined;
  by: 'last_seen_at' | 'started_at';
  direction: 'asc' | 'desc';
  limit: number;
  offset: number;
}

export async function pageOnline(tx: Tx, wish: OnlineFilter, moment: Moment) {
  let some = liveOf(tx, moment);
  if (wish.userIds !== null) some = some.where('user_id', 'in', wish.userIds.length > 0 ? wish.userIds : [nobody]);
  if (wish.enterpriseId !== undefined) some = some.where('enterprise_id', '=', wish.enterpriseId);
  const { total } = await some.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  const rows = await some
    .select(shown)
    .orderBy(wish.by, wish.direction)
    .orderBy('id', wish.direction)
    .limit(wish.limit)
    .offset(wish.offset)
    .execute();
  return { rows, total: Number(total) };
}
const nobody = '00000000-0000-0000-0000-000000000000';

export const peopleOnline = async (tx: Tx, moment: Moment, limit: number): Promise<string[]> =>
  (await liveOf(tx, moment).select('user_id').distinct().limit(limit).execute()).map((row) => row.user_id);

export interface SessionSelection {
  tenantId: string;
  id?: string | undefined;
  userId?: string | undefined;
  exceptId?: string | undefined;
}

export async function endSessions(
  tx: Tx,
  { tenantId, id, userId, exceptId }: SessionSelection,
  now: Date,
  reason: string,
) {
  let some = on(tx)
    .updateTable('session')
    .set({ revoked_at: now, revoked_reason: reason })
    .where('tenant_id', '=', tenantId)
    .where('revoked_at', 'is', null);
  if (id !== undefined) some = some.where('id', '=', id);
  if (userId !== undefined) some = some.where('user_id', '=', userId);
  if (exceptId !== undefined) some = some.where('id', '<>', exceptId);
  return (await some.returning('id').execute()).map((row) => row.id);
}

export const noteConfirmed = (tx: Tx, tenantId: string, id: string, now: Date) =>
  on(tx)
    .updateTable('session')
    .set({ confirmed_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();

export const confirmedAt = async (tx: Tx, tenantId: string, id: string): Promise<Date | null> =>
  (
    await on(tx)
      .selectFrom('session')
      .select('confirmed_at')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
  )?.confirmed_at ?? null;
