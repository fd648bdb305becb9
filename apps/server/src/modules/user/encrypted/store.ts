import { sql } from 'kysely';
import { tenantTables, type Tx } from '#platform/db/index.ts';
import type { EncryptedContacts } from './rules.ts';

export interface PlainRow {
  id: string;
  type: string;
  phone: string | null;
  email: string | null;
}
interface PlainTables {
  app_user: PlainRow & EncryptedContacts & { tenant_id: string };
}
const { on, selectFrom, updateTable } = tenantTables<PlainTables>();

/** Finds people whose contacts are not encrypted and locks them until the transaction ends. */
export const takePlain = (tx: Tx, limit: number): Promise<PlainRow[]> =>
  selectFrom(tx, 'app_user')
    .select(['id', 'type', 'phone', 'email'])
    .where((eb) => eb.or([eb('phone', 'is not', null), eb('email', 'is not', null)]))
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();

/** Phones that are already in use, as texts of user type and blind index. */
export async function takenIndexes(tx: Tx, indexes: string[]): Promise<Set<string>> {
  if (indexes.length === 0) return new Set();
  const rows = await selectFrom(tx, 'app_user')
    .select(['type', 'phone_index'])
    .where('phone_index', 'in', indexes)
    .execute();
  return new Set(rows.map((row) => `${row.type} ${row.phone_index}`));
}

export const putEncrypted = (tx: Tx, id: string, encrypted: Partial<EncryptedContacts>) =>
  updateTable(tx, 'app_user')
    .set({ ...encrypted, phone: null, email: null })
    .where('id', '=', id)
    .execute();

/** Finds people with an encrypted mail address but no mail index, and locks them until the transaction ends. */
export const takeUnfound = (tx: Tx, limit: number) =>
  selectFrom(tx, 'app_user')
    .select(['id', 'email_sealed'])
    .where('email_sealed', 'is not', null)
    .where('email_index', 'is', null)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();

export const putMailIndex = (tx: Tx, id: string, email_index: string) =>
  updateTable(tx, 'app_user').set({ email_index }).where('id', '=', id).execute();

export const hasPlain = async (tx: Tx): Promise<boolean> =>
  (
    await sql<{ found: boolean }>`select exists (
      select from app_user where tenant_id = ${tx.scope.tenantId} and (phone is not null or email is not null)) as found`.execute(
      on(tx),
    )
  ).rows[0]?.found ?? false;
