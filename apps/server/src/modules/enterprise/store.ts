import { sql, type Insertable, type Selectable, type SelectQueryBuilder, type Updateable } from 'kysely';
import type { EnterpriseSort } from '@anlan/contract/modules/enterprise/enterprise';
import { limits } from '@anlan/contract/limits';
import type { Sort } from '@anlan/contract/domain/paging';
import { scopedTenant, tables, type Tx } from '#platform/db/index.ts';
import { keyed } from '#platform/db/keyed.ts';
import { versioned } from '#platform/db/versioned.ts';
import { searchText } from '#platform/pinyin/search-text.ts';
import { enterprisesWhere, isFilled, withWordFound, type FoundFilter } from './filter-store.ts';
import type { EnterpriseFilter } from './rules.ts';
import type { EnterpriseTable, EnterpriseTables } from './tables.ts';
import { countQuery, countWhere, totalOf } from './total/store.ts';

const on = tables<EnterpriseTables>();

/** A row of the table enterprise. */
export type EnterpriseRow = Selectable<EnterpriseTable>;

const sortColumns = {
  name: 'name',
  headcount: 'headcount',
  activatedAt: 'activated_at',
  membershipTo: 'membership_to',
  profileRate: 'profile_rate',
  dossierRate: 'dossier_rate',
  healthScore: 'health_score',
  updatedAt: 'updated_at',
} as const satisfies Record<EnterpriseSort, keyof EnterpriseTable>;
const neverNull = new Set<EnterpriseSort>(['name', 'profileRate', 'updatedAt']);

// Empty values are the smallest both ways, because that is how the one index of each column stands.
function ordered<O>(
  query: SelectQueryBuilder<EnterpriseTables, 'enterprise', O>,
  sort: Sort<EnterpriseSort>[],
): SelectQueryBuilder<EnterpriseTables, 'enterprise', O> {
  const [first] = sort;
  const by = first ?? { by: 'updatedAt' as const, desc: true };
  return query
    .orderBy(`enterprise.${sortColumns[by.by]}`, (order) => {
      const directed = by.desc ? order.desc() : order.asc();
      if (neverNull.has(by.by)) return directed;
      return by.desc ? directed.nullsLast() : directed.nullsFirst();
    })
    .orderBy('enterprise.id', by.desc ? 'desc' : 'asc');
}

/** Which page, and whether to say how many rows there are in all. */
export interface PageWish {
  sort: Sort<EnterpriseSort>[];
  limit: number;
  offset: number;
  counted: boolean;
}

/** Rows that may be read and passed over before a page. */
const nearRows = 200;
/** Names whose ids stand in for a word on a near page. */
const fewNames = 1_000;

/** One page in its order and the number of all rows, in one statement more than a word takes to look up. */
export async function page(tx: Tx, given: EnterpriseFilter, { sort, limit, offset, counted }: PageWish) {
  const isNear = offset <= nearRows;
  const filter = await withWordFound(tx, given, isNear ? fewNames : limits.totalCap);
  const inOrder = ordered(enterprisesWhere(tx, filter), sort).limit(limit).offset(offset);
  const isWhole = isNear && !Object.values(filter).some(isFilled);
  // Where much is passed over, an index alone finds the ids, and the rows of just these are fetched.
  const rows = isWhole
    ? inOrder
    : ordered(
        on(tx)
          .selectFrom('enterprise')
          .where('enterprise.tenant_id', '=', scopedTenant)
          .where('enterprise.id', '=', sql<string>`any(array(${inOrder.select('enterprise.id')}))`),
        sort,
      );
  const count = counted && filter.wordTotal === undefined ? countQuery(tx, filter) : null;
  const whole = rows.selectAll('enterprise');
  const found = await (
    count === null ? whole.select(sql<null>`null`.as('total')) : whole.select(() => count.as('total'))
  ).execute();
  const [first] = found;
  const total = first && first.total !== null ? totalOf(filter, Number(first.total)) : null;
  if (total || !counted) return { rows: found, ...(total ?? { total: found.length }) };
  return { rows: found, ...(offset === 0 && count !== null ? { total: 0 } : await countWhere(tx, filter)) };
}

/** Ids of all that the filter leaves, in order. */
export const orderedQuery = (tx: Tx, filter: FoundFilter, sort: Sort<EnterpriseSort>[]) =>
  ordered(enterprisesWhere(tx, filter), sort).select('enterprise.id');

/** The same up to a number. */
export async function orderedIds(tx: Tx, filter: FoundFilter, sort: Sort<EnterpriseSort>[], limit: number) {
  const rows = await orderedQuery(tx, filter, sort).limit(limit).execute();
  return rows.map((row) => row.id);
}

/** Ids of a page by the day that runs out first. */
export async function pageExpiringIds(tx: Tx, filter: EnterpriseFilter, limit: number, offset: number) {
  const rows = await enterprisesWhere(tx, filter)
    .select('id')
    .orderBy('next_expiry_on')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => row.id);
}

/** Rows by id, in the order of the ids. */
export async function rowsByIds(tx: Tx, ids: string[]): Promise<EnterpriseRow[]> {
  if (ids.length === 0) return [];
  const rows = await on(tx)
    .selectFrom('enterprise')
    .selectAll()
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** One visible row, removed or not. */
export const findRow = (tx: Tx, id: string): Promise<EnterpriseRow | undefined> =>
  on(tx)
    .selectFrom('enterprise')
    .selectAll()
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .executeTakeFirst();

/** The same, held until the transaction ends. */
export const takeRow = (tx: Tx, id: string): Promise<EnterpriseRow | undefined> =>
  on(tx)
    .selectFrom('enterprise')
    .selectAll()
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** The enterprise that has a name or a credit code and is not closed. */
export function findSame(tx: Tx, by: { name?: string | undefined; creditCode?: string | undefined }) {
  const open = on(tx)
    .selectFrom('enterprise')
    .select('id')
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('removed_at', 'is', null)
    .where('status', '<>', 'closed');
  return (by.creditCode ? open.where('credit_code', '=', by.creditCode) : open.where('name', '=', by.name ?? ''))
    .limit(1)
    .executeTakeFirst();
}

/** Names and faces by id, of those that are not closed or removed. */
export const namesByIds = (tx: Tx, ids: string[]) =>
  on(tx)
    .selectFrom('enterprise')
    .select(['id', 'name', 'alias_name', 'logo_url'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', 'in', ids)
    .where('removed_at', 'is', null)
    .where('status', 'in', ['draft', 'underReview', 'active', 'suspended', 'rejected'])
    .execute();

/** What an enterprise that can be worked in is called and shows. */
export const brandOf = keyed<
  { name: string; alias_name: string | null; logo_url: string | null },
  [tenantId: string, id: string]
>(
  'enterprise.face',
  (
    tenantId,
    id,
  ) => sql`select name, alias_name, logo_url from enterprise where tenant_id = ${tenantId} and id = ${id} and removed_at is null
     and status in ('draft', 'underReview', 'active', 'suspended', 'rejected')`,
);

const readingsOf = async ({ name, short_name: shortName }: Updateable<EnterpriseTable>) => ({
  ...(name === undefined ? {} : { name_search: await searchText(name) }),
  ...(shortName ? { short_name_search: await searchText(shortName) } : {}),
});

/** A new row. */
export const insertRow = async (tx: Tx, row: Insertable<EnterpriseTable>) =>
  on(tx)
    .insertInto('enterprise')
    .values({ ...row, ...(await readingsOf(row)) })
    .execute();

const change = versioned<EnterpriseTables>()('enterprise');
/** Changes one row; the version grows by one. */
export const updateRow = async (tx: Tx, id: string, row: Updateable<EnterpriseTable>) =>
  change(tx, id, { ...row, ...(await readingsOf(row)) });

/** Puts the values of the list-valued fields in place of the old ones. */
export async function replaceTags(tx: Tx, enterpriseId: string, tags: { kind: string; value: string }[]) {
  const { tenantId } = tx.scope;
  await on(tx)
    .deleteFrom('enterprise_tag')
    .where('tenant_id', '=', tenantId)
    .where('enterprise_id', '=', enterpriseId)
    .execute();
  if (tags.length > 0)
    await on(tx)
      .insertInto('enterprise_tag')
      .values(tags.map((tag) => ({ tenant_id: tenantId, enterprise_id: enterpriseId, ...tag })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** How many of these ids are enterprises visible. */
export async function countVisible(tx: Tx, ids: string[]): Promise<number> {
  const { n } = await on(tx)
    .selectFrom('enterprise')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Ids of all that the filter leaves, as a query for others to stand on. */
export const filteredIds = (tx: Tx, filter: FoundFilter) => enterprisesWhere(tx, filter).select('enterprise.id');
