import { sql, type Selectable } from 'kysely';
import { literal, tables, type Tx } from '#platform/db/index.ts';
import { keyed } from '#platform/db/keyed.ts';
import type { DictionaryTables } from './tables.ts';

const on = tables<DictionaryTables>();
const regionColumns = ['code', 'name', 'level', 'leaf', 'path'] as const;

/** Items of a dictionary in their order: the platform's, then the tenant's own. */
export const readItems = keyed<
  Omit<Selectable<DictionaryTables['dictionary_item']>, 'tenant_id' | 'version'>,
  [type: string]
>(
  'dictionary.items',
  (type) => sql`select id, dict_id, type, code, value, label, description, sort, color, enabled from dictionary_item
    where type = ${type} order by tenant_id <> '0', sort, value`,
);

/** Regions below one, or the provinces. */
export const readRegions = (tx: Tx, parent: string | null) =>
  on(tx)
    .selectFrom('region')
    .select(regionColumns)
    .where('tenant_id', '=', '0')
    .where('valid_to', 'is', null)
    .where('parent', parent === null ? 'is' : '=', parent)
    .orderBy('code')
    .execute();

// What people leave out when they say where a place is: 杭州滨江 for 浙江省 / 杭州市 / 滨江区.
const unsaid = '省市 /';
const said = (q: string) => [...q].filter((char) => !unsaid.includes(char)).join('');

/** Regions by the beginning of the code, part of the full name, or pinyin initials. */
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
        ...(said(q) === '' ? [] : [eb(sql<string>`translate(path, ${unsaid}, '')`, 'like', `%${literal(said(q))}%`)]),
      ]),
    )
    .orderBy('level')
    .orderBy('code')
    .limit(50)
    .execute();

/** Every division in force with its full name. */
export const allRegions = (tx: Tx) =>
  on(tx)
    .selectFrom('region')
    .select(['code', 'path'])
    .where('tenant_id', '=', '0')
    .where('valid_to', 'is', null)
    .execute();

/** Divisions that have ended, with those that came after them. */
export const endedRegions = (tx: Tx) =>
  on(tx)
    .selectFrom('region')
    .select(['code', 'name', 'replacement'])
    .where('tenant_id', '=', '0')
    .where('valid_to', 'is not', null)
    .execute();

/** Every section and division. */
export const readIndustries = (tx: Tx) =>
  on(tx).selectFrom('industry').select(['code', 'parent', 'name', 'pinyin']).orderBy('code').execute();

const divisionFacts = ['name', 'parent', 'level', 'leaf', 'pinyin', 'path', 'valid_to', 'replacement'] as const;
/** A division as an edition of the standard says it. */
export type Division = Pick<DictionaryTables['region'], 'tenant_id' | 'code' | (typeof divisionFacts)[number]>;

/** Every division, in force or ended. */
export const divisionRows = (tx: Tx): Promise<Division[]> =>
  on(tx)
    .selectFrom('region')
    .select(['tenant_id', 'code', ...divisionFacts])
    .where('tenant_id', '=', '0')
    .execute();

// A statement takes 65,535 values.
const atOnce = 1_000;
/** Puts divisions in place, over what stood under their codes. */
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
