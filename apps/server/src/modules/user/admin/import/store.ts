import { sql } from 'kysely';
import type { UserType } from '@anlan/contract/domain/session';
import { tables, type Tx } from '#platform/db/index.ts';
import type { AdminTables } from '../tables.ts';

const on = tables<AdminTables>();
const people = (tx: Tx) =>
  on(tx).selectFrom('app_user').where('tenant_id', '=', tx.scope.tenantId).where('deleted_at', 'is', null);

/** Which of these account names are taken. */
export const takenNames = async (tx: Tx, names: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await people(tx)
        .select('username')
        .where('username', '=', sql<string>`any(${names}::text[])`)
        .execute()
    ).map(({ username }) => username),
  );

/** Which of these phones somebody has, with the kind of people they are. */
export const takenPhones = async (tx: Tx, indexes: readonly string[]): Promise<{ type: UserType; index: string }[]> =>
  (
    await people(tx)
      .select(['type', 'phone_index'])
      .where('phone_index', '=', sql<string>`any(${indexes}::text[])`)
      .execute()
  ).map(({ type, phone_index }) => ({ type, index: phone_index ?? '' }));
