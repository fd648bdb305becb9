import type { Insertable, Selectable, SelectQueryBuilder, Updateable } from 'kysely';
import type { Sort } from '@anlan/contract/domain/paging';
import { regionPrefix } from '@anlan/contract/domain/region-code';
import type { OwnRegionSort } from '@anlan/contract/modules/dictionary/region';
import { literal, tables, type Tx } from '#platform/db/index.ts';
import type { DictionaryTables } from '../tables.ts';
import type { OwnRegionFilter } from './rules.ts';

const on = tables<DictionaryTables>();
type Region = DictionaryTables['region'];

/** A row of the table region. */
export type RegionRow = Selectable<Region>;

type Listed = SelectQueryBuilder<DictionaryTables, 'region', object>;

// A tenant has hundreds of streets and thousands of grids, which its primary key leads to.
function ownWhere(tx: Tx, { keyword, regionCode, level, enabled }: OwnRegionFilter): Listed {
  let query: Listed = on(tx).selectFrom('region').where('region.tenant_id', '=', tx.scope.tenantId);
  if (keyword)
    query = query.where((eb) =>
      eb.or([
        eb('code', 'like', `${literal(keyword)}%`),
        eb('name', 'like', `%${literal(keyword)}%`),
        eb('pinyin', 'like', `${literal(keyword.toLowerCase())}%`),
      ]),
    );
  if (regionCode) {
    const prefix = regionCode.length === 6 ? regionPrefix(regionCode) : regionCode;
    query = query.where('code', '>=', prefix).where('code', '<', `${prefix}\u{10ffff}`);
  }
  if (level !== undefined) query = query.where('level', '=', level);
  if (enabled !== undefined) query = query.where('enabled', '=', enabled);
  return query;
}

const withLeaf = (tx: Tx, query: Listed) =>
  query
    .selectAll('region')
    .select((eb) =>
      eb
        .not(
          eb.exists(
            eb
              .selectFrom('region as below')
              .select('below.code')
              .where('below.tenant_id', '=', tx.scope.tenantId)
              .whereRef('below.parent', '=', 'region.code'),
          ),
        )
        .as('childless'),
    );

/** A street or grid with whether nothing lies below it. */
export type OwnRow = Awaited<ReturnType<typeof ownPage>>[number];

/** One page of the tenant's streets and grids. */
export const ownPage = (
  tx: Tx,
  filter: OwnRegionFilter,
  [sort = { by: 'code', desc: false }]: Sort<OwnRegionSort>[],
  limit: number,
  offset: number,
) =>
  withLeaf(tx, ownWhere(tx, filter))
    .orderBy(`region.${sort.by}`, sort.desc ? 'desc' : 'asc')
    .orderBy('region.code', sort.desc ? 'desc' : 'asc')
    .limit(limit)
    .offset(offset)
    .execute();

/** How many streets and grids the filter leaves. */
export async function ownCount(tx: Tx, filter: OwnRegionFilter): Promise<number> {
  const { total } = await ownWhere(tx, filter)
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Streets and grids that are offered: below one, by a word, or every street. */
export const offered = (tx: Tx, { parent, q }: { parent?: string | undefined; q?: string | undefined }) => {
  const found = ownWhere(tx, { enabled: true, ...(q ? { keyword: q } : parent ? {} : { level: 4 }) });
  return withLeaf(tx, parent ? found.where('parent', '=', parent) : found)
    .orderBy('region.code')
    .limit(q ? 50 : 5_000)
    .execute();
};

/** A street or grid of the tenant's own. */
export const ownRow = (tx: Tx, code: string): Promise<OwnRow | undefined> =>
  withLeaf(tx, ownWhere(tx, {})).where('region.code', '=', code).executeTakeFirst();

/** The same, held until the transaction ends. */
export const takeOwn = (tx: Tx, code: string): Promise<RegionRow | undefined> =>
  ownWhere(tx, {}).selectAll('region').where('code', '=', code).forUpdate().executeTakeFirst();

/** The same, kept from being removed until the transaction ends. */
export const keepOwn = (tx: Tx, code: string): Promise<RegionRow | undefined> =>
  ownWhere(tx, {}).selectAll('region').where('code', '=', code).forKeyShare().executeTakeFirst();

/** The same of several, always in one order. */
export const keepOwns = (tx: Tx, codes: readonly string[]): Promise<RegionRow[]> =>
  ownWhere(tx, {})
    .selectAll('region')
    .where((eb) => eb('code', '=', eb.fn.any(eb.val(codes))))
    .orderBy('code')
    .forKeyShare()
    .execute();

/** The full name of a street or grid. */
export const ownPath = (tx: Tx, code: string): Promise<{ path: string } | undefined> =>
  ownWhere(tx, {}).select('path').where('code', '=', code).executeTakeFirst();

/** A division of GB/T 2260 that streets may stand below: in force, and nothing of the standard lies under it. */
export const districtRow = (tx: Tx, code: string): Promise<RegionRow | undefined> =>
  on(tx)
    .selectFrom('region')
    .selectAll()
    .where('tenant_id', '=', '0')
    .where('code', '=', code)
    .where('leaf', '=', true)
    .where('valid_to', 'is', null)
    .executeTakeFirst();

/** What lies directly below a division or street of the tenant's own rows. */
export const ownBelow = (tx: Tx, parent: string): Promise<RegionRow[]> =>
  ownWhere(tx, {}).selectAll('region').where('parent', '=', parent).orderBy('code').execute();

/** A new street or grid. */
export const insertOwn = (tx: Tx, row: Insertable<Region>) => on(tx).insertInto('region').values(row).execute();

/** Changes a street or grid; its version grows by one. */
export const updateOwn = (tx: Tx, code: string, change: Updateable<Region>) =>
  on(tx)
    .updateTable('region')
    .set(change)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('code', '=', code)
    .returning('version')
    .executeTakeFirstOrThrow();

/** Takes a street or grid away. */
export const deleteOwn = (tx: Tx, code: string) =>
  on(tx).deleteFrom('region').where('tenant_id', '=', tx.scope.tenantId).where('code', '=', code).execute();
