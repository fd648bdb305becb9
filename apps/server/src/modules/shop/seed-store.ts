import { sql } from 'kysely';
import { scopedTenant, type Tx } from '#platform/db/index.ts';

export const keepSeedNumber = (tx: Tx, number: string): Promise<unknown> =>
  sql`insert into shop_number (tenant_id, number) values (${scopedTenant}, ${number})`.execute(tx.kysely);

export const giveShop = (tx: Tx, userId: string, shopId: string): Promise<unknown> =>
  sql`update app_user set shop_id = ${shopId} where tenant_id = ${scopedTenant} and id = ${userId}`.execute(tx.kysely);

export async function seededShops(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from shop where tenant_id = ${scopedTenant} and status = 'open'
    order by id`.execute(tx.kysely);
  return rows.map(({ id }) => id);
}
