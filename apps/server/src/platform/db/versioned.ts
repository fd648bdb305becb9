import type { Updateable } from 'kysely';
import { tables, type Tx } from './index.ts';

const on = tables<Record<string, { tenant_id: string; id: string; version: number }>>();

/** Of the tables of a module, what changes one row of the scope's tenant in one of them: its version grows by one. */
export const versioned =
  <T>() =>
  <Name extends keyof T & string>(table: Name) =>
  (tx: Tx, id: string, change: Updateable<T[Name]>): Promise<{ version: number }> =>
    on(tx)
      // Of its columns only those are known here that every such table has; the caller's type knows them all.
      .updateTable<string>(table)
      .set(change as object)
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('tenant_id', '=', tx.scope.tenantId)
      .where('id', '=', id)
      .returning('version')
      .executeTakeFirstOrThrow();
