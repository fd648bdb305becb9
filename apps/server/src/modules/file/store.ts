import type { Insertable } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import type { FileTables } from './tables.ts';

const on = tables<FileTables>();

/** A new row. */
export const insertFile = (tx: Tx, row: Omit<Insertable<FileTables['file']>, 'tenant_id'>) =>
  on(tx)
    .insertInto('file')
    .values({ ...row, tenant_id: tx.scope.tenantId })
    .execute();

/** One file in sight. */
export const findFile = (tx: Tx, id: string) =>
  on(tx)
    .selectFrom('file')
    .select(['id', 'enterprise_id', 'purpose', 'name', 'type', 'key', 'sha256'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Gives a file that stands for the tenant to one enterprise; answers whether it is that enterprise's now. */
export const giveTo = async (tx: Tx, id: string, enterpriseId: string, unattached: string, purposes: string[]) =>
  (await on(tx)
    .updateTable('file')
    .set({ enterprise_id: enterpriseId })
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .where('enterprise_id', 'in', [enterpriseId, unattached])
    .where('purpose', 'in', purposes)
    .returning('id')
    .executeTakeFirst()) !== undefined;

/** Removes a row; answers the key of its bytes. */
export const removeFile = async (tx: Tx, id: string): Promise<string | null> =>
  (
    await on(tx)
      .deleteFrom('file')
      .where('tenant_id', '=', tx.scope.tenantId)
      .where('id', '=', id)
      .returning('key')
      .executeTakeFirst()
  )?.key ?? null;
