import { sql, type Insertable, type Selectable, type SelectQueryBuilder, type Updateable } from 'kysely';
import type { EnterpriseSort } from '@anlan/contract/modules/enterprise/enterprise';
import { limits } from '@anlan/contract/limits';
import type { Sort } from '@anlan/contract/domain/paging';
import { scopedTenant, tables, type Tx } from '#platform/db/index.ts';
import { preparedStatement } from '#platform/db/prepared-statement.ts';
import { versioned } from '#platform/db/versioned-update.ts';
import { searchText } from '#platform/pinyin/search-text.ts';
import { enterprisesWhere, isFilled, withWordFound, type FoundFilter } from './filter-store.ts';
import type { EnterpriseFilter } from './rules.ts';
import type { EnterpriseTable, EnterpriseTables } from './tables.ts';
import { countQuery, countWhere, totalOf } from './total/store.ts';

const on = tables<EnterpriseTables>();

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

// Sorts empty values as smallest in both directions, because the one index per column has this order.
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

export interface PageWish {
  sort: Sort<EnterpriseSort>[];
  limit: number;
  offset: number;
  counted: boolean;
}

/** Maximum offset of an early page. */
const nearRows = 200;
/** On an early page, ids replace the search text if at most this many enterprises match it. */
const fewNames = 1_000;

/** One page of enterprises and the total. A search text needs at most one extra statement. */
export async function page(tx: Tx, givenFilter: EnterpriseFilter, { sort, limit, offset, counted }: PageWish) {
  const isNear = offset <= nearRows;
  const filter = await withWordFound(tx, givenFilter, isNear ? fewNames : limits.totalCap);
  const inOrder = ordered(enterprisesWhere(tx, filter), sort).limit(limit).offset(offset);
  const isWhole = isNear && !Object.values(filter).some(isFilled);
  // For large offsets, an index-only scan first finds the ids. Then only the rows of the page are read.
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
  const resultRows = await (
    count === null ? whole.select(sql<null>`null`.as('total')) : whole.select(() => count.as('total'))
  ).execute();
  const [first] = resultRows;
  const total = first && first.total !== null ? totalOf(filter, Number(first.total)) : null;
  if (total || !counted) return { rows: resultRows, ...(total ?? { total: resultRows.length }) };
  return { rows: resultRows, ...(offset === 0 && count !== null ? { total: 0 } : await countWhere(tx, filter)) };
}

export const orderedQuery = (tx: Tx, filter: FoundFilter, sort: Sort<EnterpriseSort>[]) =>
  ordered(enterprisesWhere(tx, filter), sort).select('enterprise.id');

export async function orderedIds(tx: Tx, filter: FoundFilter, sort: Sort<EnterpriseSort>[], limit: number) {
  const rows = await orderedQuery(tx, filter, sort).limit(limit).execute();
  return rows.map((row) => row.id);
}

/** Ids of one page, ordered by the first expiry day. */
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

const rowsOf = (tx: Tx, ids: readonly string[]) =>
  on(tx)
    .selectFrom('enterprise')
    .selectAll()
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`);

export async function rowsByIds(tx: Tx, ids: string[]): Promise<EnterpriseRow[]> {
  const byId = new Map((await rowsOf(tx, ids).execute()).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const oneRow = (tx: Tx, id: string) =>
  on(tx).selectFrom('enterprise').selectAll().where('tenant_id', '=', tx.scope.tenantId).where('id', '=', id);
/** One row by id, even if it is removed. */
export const findRow = (tx: Tx, id: string): Promise<EnterpriseRow | undefined> => oneRow(tx, id).executeTakeFirst();
export const takeRow = (tx: Tx, id: string): Promise<EnterpriseRow | undefined> =>
  oneRow(tx, id).forUpdate().executeTakeFirst();

/** Reads rows and locks them in a fixed order, so that two jobs cannot deadlock. */
export const takeRows = (tx: Tx, ids: readonly string[]): Promise<EnterpriseRow[]> =>
  rowsOf(tx, ids).where('removed_at', 'is', null).orderBy('id').forUpdate().execute();

/** Enterprises that are not removed. */
export const presentRows = (tx: Tx) =>
  on(tx).selectFrom('enterprise').where('tenant_id', '=', tx.scope.tenantId).where('removed_at', 'is', null);

/** An enterprise with the same name or credit code. Closed enterprises do not count. */
export function findSame(tx: Tx, by: { name?: string | undefined; creditCode?: string | undefined }) {
  const open = presentRows(tx).select('id').where('status', '<>', 'closed');
  return (by.creditCode ? open.where('credit_code', '=', by.creditCode) : open.where('name', '=', by.name ?? ''))
    .limit(1)
    .executeTakeFirst();
}

export type Existing = Pick<EnterpriseTable, 'id' | 'status' | 'region_code'>;
/** Existing enterprises by credit code, without closed and removed enterprises. */
export async function existingByCode(tx: Tx, codes: readonly string[]): Promise<Map<string, Existing>> {
  if (codes.length === 0) return new Map();
  const rows = await presentRows(tx)
    .select(['id', 'credit_code', 'status', 'region_code'])
    .where('credit_code', 'in', codes)
    .where('status', '<>', 'closed')
    .execute();
  return new Map(rows.map(({ credit_code, ...row }) => [credit_code, row]));
}

export const brandOf = preparedStatement<
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

/** The search texts of the names in a row. Absent names give no text. */
export const readingsOf = async ({ name, short_name: shortName }: Updateable<EnterpriseTable>) => ({
  ...(name === undefined ? {} : { name_search: await searchText(name) }),
  ...(shortName ? { short_name_search: await searchText(shortName) } : {}),
});

export const insertRow = async (tx: Tx, row: Insertable<EnterpriseTable>) =>
  on(tx)
    .insertInto('enterprise')
    .values({ ...row, ...(await readingsOf(row)) })
    .execute();

const change = versioned<EnterpriseTables>()('enterprise');
/** Writes columns and increments the version. */
export const updateRow = async (tx: Tx, id: string, row: Updateable<EnterpriseTable>) =>
  change(tx, id, { ...row, ...(await readingsOf(row)) });

interface Tagged {
  id: string;
  tags: readonly { kind: string; value: string }[];
}
export async function replaceTags(tx: Tx, rows: readonly Tagged[]) {
  const { tenantId } = tx.scope;
  const ids = rows.map(({ id }) => id);
  await on(tx)
    .deleteFrom('enterprise_tag')
    .where('tenant_id', '=', tenantId)
    .where('enterprise_id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  const tags = rows.flatMap(({ id, tags: own }) =>
    own.map((tag) => ({ tenant_id: tenantId, enterprise_id: id, ...tag })),
  );
  if (tags.length > 0)
    await on(tx)
      .insertInto('enterprise_tag')
      .values(tags)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

export const filteredIds = (tx: Tx, filter: FoundFilter) => enterprisesWhere(tx, filter).select('enterprise.id');
