import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

export async function plansOf(tx: Tx) {
  const { rows } = await sql<{ id: string; enterpriseId: string; title: string }>`
    select id, enterprise_id as "enterpriseId", title from emergency_plan where tenant_id = ${tx.scope.tenantId}
    order by enterprise_id, kind limit 2000`.execute(tx.kysely);
  return rows;
}
