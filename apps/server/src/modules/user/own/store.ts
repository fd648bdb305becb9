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

/** The phone of a person, whole, and held until the transaction ends. */
export const holdPhoneOf = async (tx: Tx, userId: string): Promise<string | null> =>
  (
    await on(tx)
      .selectFrom('app_user')
      .select('phone')
      .where('tenant_id', '=', tx.scope.tenantId)
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst()
  )?.phone ?? null;

/** Whether another person of the tenant has a phone; who asks for the same one waits until this transaction ends. */
export async function phoneTaken(tx: Tx, phone: string, userId: string): Promise<boolean> {
  const lock = `phone ${tx.scope.tenantId} ${phone}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(on(tx));
  const other = await on(tx)
    .selectFrom('app_user')
    .select('id')
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('phone', '=', phone)
    .where('id', '<>', userId)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Gives a person a phone, or takes it away. */
export const setPhone = (tx: Tx, userId: string, phone: string | null, now: Date) =>
  on(tx)
    .updateTable('app_user')
    .set((eb) => ({ phone, updated_at: now, version: eb('version', '+', 1) }))
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', userId)
    .execute();

/** What a person changes of themselves. */
export interface OwnChange {
  nick_name?: string;
  email?: string | null;
  avatar?: string | null;
  password?: { hash: string; at: Date };
}

/** Writes what a person changed of themselves; nothing where the password they proved has changed since. */
export const changeOwn = (
  tx: Tx,
  userId: string,
  proven: string | null,
  { password, ...plain }: OwnChange,
  now: Date,
) => {
  const all = on(tx)
    .updateTable('app_user')
    .set((eb) => ({ ...plain, updated_at: now, version: eb('version', '+', 1) }))
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', userId);
  const one =
    password === undefined
      ? all
      : all
          .set({
            password_hash: password.hash,
            password_changed_at: password.at,
            must_change_password: false,
            demo: false,
          })
          .where('password_hash', '=', proven);
  return one.returning('id').executeTakeFirst();
};
