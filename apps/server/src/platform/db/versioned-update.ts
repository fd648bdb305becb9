import type { Updateable } from 'kysely';
import { tables, type Tx } from './index.ts';

const on = tables<Record<string, { tenant_id: string; id: string; version: number }>>();

/** Returns a query that updates one row of the tenant and increases its version by one. */
export const versioned =
  <T>() =>
  <Name extends keyof T & string>(table: Name) =>
  (tx: Tx, id: string, change: Updateable<T[Name]>): Promise<{ version: number }> =>
    on(tx)
      // The type covers only the columns that all such tables have. The type of the caller has all columns.
      .updateTable<string>(table)
      .set(change as object)
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('tenant_id', '=', tx.scope.tenantId)
      .where('id', '=', id)
      .returning('version')
      .executeTakeFirstOrThrow();
