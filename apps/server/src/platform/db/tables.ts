import type {
  DeleteQueryBuilder,
  DeleteResult,
  Kysely,
  SelectQueryBuilder,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely';
import type { Tx } from './transaction.ts';

export const tables =
  <T>() =>
  (tx: Tx): Kysely<T> =>
    // The transaction type knows no tables; each store names the tables of its own migration as T.
    tx.kysely as unknown as Kysely<T>;

// A table of any name: all have this column.
interface AnyTable {
  any: { tenant_id: string };
}
/** Like `tables`, with statements that affect only rows of the scope's tenant. */
export function tenantTables<T>() {
  type Table = keyof T & string;
  const start = tables<AnyTable>();
  const name = (table: Table) => table as string as 'any';
  const column = (table: Table) => `${table}.tenant_id` as 'any.tenant_id';
  // The cast is safe: the statement differs from the returned one only in the type of its table.
  return {
    on: tables<T>(),
    selectFrom: <K extends Table>(tx: Tx, table: K) =>
      start(tx).selectFrom(name(table)).where(column(table), '=', tx.scope.tenantId) as unknown as SelectQueryBuilder<
        T,
        K,
        {}
      >,
    updateTable: <K extends Table>(tx: Tx, table: K) =>
      start(tx).updateTable(name(table)).where(column(table), '=', tx.scope.tenantId) as unknown as UpdateQueryBuilder<
        T,
        K,
        K,
        UpdateResult
      >,
    deleteFrom: <K extends Table>(tx: Tx, table: K) =>
      start(tx).deleteFrom(name(table)).where(column(table), '=', tx.scope.tenantId) as unknown as DeleteQueryBuilder<
        T,
        K,
        DeleteResult
      >,
  };
}
