import { sql } from 'kysely';
import { newId } from '#kernel/ids.ts';
import { tenantTables, type Tx } from '#platform/db/index.ts';
import type { UserTables } from '../tables.ts';

const { on, selectFrom, deleteFrom } = tenantTables<UserTables>();

export const usedHashes = async (tx: Tx, userId: string): Promise<string[]> =>
  (
    await selectFrom(tx, 'password_used').select('hash').where('user_id', '=', userId).orderBy('id', 'desc').execute()
  ).map(({ hash }) => hash);

/**
 * Adds the current hash to the former hashes and limits their number. Passwords set by another person are not added.
 */
export async function keepUsed(tx: Tx, userId: string, most: number): Promise<void> {
  const { tenantId } = tx.scope;
  await on(tx)
    .insertInto('password_used')
    .columns(['tenant_id', 'id', 'user_id', 'hash'])
    .expression((eb) =>
      eb
        .selectFrom('app_user')
        .select(['tenant_id', sql<string>`${newId()}::uuid`.as('id'), 'app_user.id as user_id'])
        .select(sql<string>`password_hash`.as('hash'))
        .where('tenant_id', '=', tenantId)
        .where('id', '=', userId)
        .where('password_hash', 'is not', null)
        .where('must_change_password', '=', false),
    )
    .execute();
  await deleteFrom(tx, 'password_used')
    .where('user_id', '=', userId)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('password_used')
        .select('id')
        .where('tenant_id', '=', tenantId)
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .limit(most),
    )
    .execute();
}

export const forgetUsed = (tx: Tx, userId: string) =>
  deleteFrom(tx, 'password_used').where('user_id', '=', userId).execute();
