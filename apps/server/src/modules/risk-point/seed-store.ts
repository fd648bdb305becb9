import { sql } from 'kysely';
import { reserveNumbers } from '#kit/number-store.ts';
import type { Tx } from '#platform/db/index.ts';

export { updateInherentRisk } from './store.ts';

export interface SeedOwner {
  id: string;
  enterpriseId: string;
  name: string;
  post: string;
  department: string;
}
export async function peopleInPosts(tx: Tx): Promise<Map<string, SeedOwner[]>> {
  const { rows } = await sql<SeedOwner>`select id, enterprise_id as "enterpriseId", name, post_kind as post, department
    from employee where tenant_id = ${tx.scope.tenantId} and removed_at is null and status <> 'left'
    order by id`.execute(tx.kysely);
  const all = new Map<string, SeedOwner[]>();
  for (const row of rows) {
    const held = all.get(row.enterpriseId);
    if (!held) all.set(row.enterpriseId, [row]);
    else if (held.length < 8) held.push(row);
  }
  return all;
}

/** Moves the number sequence past the numbers of today's demo points, so that new points get unused numbers. */
export async function placeNumber(tx: Tx, count: number, today: string): Promise<void> {
  if (count > 0) await reserveNumbers(tx, `FX ${today}`, count);
}

export async function linkDangers(tx: Tx): Promise<void> {
  const { tenantId } = tx.scope;
  await sql`with open_ones as (
      select id, enterprise_id, row_number() over (partition by enterprise_id order by id) as place from danger
      where tenant_id = ${tenantId} and status in ('open', 'rectifying', 'returned', 'submitted') and removed_at is null
    ), points as (
      select id, enterprise_id, row_number() over (partition by enterprise_id order by rank desc, id) as place
      from risk_point where tenant_id = ${tenantId} and status = 'inForce'
    )
    update danger d set risk_point_id = points.id from open_ones join points
      on points.enterprise_id = open_ones.enterprise_id and points.place * 2 = open_ones.place
    where d.tenant_id = ${tenantId} and d.id = open_ones.id`.execute(tx.kysely);
}
