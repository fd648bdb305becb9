import { sql, type Insertable, type Selectable, type SelectQueryBuilder, type Updateable } from 'kysely';
import type { Sort } from '@anlan/contract/domain/paging';
import type { StationSort } from '@anlan/contract/domain/station';
import { limits } from '@anlan/contract/limits';
import { literal, scopedTenant, tables, type Tx } from '#platform/db/index.ts';
import { versioned } from '#platform/db/versioned.ts';
import type { StationFilter } from './rules.ts';
import type { StationTable, StationTables } from './tables.ts';

const on = tables<StationTables>();

/** A row of the table station. */
export type StationRow = Selectable<StationTable>;
type Listed = SelectQueryBuilder<StationTables, 'station', object>;

const afterPrefix = (prefix: string) => `${prefix}\u{10ffff}`;
const withPrefix = (query: Listed, column: 'code' | 'region_code', prefixes: string[]) =>
  query.where((eb) =>
    eb.or(prefixes.map((prefix) => eb.and([eb(column, '>=', prefix), eb(column, '<', afterPrefix(prefix))]))),
  );
const regionPrefix = (code: string) => (code.length < 6 ? code : code.replace(/(00){1,2}$/, ''));
// A number is typed from its beginning; anything with other characters is part of a name.
const codeLike = /^[A-Za-z0-9_-]+$/;

/** A filter whose word has been looked up. */
export interface FoundFilter extends StationFilter {
  /** Those that the word was found in. */
  among?: string[];
  /** How many the word alone leaves, where nothing else is asked for; counted a little beyond the cap. */
  wordTotal?: number;
}

function stationsWhere(tx: Tx, filter: FoundFilter): Listed {
  const { enterpriseId } = tx.scope;
  let query: Listed = on(tx)
    .selectFrom('station')
    .where('station.tenant_id', '=', scopedTenant)
    .where('station.removed_at', 'is', null);
  // Row security says the same as a range; the equality leads to the enterprise's own index.
  if (enterpriseId !== null) query = query.where('enterprise_id', '=', enterpriseId);
  const { keyword, among } = filter;
  if (among) query = query.where('station.id', '=', sql<string>`any(${among}::uuid[])`);
  if (keyword)
    query = codeLike.test(keyword)
      ? withPrefix(query, 'code', [keyword])
      : query.where('name', 'like', `%${literal(keyword)}%`);
  if (filter.kind?.length) query = query.where('kind', 'in', filter.kind);
  if (filter.status?.length) query = query.where('status', 'in', filter.status);
  if (filter.regionCode?.length) query = withPrefix(query, 'region_code', filter.regionCode.map(regionPrefix));
  if (filter.enterpriseId) query = query.where('enterprise_id', '=', filter.enterpriseId);
  return query;
}

const isWord = ({ keyword }: StationFilter) => keyword !== undefined && keyword !== '' && !codeLike.test(keyword);
const isGiven = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0);

// Keeps the planner from a way of reading for the rest of the transaction, where it knows less than we do.
const without = (tx: Tx, way: 'seqscan' | 'sort') =>
  sql`select set_config(${`enable_${way}`}, 'off', true)`.execute(on(tx));

/**
 * The filter with its word looked up in the index of names alone: where few names hold it, their ids stand in for it.
 * Walking a list for a rare word reads the tenant; a common one fills a page soon, and its many ids cost more than that.
 */
export async function withWordFound(
  tx: Tx,
  filter: StationFilter,
  most: number = limits.totalCap,
): Promise<FoundFilter> {
  if (!isWord(filter)) return filter;
  // Rows are short, so the planner thinks the whole table no dearer than the index; it is three times as much to read.
  await without(tx, 'seqscan');
  const { found, among } = await on(tx)
    .selectFrom(
      stationsWhere(tx, { keyword: filter.keyword })
        .select('station.id')
        .limit(limits.totalCap + 1)
        .as('found'),
    )
    .select((eb) => [
      eb.fn.countAll<string>().as('found'),
      sql<string[] | null>`case when count(*) <= ${most} then coalesce(array_agg(id), '{}') end`.as('among'),
    ])
    .executeTakeFirstOrThrow();
  if (among) return { ...filter, keyword: undefined, among };
  if (Object.values(filter).filter(isGiven).length > 1) return filter;
  // Under row security the planner takes any word for a rare one, and would sort all that hold it.
  await without(tx, 'sort');
  return { ...filter, wordTotal: Number(found) };
}

const sortColumns = {
  code: 'code',
  name: 'name',
  updatedAt: 'updated_at',
} as const satisfies Record<StationSort, keyof StationTable>;
function ordered<O>(
  query: SelectQueryBuilder<StationTables, 'station', O>,
  [first = { by: 'updatedAt' as const, desc: true }]: Sort<StationSort>[],
): SelectQueryBuilder<StationTables, 'station', O> {
  const way = first.desc ? 'desc' : 'asc';
  return query.orderBy(`station.${sortColumns[first.by]}`, way).orderBy('station.id', way);
}

/** Rows that may be read and passed over before a page. */
const nearRows = 200;
/** Names whose ids stand in for a word on a near page. */
const fewNames = 500;

/** One page in its order with the number of all; where much is passed over an index alone finds the ids. */
export async function page(tx: Tx, given: StationFilter, sort: Sort<StationSort>[], limit: number, offset: number) {
  const isNear = offset <= nearRows;
  const filter = await withWordFound(tx, given, isNear ? fewNames : limits.totalCap);
  const inOrder = ordered(stationsWhere(tx, filter), sort).limit(limit).offset(offset);
  const isWhole = isNear && !Object.values(filter).some(isGiven);
  const rows = isWhole
    ? inOrder
    : ordered(
        on(tx)
          .selectFrom('station')
          .where('station.tenant_id', '=', scopedTenant)
          .where('station.id', 'in', on(tx).selectFrom(inOrder.select('station.id').as('page')).select('page.id')),
        sort,
      );
  return { rows: await rows.selectAll('station').execute(), ...(await countWhere(tx, filter)) };
}

/** Ids of what the filter leaves, in order, up to a number. */
export async function orderedIds(tx: Tx, filter: FoundFilter, sort: Sort<StationSort>[], limit: number) {
  const rows = await ordered(stationsWhere(tx, filter), sort).select('station.id').limit(limit).execute();
  return rows.map((row) => row.id);
}

/** How many rows the filter leaves; 'contains' searches stop counting at the cap. */
async function countWhere(tx: Tx, filter: FoundFilter): Promise<{ total: number; totalIsEstimate?: true }> {
  const capped = isWord(filter);
  const found = stationsWhere(tx, filter).select('station.id');
  const total =
    filter.wordTotal ??
    Number(
      (
        await on(tx)
          .selectFrom((capped ? found.limit(limits.totalCap + 1) : found).as('found'))
          .select((eb) => eb.fn.countAll<string>().as('total'))
          .executeTakeFirstOrThrow()
      ).total,
    );
  return capped && total > limits.totalCap ? { total: limits.totalCap, totalIsEstimate: true } : { total };
}

/** Rows by id, in the order of the ids. */
export async function rowsByIds(tx: Tx, ids: string[]): Promise<StationRow[]> {
  if (ids.length === 0) return [];
  const rows = await on(tx)
    .selectFrom('station')
    .selectAll()
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const one = (tx: Tx, id: string) =>
  on(tx)
    .selectFrom('station')
    .selectAll()
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .where('removed_at', 'is', null);

/** One row in sight. */
export const findRow = (tx: Tx, id: string): Promise<StationRow | undefined> => one(tx, id).executeTakeFirst();
/** The same, held until the transaction ends. */
export const takeRow = (tx: Tx, id: string): Promise<StationRow | undefined> =>
  one(tx, id).forUpdate().executeTakeFirst();
/** The row in sight that has a number. */
export const findByCode = (tx: Tx, code: string): Promise<StationRow | undefined> =>
  stationsWhere(tx, {}).selectAll('station').where('code', '=', code).executeTakeFirst();

/** The stations of an enterprise by their numbers. */
export const rowsOfEnterprise = (tx: Tx, enterpriseId: string): Promise<StationRow[]> =>
  stationsWhere(tx, { enterpriseId }).selectAll('station').orderBy('code').limit(1_000).execute();

/** Whether an enterprise has any station. */
export const standAt = async (tx: Tx, enterpriseId: string): Promise<boolean> =>
  (await stationsWhere(tx, { enterpriseId }).select('station.id').limit(1).executeTakeFirst()) !== undefined;

/** A new row. */
export const insertRow = (tx: Tx, row: Insertable<StationTable>) => on(tx).insertInto('station').values(row).execute();

/** Changes one row; the version grows by one. */
export const updateRow = versioned<StationTables>()('station');

/** Gives an enterprise's stations to another one; answers which. */
export const moveRows = (tx: Tx, from: string, to: string, change: Updateable<StationTable>) =>
  on(tx)
    .updateTable('station')
    .set({ ...change, enterprise_id: to })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('enterprise_id', '=', from)
    .returning(['id', 'name'])
    .execute();

/** How many stations are of a kind. */
export async function countOfKind(tx: Tx, kind: string): Promise<number> {
  const { found } = await on(tx)
    .selectFrom('station')
    .select((eb) => eb.fn.countAll<string>().as('found'))
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('removed_at', 'is', null)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return Number(found);
}
