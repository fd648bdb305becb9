// Statements on single rows of any declared resource.
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '#platform/db/index.ts';
import { anyOfIds, preparedStatement } from '#platform/db/prepared-statement.ts';
import { rowFrom, type RowOf, type StoredRow, type Table } from './table.ts';
import { snakeCase } from '@anlan/contract/kit/resource';

const columnOf = (table: Table, key: string) => table.byKey.get(key)?.column ?? snakeCase(key);
/** Values by column or field key; a list matches any of its items. */
export type Equals = Readonly<Record<string, unknown>>;

function where(tx: Tx, table: Table, equals: Equals, withRemoved = false): RawBuilder<unknown> {
  const all = Object.entries(equals).map(([key, value]) => {
    const column = sql.ref(columnOf(table, key));
    return Array.isArray(value) ? sql`${column} = any(${value}::uuid[])` : sql`${column} = ${value}`;
  });
  if (table.keepsRemoved && !withRemoved) all.unshift(sql`removed_at is null`);
  return sql.join([sql`tenant_id = ${tx.scope.tenantId}`, ...all], sql` and `);
}

/** Row lock until the transaction ends; `share` allows other share locks. */
export type RowLock = 'change' | 'share';
// Both lock kinds allow foreign key references. Otherwise two transactions that both referenced the row earlier would
// deadlock.
const locks = { change: sql` for no key update`, share: sql` for share` };

/** Finds rows whose columns equal these values. Removed rows are excluded. */
export async function findRows<R>(
  tx: Tx,
  table: Table<R>,
  equals: Equals,
  { limit = 1_000, order = 'id', lock }: { limit?: number; order?: string; lock?: RowLock | undefined } = {},
): Promise<RowOf<R>[]> {
  const { rows } = await sql<
    Record<string, unknown>
  >`select * from ${sql.table(table.name)} where ${where(tx, table, equals)}
    order by ${sql.ref(columnOf(table, order))} limit ${limit}${lock ? locks[lock] : sql``}`.execute(tx.kysely);
  return rows.map((row) => rowFrom(table, row));
}

/** Finds one row by id; undefined when it is not visible. */
export const findRow = async <R>(tx: Tx, table: Table<R>, id: string, options: { lock?: RowLock } = {}) =>
  (await findRows(tx, table, { id }, { ...options, limit: 1 }))[0];

export function createNames(table: Table) {
  const namesQuery = (lock: RawBuilder<unknown>) => (tenantId: unknown, ids: unknown) =>
    sql`
    select id, ${sql.ref(table.title)}::text as name from ${sql.table(table.name)}
    where tenant_id = ${tenantId} and id = ${anyOfIds(ids)} ${table.keepsRemoved ? sql`and removed_at is null` : sql``}
    order by id${lock}`;
  type Ask = [tenantId: string, ids: readonly string[]];
  const read = preparedStatement<{ id: string; name: string }, Ask>(`${table.name}.names`, namesQuery(sql``));
  const lock = preparedStatement<{ id: string; name: string }, Ask>(`${table.name}.lock`, namesQuery(locks.share));
  return async (tx: Tx, ids: readonly string[], how?: 'share'): Promise<Map<string, { name: string }>> => {
    const rows = ids.length === 0 ? [] : await (how ? lock : read)(tx, tx.scope.tenantId, [...ids]);
    return new Map(rows.map(({ id, name }) => [id, { name }]));
  };
}

export async function countRows(tx: Tx, table: Table, equals: Equals): Promise<number> {
  const { rows } = await sql<{ found: string }>`select count(*) as found from ${sql.table(table.name)}
    where ${where(tx, table, equals)}`.execute(tx.kysely);
  return Number(rows[0]?.found);
}

export async function countCarrying(tx: Tx, table: Table, column: string, code: string): Promise<number> {
  const { rows } = await sql<{ found: string }>`select count(*) as found from ${sql.table(table.name)}
    where ${where(tx, table, {})} and ${sql.ref(column)} @> array[${code}]`.execute(tx.kysely);
  return Number(rows[0]?.found);
}

/** Inserts rows of the scope's tenant with one statement; missing columns use their defaults. */
export async function insertRows(tx: Tx, table: Table, rows: readonly Equals[]): Promise<void> {
  const all = rows.map((row): Equals => ({ tenant_id: tx.scope.tenantId, ...row }));
  const names = [...new Set(all.flatMap((row) => Object.keys(row)))];
  const values = all.map((row) => sql`(${sql.join(names.map((name) => (name in row ? row[name] : sql`default`)))})`);
  await sql`insert into ${sql.table(table.name)} (${sql.join(names.map((name) => sql.ref(name)))})
    values ${sql.join(values)}`.execute(tx.kysely);
}

/** Updates rows, also removed ones, and increases their versions. */
export async function changeRows<R>(tx: Tx, table: Table<R>, equals: Equals, values: Equals): Promise<RowOf<R>[]> {
  const set = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const { rows } = await sql<Record<string, unknown>>`update ${sql.table(table.name)}
    set ${sql.join([...set, sql`version = version + 1`])}
    where ${where(tx, table, equals, true)} returning *`.execute(tx.kysely);
  return rows.map((row) => rowFrom(table, row));
}

export async function movePart(tx: Tx, part: string, fromEnterpriseId: string, toEnterpriseId: string): Promise<void> {
  await sql`update ${sql.table(part)} set enterprise_id = ${toEnterpriseId}
    where tenant_id = ${tx.scope.tenantId} and enterprise_id = ${fromEnterpriseId}`.execute(tx.kysely);
}

/** Updates columns that users do not see, without increasing the version. */
export async function fillRow(tx: Tx, table: Table, id: string, values: Equals): Promise<void> {
  const set = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  await sql`update ${sql.table(table.name)} set ${sql.join(set)} where ${where(tx, table, { id }, true)}`.execute(
    tx.kysely,
  );
}

export const deleteRow = (tx: Tx, table: Table, id: string) =>
  sql`delete from ${sql.table(table.name)} where ${where(tx, table, { id }, true)}`.execute(tx.kysely);

/** Rows whose value is not encrypted yet, locked until the transaction ends. */
export async function findUnencrypted(tx: Tx, table: Table, column: string, limit: number): Promise<StoredRow[]> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table.name)}
    where tenant_id = ${tx.scope.tenantId} and ${sql.ref(column)} is not null
      and ${sql.ref(`${column}_sealed`)} is null and not phone_is_masked(${sql.ref(column)})
    order by id limit ${limit} for update`.execute(tx.kysely);
  return rows.map((row) => rowFrom(table, row));
}

export async function findWithText(
  tx: Tx,
  table: Table,
  column: string,
  words: readonly string[],
  limit: number,
): Promise<StoredRow[]> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table.name)}
    where ${where(tx, table, {})} and ${sql.ref(column)} = any(${words}::text[]) order by id limit ${limit}`.execute(
    tx.kysely,
  );
  return rows.map((row) => rowFrom(table, row));
}
