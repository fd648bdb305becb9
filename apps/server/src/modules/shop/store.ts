import { sql, type RawBuilder } from 'kysely';
import { idsOf, rowsOf, scopedTenant, type Tx } from '#platform/db/index.ts';

export const onlyId = (id: unknown): RawBuilder<unknown>[] => (typeof id === 'string' ? [sql`shop.id = ${id}`] : []);

/** Stores which tenant an application number belongs to. Needs the HTTP scope. */
export const keepNumber = (tx: Tx, tenantId: string, number: string): Promise<unknown> =>
  sql`insert into shop_number (tenant_id, number) values (${tenantId}, ${number})`.execute(tx.kysely);

/** Finds the tenant of an application number. Needs the HTTP scope. */
export async function tenantOfNumber(tx: Tx, number: string): Promise<string | undefined> {
  const { rows } = await sql<{ tenantId: string }>`select tenant_id as "tenantId" from shop_number
    where number = ${number}`.execute(tx.kysely);
  return rows[0]?.tenantId;
}

export async function countShops(tx: Tx): Promise<Map<string, number>> {
  const { rows } = await sql<{ status: string; found: string }>`select status, count(*) as found from shop
    where tenant_id = ${scopedTenant} and removed_at is null group by status`.execute(tx.kysely);
  return new Map(rows.map(({ status, found: count }) => [status, Number(count)]));
}

export async function openShops(tx: Tx, limit: number): Promise<{ id: string; name: string }[]> {
  return rowsOf<{ id: string; name: string }>(tx)`select id, name from shop
    where tenant_id = ${scopedTenant} and status = 'open' and removed_at is null
    order by name, id limit ${limit}`;
}

export async function accountsOf(tx: Tx, shopId: string): Promise<string[]> {
  return idsOf(tx)`select id from app_user
    where tenant_id = ${scopedTenant} and shop_id = ${shopId} and deleted_at is null order by id`;
}

export interface ShownShop {
  id: string;
  name: string;
  serviceLine: string;
  address: string;
  openHours: string | null;
  intro: string | null;
  logo: { id: string; name: string }[];
}
export async function shownShops(
  tx: Tx,
  { ids, limit }: { ids?: readonly string[] | undefined; limit: number },
): Promise<ShownShop[]> {
  return rowsOf<ShownShop>(tx)`select id, name, service_line as "serviceLine", address,
      open_hours as "openHours", intro, logo from shop
    where tenant_id = ${scopedTenant} and status = 'open' and removed_at is null
      ${ids === undefined ? sql`` : sql`and id = any(${ids}::uuid[])`}
    order by name, id limit ${limit}`;
}
