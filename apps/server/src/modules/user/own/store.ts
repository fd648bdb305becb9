import { sql } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import type { UserTables } from '../tables.ts';

const on = tables<UserTables>();

/** Name of the department a person is in. */
export const organNameOf = async (tx: Tx, organId: string): Promise<string | null> =>
  (
    await on(tx)
      .selectFrom('organ')
      .select('name')
      .where('tenant_id', '=', tx.scope.tenantId)
      .where('id', '=', organId)
      .executeTakeFirst()
  )?.name ?? null;

/** Holds a person's row until the transaction ends; answers the hash of the password that stands. */
export const holdPerson = async (tx: Tx, userId: string): Promise<string | null> =>
  (
    await on(tx)
      .selectFrom('app_user')
      .select('password_hash')
      .where('tenant_id', '=', tx.scope.tenantId)
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst()
  )?.password_hash ?? null;

/** Lets one after the other give the same phone to somebody in the tenant. */
export async function queueForPhone(tx: Tx, phone: string): Promise<void> {
  const lock = `phone ${tx.scope.tenantId} ${phone}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(on(tx));
}
