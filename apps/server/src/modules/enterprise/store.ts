import { sql, type Insertable, type Selectable, type SelectQueryBuilder, type Updateable } from 'kysely';
import type { EnterpriseSort } from '@anlan/contract/domain/enterprise';
import { limits } from '@anlan/contract/limits';
import type { Sort } from '@anlan/contract/domain/paging';
import { literal, scopedTenant, tables, type Tx } from '#platform/db/index.ts';
import { seesLabels, type EnterpriseFilter } from './rules.ts';
import type { EnterpriseTable, EnterpriseTables } from './tables.ts';

const on = tables<EnterpriseTables>();

/** A row of the table enterprise. */
export type EnterpriseRow = Selectable<EnterpriseTable>;

type Listed = SelectQueryBuilder<EnterpriseTables, 'enterprise', object>;

// LIKE never reaches an index under row security; a range over a "C" column does (decisions 5).
const afterPrefix = (prefix: string) => `${prefix}\u{10ffff}`;
const codeLike = /^[0-9A-HJ-NPQRTUWXY]{4,18}$/;

const withPrefix = (query: Listed, column: 'credit_code', prefixes: string[]) =>
  query.where((eb) =>
    eb.or(prefixes.map((prefix) => eb.and([eb(column, '>=', prefix), eb(column, '<', afterPrefix(prefix))]))),
  );

// Full codes end in zeros where nothing lies below the level they name.
const regionPrefix = (code: string) => (code.length === 6 ? code.replace(/(00){1,2}$/, '') : code);

/** The codes of a division and of all below it: from the first to before the second. */
export const regionRange = (code: string): [from: string, to: string] => [
  regionPrefix(code),
  afterPrefix(regionPrefix(code)),
];

// Divisions by their first digits; what is longer than a division's code asks for a street or grid.
const inRegions = (query: Listed, codes: string[]) =>
  query.where((eb) =>
    eb.or(
      codes.map(regionRange).map(([from, to]) => {
        const column = from.length > 6 ? ('town_code' as const) : ('region_code' as const);
        return eb.and([eb(column, '>=', from), eb(column, '<', to)]);
      }),
    ),
  );

const contains = (query: Listed, text: string) => query.where('name', 'like', `%${literal(text)}%`);

/** A filter whose word has been looked up. */
export interface FoundFilter extends EnterpriseFilter {
  /** Those that the word was found in. */
  among?: string[];
  /** How many the word alone leaves, where nothing else is asked for; counted a little beyond the cap. */
  wordTotal?: number;
}

/** Enterprises in sight that the filter leaves. */
export function enterprisesWhere(tx: Tx, filter: FoundFilter): Listed {
  let query: Listed = on(tx)
    .selectFrom('enterprise')
    .where('enterprise.tenant_id', '=', scopedTenant)
    .where('removed_at', 'is', null);
  const { keyword, name, creditCode, regionCode, industryCode, hazardFeature, label, among } = filter;
  if (among) query = query.where('enterprise.id', '=', sql<string>`any(${among}::uuid[])`);
  if (keyword) {
    const code = keyword.toUpperCase();
    query = codeLike.test(code) ? withPrefix(query, 'credit_code', [code]) : contains(query, keyword);
  }
  if (name) query = contains(query, name);
  if (creditCode) query = withPrefix(query, 'credit_code', [creditCode.toUpperCase()]);
  if (regionCode?.length) query = inRegions(query, regionCode);
  if (industryCode?.length)
    query = query.where((eb) =>
      eb.or(
        industryCode.map((code) =>
          code.length === 1
            ? eb.and([eb('industry_code', '>=', code), eb('industry_code', '<', afterPrefix(code))])
            : eb('industry_code', '=', code),
        ),
      ),
    );
  if (filter.supervisionKind?.length) query = query.where('supervision_kind', 'in', filter.supervisionKind);
  if (filter.enterpriseSize?.length) query = query.where('enterprise_size', 'in', filter.enterpriseSize);
  if (filter.status?.length) query = query.where('status', 'in', filter.status);
  if (filter.color?.length) query = query.where('color', 'in', filter.color);
  if (filter.standardGrade?.length) query = query.where('standard_level', 'in', filter.standardGrade);
  if (filter.officerId) query = query.where('officer_id', '=', filter.officerId);
  if (filter.expiringOn) query = query.where('next_expiry_on', '<=', filter.expiringOn);
  if (filter.regionOnly) query = query.where('region_code', '=', filter.regionOnly);
  if (filter.activatedSince) query = query.where('activated_at', '>=', filter.activatedSince);
  if (filter.activatedBefore) query = query.where('activated_at', '<', filter.activatedBefore);
  if (filter.perfect !== undefined) query = query.where('profile_perfect', '=', filter.perfect);
  if (filter.signedIn !== undefined) query = query.where('signed_in', '=', filter.signedIn);
  for (const [kind, values] of [
    ['hazardFeature', hazardFeature],
    ['label', label],
  ] as const)
    if (values?.length)
      query = query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('enterprise_tag')
            .select('enterprise_tag.enterprise_id')
            .where('enterprise_tag.tenant_id', '=', tx.scope.tenantId)
            .where('enterprise_tag.kind', '=', kind)
            .where('enterprise_tag.value', 'in', values)
            .whereRef('enterprise_tag.enterprise_id', '=', 'enterprise.id'),
        ),
      );
  // Whether a label is there must not be guessed by those who do not see it.
  return label?.length && !seesLabels(tx.scope) ? query.where(sql<boolean>`false`) : query;
}

const wordIn = ({ name, keyword }: EnterpriseFilter) => {
  if (name) return { name };
  return keyword && !codeLike.test(keyword.toUpperCase()) ? { keyword } : null;
};
const isGiven = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0);

/**
 * The filter with its word looked up in the index of names alone: where few names hold it, their ids stand in for it.
 * Walking a list in its order until the page is full reads every row of the tenant when the word is rare; a common one
 * fills a page soon, and its many ids cost more than the walk.
 */
export async function withWordFound(
  tx: Tx,
  filter: EnterpriseFilter,
  most: number = limits.totalCap,
): Promise<FoundFilter> {
  const word = wordIn(filter);
  if (word === null) return filter;
  const { found, among } = await on(tx)
    .selectFrom(
      enterprisesWhere(tx, word)
        .select('enterprise.id')
        .limit(limits.totalCap + 1)
        .as('found'),
    )
    .select((eb) => [
      eb.fn.countAll<string>().as('found'),
      sql<string[] | null>`case when count(*) <= ${most} then coalesce(array_agg(id), '{}') end`.as('among'),
    ])
    .executeTakeFirstOrThrow();
  if (among) return { ...filter, [word.name ? 'name' : 'keyword']: undefined, among };
  return Object.values(filter).filter(isGiven).length === 1 ? { ...filter, wordTotal: Number(found) } : filter;
}

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
  const isWhole = isNear && !Object.values(filter).some(isGiven);
  // Where much is passed over, an index alone finds the ids, and the rows of just these are fetched.
  const rows = isWhole
    ? inOrder
    : ordered(
        on(tx)
          .selectFrom('enterprise')
          .where('enterprise.tenant_id', '=', scopedTenant)
          .where(
            'enterprise.id',
            'in',
            on(tx).selectFrom(inOrder.select('enterprise.id').as('page')).select('page.id'),
          ),
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

const countQuery = (tx: Tx, filter: FoundFilter) => {
  const rows = enterprisesWhere(tx, filter);
  if (wordIn(filter) === null) return rows.select((eb) => eb.fn.countAll<string>().as('total'));
  const some = rows.select('enterprise.id').limit(limits.totalCap + 1);
  return on(tx)
    .selectFrom(some.as('found'))
    .select((eb) => eb.fn.countAll<string>().as('total'));
};

const totalOf = (filter: FoundFilter, found: number): { total: number; totalIsEstimate?: true } =>
  wordIn(filter) !== null && found > limits.totalCap
    ? { total: limits.totalCap, totalIsEstimate: true }
    : { total: found };

/** How many rows the filter leaves; 'contains' searches stop counting at the cap. */
export async function countWhere(tx: Tx, filter: FoundFilter): Promise<{ total: number; totalIsEstimate?: true }> {
  if (filter.wordTotal !== undefined) return totalOf(filter, filter.wordTotal);
  const { total } = await countQuery(tx, filter).executeTakeFirstOrThrow();
  return totalOf(filter, Number(total));
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

/** One row in sight, removed or not. */
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

/** Whether other enterprises name this one as the upper one. */
export const hasChildren = async (tx: Tx, id: string) =>
  (await on(tx)
    .selectFrom('enterprise')
    .select('id')
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('parent_id', '=', id)
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Names by id, of those that are not closed or removed. */
export const namesByIds = (tx: Tx, ids: string[]) =>
  on(tx)
    .selectFrom('enterprise')
    .select(['id', 'name'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', 'in', ids)
    .where('removed_at', 'is', null)
    .where('status', 'in', ['draft', 'underReview', 'active', 'suspended', 'rejected'])
    .execute();

/** A new row. */
export const insertRow = (tx: Tx, row: Insertable<EnterpriseTable>) =>
  on(tx).insertInto('enterprise').values(row).execute();

/** Changes one row; the version grows by one. */
export const updateRow = (tx: Tx, id: string, change: Updateable<EnterpriseTable>) =>
  on(tx)
    .updateTable('enterprise')
    .set(change)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();

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

/** Reserves so many numbers of the tenant's counter; answers the last of them. */
export async function reserveNumbers(tx: Tx, name: string, count: number): Promise<number> {
  const { value } = await on(tx)
    .insertInto('counter')
    .values({ tenant_id: tx.scope.tenantId, name, value: count })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'name']).doUpdateSet({ value: sql<number>`counter.value + ${count}` }),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return Number(value);
}

/** How many of these ids are enterprises in sight. */
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
