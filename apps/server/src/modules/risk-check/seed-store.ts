import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

export interface SeedChecker {
  id: string;
  enterpriseId: string;
  name: string;
  post: string;
}
export async function checkers(tx: Tx): Promise<Map<string, SeedChecker[]>> {
  const { rows } = await sql<SeedChecker>`select id, enterprise_id as "enterpriseId", name, post_kind as post
    from employee where tenant_id = ${tx.scope.tenantId} and removed_at is null and status <> 'left'
    order by id`.execute(tx.kysely);
  const all = new Map<string, SeedChecker[]>();
  for (const row of rows) {
    const held = all.get(row.enterpriseId);
    if (!held) all.set(row.enterpriseId, [row]);
    else if (held.length < 6) held.push(row);
  }
  return all;
}
