import { sql, type RawBuilder } from 'kysely';
import { rowsOf, scopedTenant, type Tx } from '#platform/db/index.ts';
import { nameHolds } from '#platform/db/name-search.ts';

export const onlyId = (id: unknown): RawBuilder<unknown>[] => (typeof id === 'string' ? [sql`goods.id = ${id}`] : []);

export interface ShownGoods {
  id: string;
  name: string;
  /** Price of one unit in fen. */
  priceFen: number;
  unit: string;
  spec: string | null;
  stock: number;
  detail: string | null;
  pictures: { id: string; name: string }[];
  shopId: string;
  shopName: string;
  serviceLine: string;
  address: string;
  openHours: string | null;
}
export interface ShownFilter {
  ids?: readonly string[] | undefined;
  shopId?: string | undefined;
  category?: string | undefined;
  keyword?: string | undefined;
  limit: number;
}

export async function shownGoods(
  tx: Tx,
  { ids, shopId, category, keyword, limit }: ShownFilter,
): Promise<ShownGoods[]> {
  return rowsOf<ShownGoods>(tx)`select g.id, g.name, g.price_fen::float8 as "priceFen", g.unit, g.spec, g.stock,
      g.detail, g.pictures, s.id as "shopId", s.name as "shopName", s.service_line as "serviceLine", s.address,
      s.open_hours as "openHours"
    from goods g join shop s on s.tenant_id = g.tenant_id and s.id = g.shop_id
    where g.tenant_id = ${scopedTenant} and g.shelf = 'listed' and g.removed_at is null
      and s.status = 'open' and s.removed_at is null
      ${ids === undefined ? sql`` : sql`and g.id = any(${ids}::uuid[])`}
      ${shopId === undefined ? sql`` : sql`and g.shop_id = ${shopId}`}
      ${category === undefined ? sql`` : sql`and g.category = ${category}`}
      ${keyword === undefined ? sql`` : sql`and ${nameHolds('g.name', keyword)}`}
    order by g.updated_at desc, g.id desc limit ${limit}`;
}
