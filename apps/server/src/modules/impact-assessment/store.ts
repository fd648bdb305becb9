import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

export async function isAnyInForce(tx: Tx, today: string): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean }>`select exists (select from impact_assessment
    where tenant_id = ${tx.scope.tenantId} and valid_to >= ${today} and removed_at is null) as holds`.execute(
    tx.kysely,
  );
  return rows[0]?.holds === true;
}
