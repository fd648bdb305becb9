import { sql } from 'kysely';
import { hasRows, idsOf, scopedTenant, type Tx } from '#platform/db/index.ts';

export interface OtherDrive {
  employeeId: string;
  shiftId: string;
  no: string;
  departAt: Date;
  arrivedAt: Date | null;
  arriveAt: Date | null;
  distanceKm: number;
  hasRelay: boolean;
}

export async function drivesOf(tx: Tx, employeeIds: readonly string[], from: Date, to: Date): Promise<OtherDrive[]> {
  if (employeeIds.length === 0) return [];
  const ids = [...employeeIds];
  const { rows } = await sql<Omit<OtherDrive, 'distanceKm'> & { distanceKm: string }>`
    select driver.id as "employeeId", s.id as "shiftId", s.no, s.depart_at as "departAt", s.arrive_at as "arriveAt",
      s.arrived_at as "arrivedAt",
      s.distance_km as "distanceKm", s.relay_driver_id is not null as "hasRelay"
    from shift s cross join lateral (values (s.driver_id), (s.relay_driver_id)) as driver (id)
    where s.tenant_id = ${scopedTenant} and s.removed_at is null and s.status <> 'cancelled'
      and s.depart_at >= ${from} and s.depart_at < ${to} and driver.id = any(${ids}::uuid[])`.execute(tx.kysely);
  return rows.map((row) => ({ ...row, distanceKm: Number(row.distanceKm) }));
}

/** Locks the drivers until the transaction ends, so that two callers cannot give one driver two shifts at a time. */
export const lockDrivers = (tx: Tx, employeeIds: readonly string[]) =>
  sql`select pg_advisory_xact_lock(hashtext('shift.driver'), hashtext(id))
    from (select id from unnest(${[...employeeIds]}::text[]) id order by id) ordered`.execute(tx.kysely);

export async function enterprisesOf(tx: Tx, ids: readonly string[]): Promise<string[]> {
  return idsOf(tx)`select distinct enterprise_id as id from shift
    where tenant_id = ${scopedTenant} and id = any(${[...ids]}::uuid[])`;
}

/** Shifts of one enterprise, or of all that the caller sees. */
export async function idsBetween(
  tx: Tx,
  enterpriseId: string | undefined,
  from: Date,
  to: Date,
  limit: number,
): Promise<string[]> {
  const one = enterpriseId === undefined ? sql`` : sql`and enterprise_id = ${enterpriseId}`;
  return idsOf(tx)`select id from shift
    where tenant_id = ${scopedTenant} ${one} and removed_at is null
      and depart_at >= ${from} and depart_at < ${to}
    order by depart_at, id limit ${limit}`;
}

export async function isPostHeld(tx: Tx, enterpriseId: string, post: string): Promise<boolean> {
  return hasRows(tx)`select from employee
    where tenant_id = ${scopedTenant} and enterprise_id = ${enterpriseId} and post_kind = ${post}
      and user_id is not null and status = 'onDuty' and removed_at is null limit 1`;
}
