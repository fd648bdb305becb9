import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

// Number of rows to sample: enough to see where a tenant's enterprises are, and quick to read.
const sampled = 5_000;

export async function codesAmong(tx: Tx, table: string, column: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ code: string }>`select distinct code from (
      select ${sql.ref(column)} as code from ${sql.table(table)}
      where tenant_id = ${tx.scope.tenantId} and ${sql.ref(column)} is not null limit ${sampled}) sample`.execute(
    tx.kysely,
  );
  return new Set(rows.map(({ code }) => code));
}
