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

/** Removes planned checks that are due from this time on and that nobody has begun. They are planned again, with results. */
export const forgetUntouched = (tx: Tx, from: Date) =>
  sql`delete from risk_check c where tenant_id = ${tx.scope.tenantId} and planned and status = 'pending'
    and started_at is null and updated_by is null and due_at >= ${from}
    and not exists (select from risk_check_handout h where h.tenant_id = c.tenant_id and h.risk_check_id = c.id)`.execute(
    tx.kysely,
  );

/** Windows, due from this time on, that have a check, as point, layer and time of opening. */
export async function plannedSince(tx: Tx, from: Date): Promise<Set<string>> {
  const { rows } = await sql<{ id: string; layer: string; at: Date }>`select risk_point_id as id, layer, opens_at as at
    from risk_check where tenant_id = ${tx.scope.tenantId} and planned and due_at >= ${from}`.execute(tx.kysely);
  return new Set(rows.map(({ id, layer, at }) => `${id} ${layer} ${at.getTime()}`));
}
