import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

export async function idsByEnterprise(tx: Tx, of: 'station' | 'driver'): Promise<Map<string, string[]>> {
  const from =
    of === 'station'
      ? sql`station where tenant_id = ${tx.scope.tenantId}`
      : sql`employee where tenant_id = ${tx.scope.tenantId} and post_kind = 'driver' and status = 'onDuty'`;
  const { rows } = await sql<{ id: string; enterprise_id: string }>`select id, enterprise_id from ${from}
    and removed_at is null order by id`.execute(tx.kysely);
  const all = new Map<string, string[]>();
  for (const { id, enterprise_id } of rows) all.set(enterprise_id, [...(all.get(enterprise_id) ?? []), id]);
  return all;
}

export interface SeedVehicle {
  id: string;
  enterpriseId: string;
  plateNo: string;
  driverId: string | null;
}
export async function vehiclesForSeeds(tx: Tx, enterpriseIds: readonly string[]): Promise<SeedVehicle[]> {
  const { rows } = await sql<SeedVehicle>`select id, enterprise_id as "enterpriseId", plate_no as "plateNo",
      driver_id as "driverId"
    from vehicle where tenant_id = ${tx.scope.tenantId} and enterprise_id = any(${[...enterpriseIds]}::uuid[])
      and status = 'operating' order by id limit 120`.execute(tx.kysely);
  return rows;
}
