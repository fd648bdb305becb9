import { sql } from 'kysely';
import { hasRows, idsOf, rowsOf, scopedTenant, type Tx } from '#platform/db/index.ts';

export async function isKnown(tx: Tx, vehicleId: string, kind: string, at: Date): Promise<boolean> {
  return hasRows(tx)`select from vehicle_alarm
    where tenant_id = ${scopedTenant} and vehicle_id = ${vehicleId} and kind = ${kind} and at = ${at}
      and removed_at is null limit 1`;
}

export async function openBy(tx: Tx, enterpriseId: string): Promise<number> {
  const { rows } = await sql<{ found: string }>`select count(*) as found from vehicle_alarm
    where tenant_id = ${scopedTenant} and enterprise_id = ${enterpriseId} and removed_at is null
      and status = 'open'`.execute(tx.kysely);
  return Number(rows[0]?.found ?? 0);
}

export interface OpenAlarm {
  id: string;
  enterpriseId: string;
  plateNo: string;
  kind: string;
  at: Date;
}

export async function openAlarms(tx: Tx, ids: readonly string[]): Promise<OpenAlarm[]> {
  return rowsOf<OpenAlarm>(tx)`select id, enterprise_id as "enterpriseId", plate_no as "plateNo", kind, at
    from vehicle_alarm where tenant_id = ${scopedTenant} and id = any(${[...ids]}::uuid[]) and removed_at is null
      and status = 'open'`;
}

export async function openAfter(tx: Tx, id: string, limit: number): Promise<string[]> {
  return idsOf(tx)`select id from vehicle_alarm
    where tenant_id = ${scopedTenant} and id > ${id} and removed_at is null and status = 'open'
    order by id limit ${limit}`;
}
