import { sql } from 'kysely';
import { systemClock } from '#kernel/clock.ts';
import { firstIdSince } from '#kernel/ids.ts';
import { tenantTables, type Tx } from '#platform/db/index.ts';
import type { AuditTables } from '../tables.ts';

const { on, selectFrom } = tenantTables<AuditTables>();

/** Number of values revealed to a user within the last hour. Takes a lock, so that parallel calls are all counted. */
export async function shownThisHour(tx: Tx, userId: string, call: string): Promise<number> {
  const lock = `reveal ${tx.scope.tenantId} ${userId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(on(tx));
  const { shown } = await selectFrom(tx, 'audit')
    .select((eb) => eb.fn.countAll<string>().as('shown'))
    .where('user_id', '=', userId)
    .where('call', '=', call)
    .where('outcome', '=', 'done')
    // Row ids contain their time, so the index on id finds the last hour.
    .where('id', '>=', firstIdSince(new Date(systemClock.now().getTime() - 3_600_000)))
    .executeTakeFirstOrThrow();
  return Number(shown);
}
