import type { Insertable, Selectable, SelectQueryBuilder, Updateable } from 'kysely';
import type { Sort } from '@anlan/contract/domain/paging';
import { regionPrefix } from '@anlan/contract/domain/region-code';
import type { OwnRegionSort } from '@anlan/contract/modules/dictionary/region';
import { literal, tenantTables, type Tx } from '#platform/db/index.ts';
import type { DictionaryTables } from '../tables.ts';
import type { OwnRegionFilter } from './rules.ts';

const { on, selectFrom, updateTable, deleteFrom } = tenantTables<DictionaryTables>();
type Region = DictionaryTables['region'];

/** A row of the table region. */
export type RegionRow = Selectable<Region>;

type Listed = SelectQueryBuilder<DictionaryTables, 'region', object>;

// A tenant has hundreds of streets and thousands of grids, so the primary key is a sufficient index.
function ownWhere(tx: Tx, { keyword, regionCode, level, enabled }: OwnRegionFilter): Listed {
  let query: Listed = selectFrom(tx, 'region');
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

export type OwnRow = Awaited<ReturnType<typeof ownPage>>[number];

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

export async function ownCount(tx: Tx, filter: OwnRegionFilter): Promise<number> {
  const { total } = await ownWhere(tx, filter)
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export const offered = (tx: Tx, { parent, q }: { parent?: string | undefined; q?: string | undefined }) => {
  const offeredRegions = ownWhere(tx, { enabled: true, ...(q ? { keyword: q } : parent ? {} : { level: 4 }) });
  return withLeaf(tx, parent ? offeredRegions.where('parent', '=', parent) : offeredRegions)
    .orderBy('region.code')
    .limit(q ? 50 : 5_000)
    .execute();
};

export const ownRow = (tx: Tx, code: string): Promise<OwnRow | undefined> =>
  withLeaf(tx, ownWhere(tx, {})).where('region.code', '=', code).executeTakeFirst();

export const takeOwn = (tx: Tx, code: string): Promise<RegionRow | undefined> =>
  ownWhere(tx, {}).selectAll('region').where('code', '=', code).forUpdate().executeTakeFirst();

/** Reads a street or grid and locks its row, so that it cannot be removed. */
export const lockAgainstRemoval = (tx: Tx, code: string): Promise<RegionRow | undefined> =>
  ownWhere(tx, {}).selectAll('region').where('code', '=', code).forKeyShare().executeTakeFirst();

/** Locks several rows against removal, in a fixed order to avoid deadlocks. */
export const lockAllAgainstRemoval = (tx: Tx, codes: readonly string[]): Promise<RegionRow[]> =>
  ownWhere(tx, {})
    .selectAll('region')
    .where((eb) => eb('code', '=', eb.fn.any(eb.val(codes))))
    .orderBy('code')
    .forKeyShare()
    .execute();

export const ownPath = (tx: Tx, code: string): Promise<{ path: string } | undefined> =>
  ownWhere(tx, {}).select('path').where('code', '=', code).executeTakeFirst();

/** A valid district: a GB/T 2260 division without children in the standard. */
export const districtRow = (tx: Tx, code: string): Promise<RegionRow | undefined> =>
  on(tx)
    .selectFrom('region')
    .selectAll()
    .where('tenant_id', '=', '0')
    .where('code', '=', code)
    .where('leaf', '=', true)
    .where('valid_to', 'is', null)
    .executeTakeFirst();

export const ownBelow = (tx: Tx, parent: string): Promise<RegionRow[]> =>
  ownWhere(tx, {}).selectAll('region').where('parent', '=', parent).orderBy('code').execute();

export const insertOwn = (tx: Tx, row: Insertable<Region>) => on(tx).insertInto('region').values(row).execute();

export const updateOwn = (tx: Tx, code: string, change: Updateable<Region>) =>
  updateTable(tx, 'region')
    .set(change)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('code', '=', code)
    .returning('version')
    .executeTakeFirstOrThrow();

export const deleteOwn = (tx: Tx, code: string) => deleteFrom(tx, 'region').where('code', '=', code).execute();
