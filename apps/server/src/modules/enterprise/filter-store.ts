import { sql, type SelectQueryBuilder } from 'kysely';
import { limits } from '@anlan/contract/limits';
import { scopedTenant, tables, type Tx } from '#platform/db/index.ts';
import { holdsWords, isLetters, nameHolds } from '#platform/db/name-search.ts';
import { smallLetters } from '#platform/pinyin/search-text.ts';
import { seesLabels, type EnterpriseFilter } from './rules.ts';
import type { EnterpriseTables } from './tables.ts';

const on = tables<EnterpriseTables>();

type Listed = SelectQueryBuilder<EnterpriseTables, 'enterprise', object>;

// LIKE never reaches an index under row security; a range over a "C" column does (decisions 5).
const afterPrefix = (prefix: string) => `${prefix}\u{10ffff}`;
/** Whether a keyword is the beginning of a credit code; letters alone are none. */
const isCodeLike = (keyword: string) => /^[0-9A-HJ-NPQRTUWXY]{4,18}$/i.test(keyword) && !isLetters(keyword);

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

const contains = (query: Listed, text: string, shortNamed: string[] = []) =>
  shortNamed.length === 0
    ? query.where(nameHolds('enterprise.name', text))
    : query.where((eb) =>
        eb.or([nameHolds('enterprise.name', text), sql<boolean>`enterprise.id = any(${shortNamed}::uuid[])`]),
      );

/** A filter whose word has been looked up. */
export interface FoundFilter extends EnterpriseFilter {
  /** Those that the word was found in. */
  among?: string[];
  /** Those whose short name alone holds the word. */
  shortNamed?: string[];
  /** Never made active. */
  neverActive?: true;
  /** How many the word alone leaves, where nothing else is asked for; counted a little beyond the cap. */
  wordTotal?: number;
}

/** Enterprises visible that the filter leaves. */
export function enterprisesWhere(tx: Tx, filter: FoundFilter): Listed {
  let query: Listed = on(tx)
    .selectFrom('enterprise')
    .where('enterprise.tenant_id', '=', scopedTenant)
    .where('removed_at', 'is', null);
  const { keyword, name, creditCode, regionCode, industryCode, hazardFeature, label, among } = filter;
  if (among) query = query.where('enterprise.id', '=', sql<string>`any(${among}::uuid[])`);
  if (keyword) {
    query = isCodeLike(keyword)
      ? withPrefix(query, 'credit_code', [keyword.toUpperCase()])
      : contains(query, keyword, filter.shortNamed);
  }
  if (name) query = contains(query, name, filter.shortNamed);
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
  // Said outright: the planner expects rows between two days whichever comes first, and walks a whole order for them.
  if (filter.activatedSince && filter.activatedBefore && filter.activatedBefore <= filter.activatedSince)
    query = query.where(sql<boolean>`false`);
  if (filter.neverActive) query = query.where('activated_at', 'is', null);
  if (filter.perfect !== undefined) query = query.where('profile_perfect', '=', filter.perfect);
  if (filter.signedIn !== undefined) query = query.where('signed_in', '=', filter.signedIn);
  if (filter.located !== undefined) query = query.where('point_x', filter.located ? 'is not' : 'is', null);
  if (filter.activatedBy === 'import') query = query.where(sql<boolean>`with_import`);
  else if (filter.activatedBy === 'decision') query = query.where(sql<boolean>`not with_import`);
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

/** The word that names are searched for, if any. */
export const wordIn = ({ name, keyword }: EnterpriseFilter) => {
  if (name) return { name };
  return keyword && !isCodeLike(keyword) ? { keyword } : null;
};
/** Whether a filter's value narrows anything. */
export const isFilled = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0);

const shortNamesMost = 200;
/** Most names hold their short one: those that do not are looked up by themselves, in the index of short names alone. */
async function shortNamedBy(tx: Tx, text: string): Promise<string[]> {
  const rows = await on(tx)
    .selectFrom('enterprise')
    .select('id')
    .where('tenant_id', '=', scopedTenant)
    .where('removed_at', 'is', null)
    .where(sql<boolean>`strpos(name, short_name) = 0`)
    .where(holdsWords('short_name_search', smallLetters(text)))
    .limit(shortNamesMost)
    .execute();
  return rows.map(({ id }) => id);
}

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
  const shortNamed = await shortNamedBy(tx, word.name ?? word.keyword ?? '');
  const { found, among } = await on(tx)
    .selectFrom(
      enterprisesWhere(tx, { ...word, shortNamed })
        .select('enterprise.id')
        .limit(limits.totalCap + 1)
        .as('found'),
    )
    .select((eb) => [
      eb.fn.countAll<string>().as('found'),
      sql<string[] | null>`case when count(*) <= ${most} then coalesce(array_agg(id), '{}') end`.as('among'),
    ])
    .executeTakeFirstOrThrow();
  const alone = Object.values(filter).filter(isFilled).length === 1 ? { wordTotal: Number(found) } : {};
  return among
    ? { ...filter, ...alone, [word.name ? 'name' : 'keyword']: undefined, among }
    : { ...filter, ...alone, shortNamed };
}
