// The one list engine: statements whose plans hold under row security (decisions 0004, 0045), for any declared resource.
import { sql, type RawBuilder } from 'kysely';
import type { Sort } from '@anlan/contract/domain/paging';
import { limits } from '@anlan/contract/limits';
import { scopedTenant, type Tx } from '#platform/db/index.ts';
import { hasLetters, holdsWords, isLetters, nameHolds } from '#platform/db/name-search.ts';
import { rowFrom, type Table } from './table.ts';

/** Rows that may be read and passed over before a page. */
const nearOffset = 200;
/** Rows whose ids stand in for a keyword on a near page. */
const fewIds = 500;

/** What a list is narrowed by, by key. */
export type FilterValues = Readonly<Record<string, unknown>>;
/** Conditions for the filters of a resource that are no fields. */
export type OwnConditions = (
  tx: Tx,
  filter: FilterValues,
) => readonly RawBuilder<unknown>[] | Promise<readonly RawBuilder<unknown>[]>;

/** A resource's table with the conditions of its own. */
export interface Listed<R = unknown> {
  readonly table: Table<R>;
  readonly conditions?: OwnConditions | undefined;
}
interface Narrowed {
  readonly filter: FilterValues;
  /** Ids that the keyword was found in. */
  readonly among?: readonly string[];
  /** How many rows the keyword alone leaves, where nothing else is asked for. */
  readonly keywordTotal?: number;
  /** Conditions of filters that are no fields. */
  readonly own?: readonly RawBuilder<unknown>[];
}

/** The column of a table, qualified. */
const at = (table: Table, column: string) => sql.ref(`${table.name}.${column}`);

const isGiven = (value: unknown) =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
const keywordOf = ({ keyword }: FilterValues) => (typeof keyword === 'string' ? keyword : '');
const divisionPrefix = (code: string) => (code.length === 6 ? code.replace(/(00){1,2}$/, '') : code);

const mayBeginNumber = ({ prefix }: Table, keyword: string) => prefix?.spec.search?.pattern?.test(keyword) ?? false;
const isFoundByLetters = ({ contains }: Table) => contains?.spec.search?.pinyin === true;

/** Whether the keyword is part of a name, rather than the beginning of a number; mere letters may be both. */
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
  const number = prefix && beginsWith(table, prefix.column, [keyword]);
  if (!contains || !isPartOfName(table, { keyword })) return number ? [number] : [];
  const column = `${table.name}.${contains.column}`;
  const name = isFoundByLetters(table) ? nameHolds(column, keyword) : holdsWords(column, keyword);
  return number && mayBeginNumber(table, keyword) ? [sql`(${number} or ${name})`] : [name];
}

function conditionsOf(tx: Tx, table: Table, { filter, among, own = [] }: Narrowed): RawBuilder<unknown> {
  const all = [sql`${at(table, 'tenant_id')} = ${scopedTenant}`];
  if (table.keepsRemoved) all.push(sql`${at(table, 'removed_at')} is null`);
  // Row security says the same as a range; the equality leads to the enterprise's own index.
  if (table.ofEnterprise && tx.scope.enterpriseId !== null)
    all.push(sql`${at(table, 'enterprise_id')} = ${tx.scope.enterpriseId}`);
  const keyword = keywordOf(filter);
  if (among) all.push(sql`${at(table, 'id')} = any(${among}::uuid[])`);
  else if (keyword !== '') all.push(...keywordCondition(table, keyword));
  all.push(...fieldConditions(table, filter), ...own);
  return sql.join(all, sql` and `);
}

// Keeps the planner from a way of reading for the rest of the transaction, where it knows less than we do.
const without = (tx: Tx, way: 'seqscan' | 'sort') =>
  sql`select set_config(${`enable_${way}`}, 'off', true)`.execute(tx.kysely);

/**
 * The filter with its keyword looked up in the index of names alone: where few names hold it, their ids stand in for it.
 * Walking a list for a rare word reads the tenant; a common one fills a page soon, and its many ids cost more than that.
 */
async function withKeywordFound(tx: Tx, table: Table, filter: FilterValues, enough: number): Promise<Narrowed> {
  if (!isPartOfName(table, filter)) return { filter };
  // The readings of names stand in one index alone: a walk in another order would read the table for each row.
  const most = isFoundByLetters(table) && hasLetters(keywordOf(filter)) ? limits.totalCap : enough;
  // Rows are short, so the planner thinks the whole table no dearer than the index; it is three times as much to read.
  await without(tx, 'seqscan');
  const { rows } = await sql<{ found: string; among: string[] | null }>`
    select count(*) as found, case when count(*) <= ${most} then coalesce(array_agg(id), '{}') end as among
    from (select ${at(table, 'id')} from ${sql.table(table.name)}
      where ${conditionsOf(tx, table, { filter: { keyword: filter['keyword'] } })}
      limit ${limits.totalCap + 1}) as found`.execute(tx.kysely);
  const [row] = rows;
  if (row?.among) return { filter, among: row.among };
  if (Object.values(filter).filter(isGiven).length > 1) return { filter };
  // Under row security the planner takes any word for a rare one, and would sort all that hold it.
  await without(tx, 'sort');
  return { filter, keywordTotal: Number(row?.found) };
}

/** What a filter asks for, looked up as far as it has to be. */
async function narrow(tx: Tx, { table, conditions }: Listed, filter: FilterValues, most: number): Promise<Narrowed> {
  const own = await conditions?.(tx, filter);
  return { ...(await withKeywordFound(tx, table, filter, most)), ...(own && { own }) };
}

function orderBy(table: Table, [first = table.order]: readonly Sort[]): RawBuilder<unknown> {
  const { column, nullable } = table.sortable.get(first.by) ?? { column: 'updated_at', nullable: false };
  const way = first.desc ? sql`desc` : sql`asc`;
  // Empty values are the smallest (decision 0009); the index must say the same.
  const nulls = nullable ? (first.desc ? sql` nulls last` : sql` nulls first`) : sql``;
  return sql`order by ${at(table, column)} ${way}${nulls}, ${at(table, 'id')} ${way}`;
}

async function count(tx: Tx, table: Table, narrowed: Narrowed): Promise<{ total: number; totalIsEstimate?: true }> {
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

/** One page in its order with the number of all; where much is passed over, an index alone finds the ids. */
export async function readPage<R>(
  tx: Tx,
  listed: Listed<R>,
  filter: FilterValues,
  sort: readonly Sort[],
  { limit, offset }: { limit: number; offset: number },
) {
  const { table } = listed;
  const isNear = offset <= nearOffset;
  const narrowed = await narrow(tx, listed, filter, isNear ? fewIds : limits.totalCap);
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

/** Ids of what the filter leaves, in order, up to a number; of some rows alone where they are named. */
export async function orderedIds(
  tx: Tx,
  listed: Listed,
  filter: FilterValues,
  sort: readonly Sort[],
  limit: number,
  named?: readonly string[],
): Promise<string[]> {
  const { table } = listed;
  const found = await narrow(tx, listed, filter, limits.totalCap);
  const these = named && sql`${at(table, 'id')} = any(${[...named]}::uuid[])`;
  const narrowed = these ? { ...found, own: [...(found.own ?? []), these] } : found;
  const { rows } = await sql<{ id: string }>`select ${at(table, 'id')} from ${sql.table(table.name)}
    where ${conditionsOf(tx, table, narrowed)} ${orderBy(table, sort)} limit ${limit}`.execute(tx.kysely);
  return rows.map(({ id }) => id);
}
