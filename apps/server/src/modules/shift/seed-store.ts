import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

export interface SeedBus {
  id: string;
  enterpriseId: string;
  seats: number;
  driverId: string | null;
  stationId: string;
  stationName: string;
  /** Whether the certificates and the state of the vehicle allow it to leave on this day. */
  isReady: boolean;
}

export async function busesOf(tx: Tx, enterpriseIds: readonly string[], today: string): Promise<SeedBus[]> {
  const { rows } =
    await sql<SeedBus>`select v.id, v.enterprise_id as "enterpriseId", v.seats, v.driver_id as "driverId",
      s.id as "stationId", s.name as "stationName",
      coalesce(v.status = 'operating' and v.valid_to >= ${today}::date and (v.scrap_on is null or v.scrap_on >= ${today}::date),
        false) as "isReady"
    from vehicle v join station s on s.tenant_id = v.tenant_id
      and s.id = coalesce(v.station_id, (select x.id from station x where x.tenant_id = v.tenant_id
        and x.enterprise_id = v.enterprise_id and x.removed_at is null order by x.id limit 1))
    where v.tenant_id = ${tx.scope.tenantId} and v.enterprise_id = any(${[...enterpriseIds]}::uuid[]) and v.seats is not null
    order by v.id`.execute(tx.kysely);
  return rows;
}

export interface SeedDriver {
  id: string;
  enterpriseId: string;
  isReady: boolean;
}

export async function driversOf(tx: Tx, enterpriseIds: readonly string[], today: string): Promise<SeedDriver[]> {
  const { rows } = await sql<SeedDriver>`select e.id, e.enterprise_id as "enterpriseId",
      (select count(distinct c.kind) = 2 from certificate c where c.tenant_id = e.tenant_id and c.employee_id = e.id
        and c.kind in ('driverLicence', 'roadQualification') and c.valid_to >= ${today}::date
        and c.status <> 'voided' and c.removed_at is null) as "isReady"
    from employee e
    where e.tenant_id = ${tx.scope.tenantId} and e.enterprise_id = any(${[...enterpriseIds]}::uuid[])
      and e.post_kind = 'driver' and e.status = 'onDuty' and e.removed_at is null order by e.id`.execute(tx.kysely);
  return rows;
}
