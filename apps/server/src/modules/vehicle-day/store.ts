import { sql } from 'kysely';
import { scopedTenant, type Tx } from '#platform/db/index.ts';

export async function isEntered(tx: Tx, vehicleId: string, day: string): Promise<boolean> {
  const { rows } = await sql`select from vehicle_day
    where tenant_id = ${scopedTenant} and vehicle_id = ${vehicleId} and day = ${day} limit 1`.execute(tx.kysely);
  return rows.length > 0;
}
