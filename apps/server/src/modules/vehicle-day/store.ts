import { hasRows, scopedTenant, type Tx } from '#platform/db/index.ts';

export async function isEntered(tx: Tx, vehicleId: string, day: string): Promise<boolean> {
  return hasRows(tx)`select from vehicle_day
    where tenant_id = ${scopedTenant} and vehicle_id = ${vehicleId} and day = ${day} limit 1`;
}
