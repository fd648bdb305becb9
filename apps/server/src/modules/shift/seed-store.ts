import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

/** A vehicle of the demonstration that may carry passengers, with its driver and station. */
export interface SeedBus {
  id: string;
  enterpriseId: string;
  seats: number;
  driverId: string | null;
  stationId: string;
  stationName: string;
}

/** Buses of some enterprises in use that stand at a station. */
export async function busesOf(tx: Tx, enterpriseIds: readonly string[]): Promise<SeedBus[]> {
  const { rows } =
    await sql<SeedBus>`select v.id, v.enterprise_id as "enterpriseId", v.seats, v.driver_id as "driverId",
      s.id as "stationId", s.name as "stationName"
    from vehicle v join station s on s.tenant_id = v.tenant_id
      and s.id = coalesce(v.station_id, (select x.id from station x where x.tenant_id = v.tenant_id
        and x.enterprise_id = v.enterprise_id and x.removed_at is null order by x.id limit 1))
    where v.tenant_id = ${tx.scope.tenantId} and v.enterprise_id = any(${[...enterpriseIds]}::uuid[]) and v.seats is not null
    order by v.id`.execute(tx.kysely);
  return rows;
}

/** Drivers of some enterprises, by enterprise. */
export async function driversOf(tx: Tx, enterpriseIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; enterprise_id: string }>`select id, enterprise_id from employee
    where tenant_id = ${tx.scope.tenantId} and enterprise_id = any(${[...enterpriseIds]}::uuid[]) and post_kind = 'driver'
      and status = 'onDuty' and removed_at is null order by id`.execute(tx.kysely);
  const all = new Map<string, string[]>();
  for (const { id, enterprise_id } of rows) all.set(enterprise_id, [...(all.get(enterprise_id) ?? []), id]);
  return all;
}
