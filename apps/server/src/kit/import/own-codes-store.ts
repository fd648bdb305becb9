import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

// Enough to know where a tenant's rows lie, and soon read.
const sampled = 5_000;

/** Codes that some of a table's rows visible carry in a column. */
export async function codesAmong(tx: Tx, table: string, column: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ code: string }>`select distinct code from (
      select ${sql.ref(column)} as code from ${sql.table(table)}
      where tenant_id = ${tx.scope.tenantId} and ${sql.ref(column)} is not null limit ${sampled}) sample`.execute(
    tx.kysely,
  );
  return new Set(rows.map(({ code }) => code));
}
