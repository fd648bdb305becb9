import { areDivisions } from '#kernel/regions.ts';
import type { Scope } from '#kernel/scope.ts';
import { idRange } from '#kernel/ids.ts';
import { limits } from '@anlan/contract/limits';
import { scopedTenant, tables, type Tx } from '#platform/db/index.ts';
import { enterprisesWhere, isFilled, regionRange, wordIn, type FoundFilter } from '../filter-store.ts';
import type { EnterpriseTables } from '../tables.ts';

const on = tables<EnterpriseTables>();

export type FactFilter = Pick<
  FoundFilter,
  'regionCode' | 'regionOnly' | 'status' | 'color' | 'supervisionKind' | 'enterpriseSize'
>;

const factWords = new Set(['regionCode', 'regionOnly', 'status', 'color', 'supervisionKind', 'enterpriseSize']);

const seesEveryId = ({ enterpriseFrom, enterpriseTo }: Scope): boolean =>
  enterpriseFrom === idRange.lowest && enterpriseTo === idRange.highest;
const seesAll = (scope: Scope): boolean => seesEveryId(scope) && scope.regions === 'all';
/** True if the scope consists of all regions or of whole divisions. */
export const seesSums = (scope: Scope): boolean => seesEveryId(scope) && areDivisions(scope.regions);

/** Whether the stored sums support all parts of the filter. The sums have divisions but no streets. */
export const isOfFacts = (filter: FoundFilter): boolean =>
  // A search text without matches gives an empty `among`, which is a filter too.
  filter.among === undefined &&
  Object.entries(filter).every(([name, value]) => !isFilled(value) || factWords.has(name)) &&
  (filter.regionCode ?? []).every((code) => code.length <= 6);

export function factsWhere(tx: Tx, filter: FactFilter) {
  let query = on(tx).selectFrom('enterprise_fact').where('tenant_id', '=', scopedTenant);
  const { regionCode } = filter;
  if (regionCode?.length)
    query = query.where((eb) =>
      eb.or(
        regionCode
          .map(regionRange)
          .map(([from, to]) => eb.and([eb('region_code', '>=', from), eb('region_code', '<', to)])),
      ),
    );
  if (filter.regionOnly) query = query.where('region_code', '=', filter.regionOnly);
  if (filter.status?.length) query = query.where('status', 'in', filter.status);
  if (filter.color?.length) query = query.where('color', 'in', filter.color);
  if (filter.supervisionKind?.length) query = query.where('supervision_kind', 'in', filter.supervisionKind);
  if (filter.enterpriseSize?.length) query = query.where('enterprise_size', 'in', filter.enterpriseSize);
  return query;
}

/**
 * Counts enterprises: from stored sums if they support the filter, otherwise from rows. For a search text, counting
 * stops at the cap.
 */
export function countQuery(tx: Tx, filter: FoundFilter) {
  const { located, ...words } = filter;
  // The stored sums also contain the number of enterprises with coordinates.
  if (located !== undefined && seesSums(tx.scope) && isOfFacts(words))
    return factsWhere(tx, words).select((eb) =>
      eb.fn
        .coalesce(eb.fn.sum<string>(located ? 'located' : eb('enterprises', '-', eb.ref('located'))), eb.lit(0))
        .as('total'),
    );
  if (seesSums(tx.scope) && isOfFacts(filter)) {
    const isWhole = seesAll(tx.scope) && !Object.values(filter).some(isFilled);
    return isWhole
      ? on(tx)
          .selectFrom('enterprise_total')
          .where('tenant_id', '=', scopedTenant)
          .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('enterprises'), eb.lit(0)).as('total'))
      : factsWhere(tx, filter).select((eb) => eb.fn.coalesce(eb.fn.sum<string>('enterprises'), eb.lit(0)).as('total'));
  }
  const rows = enterprisesWhere(tx, filter);
  if (wordIn(filter) === null) return rows.select((eb) => eb.fn.countAll<string>().as('total'));
  const some = rows.select('enterprise.id').limit(limits.totalCap + 1);
  return on(tx)
    .selectFrom(some.as('found'))
    .select((eb) => eb.fn.countAll<string>().as('total'));
}

/** The total to show. For a search text it is at most the cap, marked as an estimate. */
export const totalOf = (filter: FoundFilter, count: number): { total: number; totalIsEstimate?: true } =>
  wordIn(filter) !== null && count > limits.totalCap
    ? { total: limits.totalCap, totalIsEstimate: true }
    : { total: count };

export async function countWhere(tx: Tx, filter: FoundFilter): Promise<{ total: number; totalIsEstimate?: true }> {
  if (filter.wordTotal !== undefined) return totalOf(filter, filter.wordTotal);
  const { total } = await countQuery(tx, filter).executeTakeFirstOrThrow();
  return totalOf(filter, Number(total));
}
