// The list engine for any declared resource; its statements have stable plans under row security (decisions 0004,
// 0045).
import { sql, type RawBuilder } from 'kysely';
import type { Sort } from '@anlan/contract/domain/paging';
import { limits } from '@anlan/contract/limits';
import { scopedTenant, type Tx } from '#platform/db/index.ts';
import { hasLetters, holdsWords, isLetters, nameHolds } from '#platform/db/name-search.ts';
import { rowFrom, type Table } from './table.ts';

/** Largest offset for which an unfiltered list reads the rows directly, without a subquery for the ids. */
const nearOffset = 200;
/** Maximum number of ids that may replace a keyword on a near page. */
const maxKeywordIds = 500;

export type FilterValues = Readonly<Record<string, unknown>>;
export type OwnConditions = (
  tx: Tx,
  filter: FilterValues,
) => readonly RawBuilder<unknown>[] | Promise<readonly RawBuilder<unknown>[]>;

export interface Listed<R = unknown> {
  readonly table: Table<R>;
  readonly conditions?: OwnConditions | undefined;
}
interface ResolvedFilter {
  readonly filter: FilterValues;
  readonly among?: readonly string[];
  /** Number of rows that match the keyword. Set only when the keyword is the only filter. */
  readonly keywordTotal?: number;
  readonly own?: readonly RawBuilder<unknown>[];
}

const at = (table: Table, column: string) => sql.ref(`${table.name}.${column}`);

const isGiven = (value: unknown) =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
const keywordOf = ({ keyword }: FilterValues) => (typeof keyword === 'string' ? keyword : '');
const divisionPrefix = (code: string) => (code.length === 6 ? code.replace(/(00){1,2}$/, '') : code);

/** The keyword in the form in which the numbers of the table are stored. */
const asNumber = ({ prefix }: Table, keyword: string) => prefix?.spec.normalise?.(keyword) ?? keyword;
const mayBeginNumber = (table: Table, keyword: string) =>
  table.prefix?.spec.search?.pattern?.test(asNumber(table, keyword)) ?? false;
const isFoundByLetters = ({ contains }: Table) => contains?.spec.search?.pinyin === true;

/** Whether the keyword may be part of a name. Otherwise it can only be the start of a number. Letters may be either. */
function isPartOfName(table: Table, filter: FilterValues): boolean {
  const keyword = keywordOf(filter);
  if (keyword === '' || table.contains === undefined) return false;
  return !mayBeginNumber(table, keyword) || (isFoundByLetters(table) && isLetters(keyword));
}

function beginsWith(table: Table, column: string, prefixes: readonly string[]) {
  const ranges = prefixes.map(
    (prefix) => sql`(${at(table, column)} >= ${prefix} and ${at(table, column)} < ${`${prefix}\u{10ffff}`})`,
  );
  return sql`(${sql.join(ranges, sql` or `)})`;
}

function fieldConditions(table: Table, filter: FilterValues): RawBuilder<unknown>[] {
  return table.columns.flatMap(({ key, column, spec }) => {
    const here = at(table, column);
    if (spec.filter === 'range') {
      const [from, to] = [filter[`${key}From`], filter[`${key}To`]];
      return [...(isGiven(from) ? [sql`${here} >= ${from}`] : []), ...(isGiven(to) ? [sql`${here} <= ${to}`] : [])];
    }
    const value = filter[key];
    if (!spec.filter || !isGiven(value)) return [];
    if (spec.filter === 'one') return [sql`${here} = ${value}`];
    const values = (Array.isArray(value) ? value : [value]).map(String);
    if (spec.filter === 'below') return [beginsWith(table, column, values.map(divisionPrefix))];
    return spec.kind === 'codes' ? [sql`${here} && ${values}::text[]`] : [sql`${here} in (${sql.join(values)})`];
  });
}

function keywordCondition(table: Table, keyword: string): RawBuilder<unknown>[] {
  const { prefix, contains } = table;
  const number = prefix && beginsWith(table, prefix.column, [asNumber(table, keyword)]);
  if (!contains || !isPartOfName(table, { keyword })) return number ? [number] : [];
  const column = `${table.name}.${contains.column}`;
  const name = isFoundByLetters(table) ? nameHolds(column, keyword) : holdsWords(column, keyword);
  return number && mayBeginNumber(table, keyword) ? [sql`(${number} or ${name})`] : [name];
}

function conditionsOf(tx: Tx, table: Table, { filter, among, own = [] }: ResolvedFilter): RawBuilder<unknown> {
  const all = [sql`${at(table, 'tenant_id')} = ${scopedTenant}`];
  if (table.keepsRemoved) all.push(sql`${at(table, 'removed_at')} is null`);
  // Row security already limits the id range. This additional equality lets the planner use the index on the
  // enterprise.
  if (table.ofEnterprise && tx.scope.enterpriseId !== null)
    all.push(sql`${at(table, 'enterprise_id')} = ${tx.scope.enterpriseId}`);
  const keyword = keywordOf(filter);
  if (among) all.push(sql`${at(table, 'id')} = any(${among}::uuid[])`);
  else if (keyword !== '') all.push(...keywordCondition(table, keyword));
  all.push(...fieldConditions(table, filter), ...own);
  return sql.join(all, sql` and `);
}

// Disables a plan type for the rest of the transaction, where the planner estimates wrongly.
const without = (tx: Tx, way: 'seqscan' | 'sort') =>
  sql`select set_config(${`enable_${way}`}, 'off', true)`.execute(tx.kysely);

/**
 * Looks the keyword up in the name index. When few rows match, their ids replace the keyword: walking the list for a
 * rare word would read the whole tenant. A common word fills a page soon, so it remains a filter.
 */
async function withKeywordFound(tx: Tx, table: Table, filter: FilterValues, enough: number): Promise<ResolvedFilter> {
  if (!isPartOfName(table, filter)) return { filter };
  // Allows many more ids for letters. Pinyin is only in one index, so a list in another order would read the table
  // for each row.
  const most = isFoundByLetters(table) && hasLetters(keywordOf(filter)) ? limits.totalCap : enough;
  // Forces the index. Rows are short, so the planner prefers the table, although that reads three times as much.
  await without(tx, 'seqscan');
  const { rows } = await sql<{ found: string; among: string[] | null }>`
    select count(*) as found, case when count(*) <= ${most} then coalesce(array_agg(id), '{}') end as among
    from (select ${at(table, 'id')} from ${sql.table(table.name)}
      where ${conditionsOf(tx, table, { filter: { keyword: filter['keyword'] } })}
      limit ${limits.totalCap + 1}) as found`.execute(tx.kysely);
  const [row] = rows;
  if (row?.among) return { filter, among: row.among };
  if (Object.values(filter).filter(isGiven).length > 1) return { filter };
  // Under row security the planner assumes that every word is rare, and would sort all matches.
  await without(tx, 'sort');
  return { filter, keywordTotal: Number(row?.found) };
}

async function resolveFilter(
  tx: Tx,
  { table, conditions }: Listed,
  filter: FilterValues,
  most: number,
): Promise<ResolvedFilter> {
  const own = await conditions?.(tx, filter);
  return { ...(await withKeywordFound(tx, table, filter, most)), ...(own && { own }) };
}

function orderBy(table: Table, [first = table.order]: readonly Sort[]): RawBuilder<unknown> {
  const { column, nullable } = table.sortable.get(first.by) ?? { column: 'updated_at', nullable: false };
  const way = first.desc ? sql`desc` : sql`asc`;
  // Empty values sort first (decision 0009). The order must equal that of the index.
  const nulls = nullable ? (first.desc ? sql` nulls last` : sql` nulls first`) : sql``;
  return sql`order by ${at(table, column)} ${way}${nulls}, ${at(table, 'id')} ${way}`;
}

async function count(
  tx: Tx,
  table: Table,
  narrowed: ResolvedFilter,
): Promise<{ total: number; totalIsEstimate?: true }> {
  const isCapped = isPartOfName(table, narrowed.filter);
  const most = isCapped ? sql` limit ${limits.totalCap + 1}` : sql``;
  const counted = async () => {
    const { rows } = await sql<{ total: string }>`select count(*) as total from (select ${at(table, 'id')}
      from ${sql.table(table.name)} where ${conditionsOf(tx, table, narrowed)}${most}) as found`.execute(tx.kysely);
    return Number(rows[0]?.total);
  };
  const total = narrowed.keywordTotal ?? (await counted());
  return isCapped && total > limits.totalCap ? { total: limits.totalCap, totalIsEstimate: true } : { total };
}

/**
 * Reads one page of a list in order, and the total. With a filter or an offset above `nearOffset`, a subquery finds
 * the ids first; for a large offset an index-only scan suffices.
 */
export async function readPage<R>(
  tx: Tx,
  listed: Listed<R>,
  filter: FilterValues,
  sort: readonly Sort[],
  { limit, offset }: { limit: number; offset: number },
) {
  const { table } = listed;
  const isNear = offset <= nearOffset;
  const narrowed = await resolveFilter(tx, listed, filter, isNear ? maxKeywordIds : limits.totalCap);
  const order = orderBy(table, sort);
  const inOrder = sql`from ${sql.table(table.name)} where ${conditionsOf(tx, table, narrowed)} ${order}
    limit ${limit} offset ${offset}`;
  const isWhole = isNear && !narrowed.among && !Object.values(filter).some(isGiven);
  const query = isWhole
    ? sql<Record<string, unknown>>`select ${sql.table(table.name)}.* ${inOrder}`
    : sql<Record<string, unknown>>`select ${sql.table(table.name)}.* from ${sql.table(table.name)}
        where ${at(table, 'tenant_id')} = ${scopedTenant} and ${at(table, 'id')} in
          (select page.id from (select ${at(table, 'id')} ${inOrder}) as page) ${order}`;
  const { rows } = await query.execute(tx.kysely);
  return { rows: rows.map((row) => rowFrom(table, row)), ...(await count(tx, table, narrowed)) };
}

export async function orderedIds(
  tx: Tx,
  listed: Listed,
  filter: FilterValues,
  sort: readonly Sort[],
  limit: number,
  named?: readonly string[],
): Promise<string[]> {
  const { table } = listed;
  const narrowedFilter = await resolveFilter(tx, listed, filter, limits.totalCap);
  const these = named && sql`${at(table, 'id')} = any(${[...named]}::uuid[])`;
  const narrowed = these ? { ...narrowedFilter, own: [...(narrowedFilter.own ?? []), these] } : narrowedFilter;
  const { rows } = await sql<{ id: string }>`select ${at(table, 'id')} from ${sql.table(table.name)}
    where ${conditionsOf(tx, table, narrowed)} ${orderBy(table, sort)} limit ${limit}`.execute(tx.kysely);
  return rows.map(({ id }) => id);
}
