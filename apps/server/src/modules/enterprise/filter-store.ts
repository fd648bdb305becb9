import { sql, type SelectQueryBuilder } from 'kysely';
import { endOfDay, startOfDay } from '@anlan/contract/domain/instant';
import { limits } from '@anlan/contract/limits';
import { scopedTenant, tables, type Tx } from '#platform/db/index.ts';
import { holdsWords, isLetters, nameHolds } from '#platform/db/name-search.ts';
import { smallLetters } from '#platform/pinyin/search-text.ts';
import { seesLabels, type EnterpriseFilter } from './rules.ts';
import type { EnterpriseTables } from './tables.ts';

const on = tables<EnterpriseTables>();

type Listed = SelectQueryBuilder<EnterpriseTables, 'enterprise', object>;

// End of a prefix range. LIKE cannot use an index under row security; a range over a column with collation "C" can.
const afterPrefix = (prefix: string) => `${prefix}\u{10ffff}`;
const isCodeLike = (keyword: string) => /^[0-9A-HJ-NPQRTUWXY]{4,18}$/i.test(keyword) && !isLetters(keyword);

const withCode = (query: Listed, prefix: string) =>
  query.where('credit_code', '>=', prefix).where('credit_code', '<', afterPrefix(prefix));

// The prefix of a division and all divisions below it. A full code ends in zeros below its level.
const regionPrefix = (code: string) => (code.length === 6 ? code.replace(/(00){1,2}$/, '') : code);

/** Range of codes with the division and all divisions below it. The end is exclusive. */
export const regionRange = (code: string): [from: string, to: string] => [
  regionPrefix(code),
  afterPrefix(regionPrefix(code)),
];

// Condition for any of the divisions. Divisions match by prefix; a code longer than six digits means a street or
// grid.
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

export interface FoundFilter extends EnterpriseFilter {
  /** Ids of enterprises whose name contains the search text. Absent if the text is still a condition of the query. */
  among?: string[];
  /** Ids of enterprises whose short name, but not their name, contains the search text. */
  shortNamed?: string[];
  neverActive?: true;
  /** Number of rows that match the search text without other filters. Counting stops slightly above the cap. */
  wordTotal?: number;
}

export function enterprisesWhere(tx: Tx, filter: FoundFilter): Listed {
  let query: Listed = on(tx)
    .selectFrom('enterprise')
    .where('enterprise.tenant_id', '=', scopedTenant)
    .where('removed_at', 'is', null);
  const { keyword, name, creditCode, regionCode, industryCode, hazardFeature, label, among } = filter;
  if (among) query = query.where('enterprise.id', '=', sql<string>`any(${among}::uuid[])`);
  if (keyword) {
    query = isCodeLike(keyword) ? withCode(query, keyword.toUpperCase()) : contains(query, keyword, filter.shortNamed);
  }
  if (name) query = contains(query, name, filter.shortNamed);
  if (creditCode) query = withCode(query, creditCode.toUpperCase());
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
  // The date range is empty, so add `false`. Otherwise the planner expects rows and scans a whole index.
  if (filter.activatedSince && filter.activatedBefore && filter.activatedBefore <= filter.activatedSince)
    query = query.where(sql<boolean>`false`);
  if (filter.neverActive) query = query.where('activated_at', 'is', null);
  if (filter.perfect !== undefined) query = query.where('profile_perfect', '=', filter.perfect);
  if (filter.signedIn !== undefined) query = query.where('signed_in', '=', filter.signedIn);
  if (filter.located !== undefined) query = query.where('point_x', filter.located ? 'is not' : 'is', null);
  if (filter.scored !== undefined) query = query.where('health_score', filter.scored ? 'is not' : 'is', null);
  if (filter.colorCause !== undefined)
    // The first condition is that of the index of enterprises with causes.
    query = query.where(sql<boolean>`color_causes <> '{}' and color_causes @> array[${filter.colorCause}::text]`);
  if (filter.inspectedFrom !== undefined || filter.inspectedTo !== undefined)
    query = query.where(
      sql<boolean>`enterprise.id in (select enterprise_id from inspection where tenant_id = ${scopedTenant}
        and removed_at is null and source = 'regulator' and status = 'finished'
        and started_at >= ${startOfDay(filter.inspectedFrom ?? '2000-01-01')}
        and started_at < ${endOfDay(filter.inspectedTo ?? '9999-12-30')})`,
    );
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
  // The label filter finds nothing for users who cannot see labels, so that they cannot guess them.
  return label?.length && !seesLabels(tx.scope) ? query.where(sql<boolean>`false`) : query;
}

export const wordIn = ({ name, keyword }: EnterpriseFilter) => {
  if (name) return { name };
  return keyword && !isCodeLike(keyword) ? { keyword } : null;
};
export const isFilled = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0);

const shortNamesMost = 200;
/** Ids of enterprises that only the index of short names finds. Most names contain their short name. */
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
 * Resolves the search text through the name index. For a rare text, a list of ids replaces it, because a scan in list
 * order would read every row. A frequent text stays a condition, because it fills a page quickly.
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
