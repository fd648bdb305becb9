import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';
import { rowFrom, tableOf, type AnyResource } from './table.ts';

/** Demo rows in these states that nobody has changed. */
export async function untouchedSeeds<R extends AnyResource>(tx: Tx, resource: R, states: readonly string[]) {
  const table = tableOf<R>(resource);
  const { rows } = await sql<Record<string, unknown>>`select *
    from ${sql.table(table.name)} where tenant_id = ${tx.scope.tenantId} and status = any(${[...states]}::text[])
      and created_by is null and updated_by is null and removed_at is null order by id`.execute(tx.kysely);
  return rows.map((row) => rowFrom(table, row));
}

/** Moves a date of demo rows by a year. */
export const addYear = (tx: Tx, table: string, column: string, ids: readonly string[]) =>
  sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + interval '1 year'
    where tenant_id = ${tx.scope.tenantId} and id = any(${[...ids]}::uuid[])`.execute(tx.kysely);

/** Which of these rows have a history. */
export async function withHistory(tx: Tx, resource: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select distinct row_id as id from resource_history
    where tenant_id = ${tx.scope.tenantId} and resource = ${resource} and row_id = any(${[...ids]}::uuid[])`.execute(
    tx.kysely,
  );
  return new Set(rows.map(({ id }) => id));
}
