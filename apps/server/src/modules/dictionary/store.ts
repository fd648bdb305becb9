import { sql, type Selectable } from 'kysely';
import { literal, tables, type Tx } from '#platform/db/index.ts';
import { preparedStatement } from '#platform/db/prepared-statement.ts';
import type { DictionaryTables } from './tables.ts';

const on = tables<DictionaryTables>();
const regionColumns = ['code', 'name', 'level', 'leaf', 'path'] as const;

/** Items of a dictionary: first the items of the platform, then the items of the tenant. */
export const readItems = preparedStatement<
  Omit<Selectable<DictionaryTables['dictionary_item']>, 'tenant_id' | 'version'>,
  [type: string]
>(
  'dictionary.items',
  (type) => sql`select id, dict_id, type, code, value, label, description, sort, color, enabled from dictionary_item
    where type = ${type} order by tenant_id <> '0', sort, value`,
);

/** Child divisions of a parent. Without a parent: the provinces. */
export const readRegions = (tx: Tx, parent: string | null) =>
  on(tx)
    .selectFrom('region')
    .select(regionColumns)
    .where('tenant_id', '=', '0')
    .where('valid_to', 'is', null)
    .where('parent', parent === null ? 'is' : '=', parent)
    .orderBy('code')
    .execute();

// Characters that users omit when they search: 杭州滨江 for 浙江省 / 杭州市 / 滨江区.
const unsaid = '省市 /';
const withoutUnsaid = (q: string) => [...q].filter((char) => !unsaid.includes(char)).join('');

/** Finds divisions by code prefix, part of the full name, or pinyin initials. */
export const searchRegions = (tx: Tx, q: string) =>
  on(tx)
    .selectFrom('region')
    .select(regionColumns)
    .where('tenant_id', '=', '0')
    .where('valid_to', 'is', null)
    .where((eb) =>
      eb.or([
        eb('code', 'like', `${literal(q)}%`),
        eb('name', 'like', `%${literal(q)}%`),
        eb('pinyin', 'like', `${literal(q.toLowerCase())}%`),
        ...(withoutUnsaid(q) === ''
          ? []
          : [eb(sql<string>`translate(path, ${unsaid}, '')`, 'like', `%${literal(withoutUnsaid(q))}%`)]),
      ]),
    )
    .orderBy('level')
    .orderBy('code')
    .limit(50)
    .execute();

export const allRegions = (tx: Tx) =>
  on(tx)
    .selectFrom('region')
    .select(['code', 'path'])
    .where('tenant_id', '=', '0')
    .where('valid_to', 'is', null)
    .execute();

export const endedRegions = (tx: Tx) =>
  on(tx)
    .selectFrom('region')
    .select(['code', 'name', 'replacement'])
    .where('tenant_id', '=', '0')
    .where('valid_to', 'is not', null)
    .execute();

export const readIndustries = (tx: Tx) =>
  on(tx).selectFrom('industry').select(['code', 'parent', 'name', 'pinyin']).orderBy('code').execute();

const divisionFacts = ['name', 'parent', 'level', 'leaf', 'pinyin', 'path', 'valid_to', 'replacement'] as const;
export type Division = Pick<DictionaryTables['region'], 'tenant_id' | 'code' | (typeof divisionFacts)[number]>;

export const divisionRows = (tx: Tx): Promise<Division[]> =>
  on(tx)
    .selectFrom('region')
    .select(['tenant_id', 'code', ...divisionFacts])
    .where('tenant_id', '=', '0')
    .execute();

// Rows per statement, because a statement accepts at most 65,535 parameters.
const atOnce = 1_000;
/** Inserts divisions; replaces existing rows. */
export async function putDivisions(tx: Tx, rows: readonly Division[]): Promise<void> {
  for (let from = 0; from < rows.length; from += atOnce)
    await on(tx)
      .insertInto('region')
      .values(rows.slice(from, from + atOnce))
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'code'])
          .doUpdateSet((eb) => Object.fromEntries(divisionFacts.map((name) => [name, eb.ref(`excluded.${name}`)]))),
      )
      .execute();
}
