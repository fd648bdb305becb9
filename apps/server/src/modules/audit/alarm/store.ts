import { firstIdSince } from '#kernel/ids.ts';
import { tenantTables, type Tx } from '#platform/db/index.ts';
import type { AlarmTables } from './tables.ts';

const { on, selectFrom, updateTable, deleteFrom } = tenantTables<AlarmTables>();

/** Stores at most one alarm an hour per cause and subject. Returns whether the alarm was stored. */
export const keepAlarm = async (
  tx: Tx,
  alarm: Omit<AlarmTables['alarm'], 'tenant_id' | 'confirmed_at' | 'confirmed_by'>,
): Promise<boolean> =>
  (await on(tx)
    .insertInto('alarm')
    .values({ ...alarm, tenant_id: tx.scope.tenantId, confirmed_at: null, confirmed_by: null })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'cause', 'subject', 'hour']).doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined;

/** Marks an alarm as checked. Returns its note and whether it was checked before; undefined if there is none. */
export async function confirmAlarm(tx: Tx, id: string, at: Date) {
  const alarm = await selectFrom(tx, 'alarm')
    .select(['note', 'confirmed_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (alarm === undefined) return undefined;
  const wasConfirmed = alarm.confirmed_at !== null;
  if (!wasConfirmed)
    await updateTable(tx, 'alarm')
      .set({ confirmed_at: at, confirmed_by: tx.scope.userId })
      .where('id', '=', id)
      .execute();
  return { note: alarm.note, wasConfirmed };
}

export function alarmsSince(tx: Tx, since: Date, which: { ids: readonly string[] } | { after: string; limit: number }) {
  let query = selectFrom(tx, 'alarm')
    .select(['id', 'cause', 'note', 'at'])
    .where('at', '>', since)
    .where('confirmed_at', 'is', null)
    .orderBy('id');
  query =
    'ids' in which
      ? query.where((eb) => eb('id', '=', eb.fn.any(eb.val(which.ids))))
      : query.where('id', '>', which.after).limit(which.limit);
  return query.execute();
}

export const dropAlarmsBefore = (tx: Tx, moment: Date) => deleteFrom(tx, 'alarm').where('at', '<', moment).execute();

export interface RefusedFilter {
  calls: readonly string[] | null;
  codes: readonly string[] | null;
  userId: string | null;
  since: Date;
  /** Counting stops at this number. */
  most: number;
}

export async function countRefused(tx: Tx, { calls, codes, userId, since, most }: RefusedFilter): Promise<number> {
  let query = selectFrom(tx, 'audit')
    .select('id')
    .where('outcome', '=', 'failed')
    .where('id', '>', firstIdSince(since));
  if (calls) query = query.where('call', 'in', calls);
  if (codes) query = query.where('note', 'in', codes);
  if (userId !== null) query = query.where('user_id', '=', userId);
  return (await query.limit(most).execute()).length;
}

export async function countTaken(tx: Tx, userId: string, since: Date): Promise<number> {
  const { times } = await selectFrom(tx, 'audit')
    .select((eb) => eb.fn.countAll<string>().as('times'))
    .where('user_id', '=', userId)
    .where('id', '>', firstIdSince(since))
    .where('outcome', '=', 'done')
    .where((eb) => eb.or([eb('call', 'like', '%.export'), eb('call', 'like', '%.exportStart')]))
    .executeTakeFirstOrThrow();
  return Number(times);
}
