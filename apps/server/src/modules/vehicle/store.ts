import { sql, type RawBuilder } from 'kysely';
import { idsOf, scopedTenant, type Tx } from '#platform/db/index.ts';

/** SQL conditions of filters without a matching field: a single vehicle, and vehicles that may not be used on a day. */
export function isBlockedOn(day: string, id: unknown, blocked: unknown): RawBuilder<unknown>[] {
  const may = sql`(vehicle.status = 'operating' and vehicle.valid_to >= ${day}
    and (vehicle.scrap_on is null or vehicle.scrap_on >= ${day}))`;
  return [
    ...(typeof id === 'string' ? [sql`vehicle.id = ${id}`] : []),
    ...(blocked === undefined ? [] : [blocked === true ? sql`${may} is not true` : may]),
  ];
}

export async function enterprisesOf(tx: Tx, ids: readonly string[]): Promise<string[]> {
  return idsOf(tx)`select distinct enterprise_id as id from vehicle
    where tenant_id = ${scopedTenant} and id = any(${[...ids]}::uuid[])`;
}

export async function countInUse(tx: Tx, enterpriseId: string): Promise<number> {
  const { rows } = await sql<{ found: string }>`select count(*) as found from vehicle
    where tenant_id = ${scopedTenant} and enterprise_id = ${enterpriseId} and removed_at is null
      and status in ('operating', 'stopped', 'repairing')`.execute(tx.kysely);
  return Number(rows[0]?.found ?? 0);
}
