// Builds conditions that search names by pinyin letters (decision 0067). Also adds the missing pinyin to stored
// names.
import { sql, type RawBuilder } from 'kysely';
import { searchText, smallLetters } from '#platform/pinyin/search-text.ts';
import { systemScope } from '#kernel/scope.ts';
import { literal, searchWordsOf, type Db, type Tx } from './index.ts';

const batchRows = 500;

export const searchColumnOf = (column: string): string => `${column}_search`;

export const hasLetters = (keyword: string): boolean => /[a-z]/i.test(keyword);
export const isLetters = (keyword: string): boolean => /^[a-z\s]+$/i.test(keyword);

export function holdsWords(column: string, keyword: string): RawBuilder<boolean> {
  const words = searchWordsOf(keyword).map((word) => sql`${sql.ref(column)} like ${`%${literal(word)}%`}`);
  return words.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(words, sql` and `)})`;
}

export const nameHolds = (name: string, keyword: string): RawBuilder<boolean> =>
  hasLetters(keyword) ? holdsWords(searchColumnOf(name), smallLetters(keyword)) : holdsWords(name, keyword);

/** The columns of a row, with the readings of its name if that is written. */
export async function withReadings<R extends object, N extends keyof R & string>(row: R, column: N): Promise<R> {
  const name = row[column];
  return typeof name === 'string' ? { ...row, [searchColumnOf(column)]: await searchText(name) } : row;
}

export interface NamedTable {
  readonly table: string;
  readonly column: string;
  /** The table has no `tenant_id`: each tenant has one row, whose text id is the id of the tenant. */
  readonly isTenant?: true;
}

const tenantOf = ({ isTenant }: NamedTable) => sql.ref(isTenant ? 't.id' : 't.tenant_id');
const idType = ({ isTenant }: NamedTable) => sql.raw(isTenant ? 'text' : 'uuid');

async function rowsWithoutReadings(tx: Tx, named: NamedTable, after: string | undefined) {
  const [name, search] = [sql.ref(named.column), sql.ref(searchColumnOf(named.column))];
  const { rows } = await sql<{ id: string; name: string }>`select id, ${name} as name from ${sql.table(named.table)} t
    where ${tenantOf(named)} = ${tx.scope.tenantId} and strpos(${search}, chr(10)) = 0 and ${name} is not null
      ${after === undefined ? sql`` : sql`and id > ${after}::${idType(named)}`}
    order by id limit ${batchRows}`.execute(tx.kysely);
  return rows;
}

/**
 * Adds pinyin to names of a tenant without pinyin: old rows and bulk rows. Uses short transactions, so the work can
 * be stopped between two of them. Returns the number of changed names.
 */
export async function readNames(db: Db, tenantId: string, named: NamedTable): Promise<number> {
  let done = 0;
  const scope = systemScope(`read names of ${named.table}`, tenantId);
  const [name, search] = [sql.ref(`t.${named.column}`), sql.ref(searchColumnOf(named.column))];
  for (let after: string | undefined, last = batchRows; last === batchRows; done += last) {
    const rows = await db.read(scope, (tx) => rowsWithoutReadings(tx, named, after));
    const texts: { id: string; name: string; text: string }[] = [];
    for (const { id, name: typed } of rows) texts.push({ id, name: typed, text: await searchText(typed) });
    // A name that was changed in the meantime already got its pinyin with that change.
    if (rows.length > 0)
      await db.scoped(scope, (tx) =>
        sql`update ${sql.table(named.table)} t set ${search} = g.text
          from json_to_recordset(${JSON.stringify(texts)}::json) as g (id ${idType(named)}, name text, text text)
          where ${tenantOf(named)} = ${tenantId} and t.id = g.id and ${name} = g.name`.execute(tx.kysely),
      );
    last = rows.length;
    after = rows.at(-1)?.id;
  }
  return done;
}
