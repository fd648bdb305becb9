// Names that are found by letters (decision 0067): how they are looked for, and the readings of those that lack them.
import { sql, type RawBuilder } from 'kysely';
import { searchText, smallLetters } from '#platform/pinyin/search-text.ts';
import { systemScope } from '#kernel/scope.ts';
import { literal, wordsOf, type Db, type Tx } from './index.ts';

const batchRows = 500;

/** Column that letters are looked up in, beside that of a name: decision 0067 says what it holds. */
export const searchColumnOf = (column: string): string => `${column}_search`;

/** Whether a search may be one by pinyin or initials. */
export const hasLetters = (keyword: string): boolean => /[a-z]/i.test(keyword);
/** Whether a search is letters and nothing else. */
export const isLetters = (keyword: string): boolean => /^[a-z\s]+$/i.test(keyword);

/** Whether a text column holds every word of a search. */
export function holdsWords(column: string, keyword: string): RawBuilder<boolean> {
  const words = wordsOf(keyword).map((word) => sql`${sql.ref(column)} like ${`%${literal(word)}%`}`);
  return words.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(words, sql` and `)})`;
}

/** Whether a name that is found by letters holds every word of a search; `name` is its column, qualified or not. */
export const nameHolds = (name: string, keyword: string): RawBuilder<boolean> =>
  hasLetters(keyword) ? holdsWords(searchColumnOf(name), smallLetters(keyword)) : holdsWords(name, keyword);

/** A table with the column of its names. */
export interface NamedTable {
  readonly table: string;
  readonly column: string;
}

/** Rows whose names have no readings yet, after one in the order of their ids. */
async function rowsWithoutReadings(tx: Tx, { table, column }: NamedTable, after: string | undefined) {
  const { rows } = await sql<{
    id: string;
    name: string;
  }>`select id, ${sql.ref(column)} as name from ${sql.table(table)}
    where tenant_id = ${tx.scope.tenantId} and strpos(${sql.ref(searchColumnOf(column))}, chr(10)) = 0
      and ${sql.ref(column)} is not null ${after === undefined ? sql`` : sql`and id > ${after}::uuid`}
    order by id limit ${batchRows}`.execute(tx.kysely);
  return rows;
}

/**
 * Gives the names of a tenant their readings where they have none: rows from before the column, and those that came in
 * bulk. Goes in short transactions, and may be stopped between any two of them. Answers how many.
 */
export async function readNames(db: Db, tenantId: string, named: NamedTable): Promise<number> {
  let done = 0;
  const scope = systemScope(`read names of ${named.table}`, tenantId);
  const [name, search] = [sql.ref(`t.${named.column}`), sql.ref(searchColumnOf(named.column))];
  for (let after: string | undefined, last = batchRows; last === batchRows; done += last) {
    const rows = await db.scoped(scope, (tx) => rowsWithoutReadings(tx, named, after), { readOnly: true });
    const texts: { id: string; name: string; text: string }[] = [];
    for (const { id, name: typed } of rows) texts.push({ id, name: typed, text: await searchText(typed) });
    // A name that was changed meanwhile got its readings with the change.
    if (rows.length > 0)
      await db.scoped(scope, (tx) =>
        sql`update ${sql.table(named.table)} t set ${search} = g.text
          from json_to_recordset(${JSON.stringify(texts)}::json) as g (id uuid, name text, text text)
          where t.tenant_id = ${tenantId} and t.id = g.id and ${name} = g.name`.execute(tx.kysely),
      );
    last = rows.length;
    after = rows.at(-1)?.id;
  }
  return done;
}
