import { sql } from 'kysely';
import { tenantTables, type Tx } from '#platform/db/index.ts';
import type { UserTables } from '../tables.ts';

const { on, selectFrom } = tenantTables<UserTables>();

/** Locks a person's row until the transaction ends; returns the current password hash. */
export const holdPerson = async (tx: Tx, userId: string): Promise<string | null> =>
  (await selectFrom(tx, 'app_user').select('password_hash').where('id', '=', userId).forUpdate().executeTakeFirst())
    ?.password_hash ?? null;

/** Takes a lock, so that changes of the same phone in a tenant run one after the other. */
export async function queueForPhone(tx: Tx, phone: string): Promise<void> {
  const lock = `phone ${tx.scope.tenantId} ${phone}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(on(tx));
}
