import { sql, type AliasedExpression } from 'kysely';
import type {
  ColorCause,
  EnterpriseColor,
  EnterpriseSize,
  EnterpriseStatus,
} from '@anlan/contract/modules/enterprise/codes';
import { tables, type Tx } from '#platform/db/index.ts';
import { enterprisesWhere, type FoundFilter } from '../filter-store.ts';
import type { EnterpriseTables } from '../tables.ts';
import { factsWhere, type FactFilter } from '../total/store.ts';

const on = tables<EnterpriseTables>();

/** Enterprises counted for one kind, one size, or one combination of region, status and colour. */
export interface Slice {
  of: 'region' | 'kind' | 'size';
  region_code: string | null;
  status: EnterpriseStatus;
  supervision_kind: string | null;
  enterprise_size: EnterpriseSize | null;
  color: EnterpriseColor | null;
  enterprises: number;
  signed_in: number;
  perfect: number;
}

const words = ['region_code', 'status', 'supervision_kind', 'enterprise_size', 'color'] as const;

/** Counts by region, kind and size, from the stored facts of the tenant or from the enterprises themselves. */
export function readSlices(tx: Tx, filter: FactFilter, inFacts: boolean): Promise<Slice[]> {
  const cube: AliasedExpression<Omit<Slice, 'of'>, 'cube'> = inFacts
    ? factsWhere(tx, filter)
        .select([...words, 'enterprises', 'signed_in', 'perfect'])
        .as('cube')
    : enterprisesWhere(tx, filter)
        .select(words)
        .select([
          sql<number>`count(*)`.as('enterprises'),
          sql<number>`count(*) filter (where signed_in)`.as('signed_in'),
          sql<number>`count(*) filter (where profile_perfect)`.as('perfect'),
        ])
        .groupBy(words)
        .as('cube');
  return on(tx)
    .selectFrom(cube)
    .select(words)
    .select([
      sql<Slice['of']>`case when grouping(region_code) = 0 then 'region' when grouping(supervision_kind) = 0 then 'kind'
        else 'size' end`.as('of'),
      sql<number>`sum(enterprises)::int`.as('enterprises'),
      sql<number>`sum(signed_in)::int`.as('signed_in'),
      sql<number>`sum(perfect)::int`.as('perfect'),
    ])
    .groupBy(sql`grouping sets ((region_code, status, color), (supervision_kind, status), (enterprise_size, status))`)
    .execute();
}

/** Counts of one region and colour. Sums and bounds of coordinates are in millionths of a degree. */
export interface RegionSlice {
  region_code: string;
  color: EnterpriseColor;
  enterprises: number;
  rates: number;
  located: number;
  sum_x: number | null;
  sum_y: number | null;
  west: number | null;
  south: number | null;
  east: number | null;
  north: number | null;
}

/** Reads counts, completeness and coordinates by region and colour from the enterprises themselves. */
export const readRegionSlices = (tx: Tx, filter: FoundFilter): Promise<RegionSlice[]> =>
  enterprisesWhere(tx, filter)
    .select(['region_code', 'color'])
    .select([
      sql<number>`count(*)::int`.as('enterprises'),
      sql<number>`sum(profile_rate)::int`.as('rates'),
      sql<number>`count(point_x)::int`.as('located'),
      sql<number | null>`sum(point_x)::float8`.as('sum_x'),
      sql<number | null>`sum(point_y)::float8`.as('sum_y'),
      sql<number | null>`min(point_x)`.as('west'),
      sql<number | null>`min(point_y)`.as('south'),
      sql<number | null>`max(point_x)`.as('east'),
      sql<number | null>`max(point_y)`.as('north'),
    ])
    .groupBy(['region_code', 'color'])
    .execute();

export const readRegionFacts = (tx: Tx, filter: FactFilter): Promise<RegionSlice[]> =>
  factsWhere(tx, filter)
    .select(['region_code', 'color'])
    .select([
      sql<number>`sum(enterprises)::int`.as('enterprises'),
      sql<number>`sum(rates)::int`.as('rates'),
      sql<number>`sum(located)::int`.as('located'),
      sql<number | null>`sum(sum_x)::float8`.as('sum_x'),
      sql<number | null>`sum(sum_y)::float8`.as('sum_y'),
      sql<number | null>`min(west)`.as('west'),
      sql<number | null>`min(south)`.as('south'),
      sql<number | null>`max(east)`.as('east'),
      sql<number | null>`max(north)`.as('north'),
    ])
    .groupBy(['region_code', 'color'])
    .having(sql`sum(enterprises)`, '<>', 0)
    .execute();

/** Maximum number of rows outside the period that are subtracted from the stored sums. */
const fewOutside = 100_000;

/** Subtracts slices. The bounding box may be a little larger than the remaining enterprises need. */
function without(all: readonly RegionSlice[], gone: readonly RegionSlice[]): RegionSlice[] {
  const keyOf = ({ region_code, color }: RegionSlice) => `${region_code} ${color}`;
  const left = new Map(all.map((slice) => [keyOf(slice), slice]));
  for (const slice of gone) {
    const from = left.get(keyOf(slice));
    if (!from) continue;
    left.set(keyOf(slice), {
      ...from,
      enterprises: from.enterprises - slice.enterprises,
      rates: from.rates - slice.rates,
      located: from.located - slice.located,
      sum_x: (from.sum_x ?? 0) - (slice.sum_x ?? 0),
      sum_y: (from.sum_y ?? 0) - (slice.sum_y ?? 0),
    });
  }
  return [...left.values()].filter(({ enterprises }) => enterprises > 0);
}

/**
 * Counts of enterprises activated in a period. Subtracts the rows outside the period from the stored sums if they are
 * few, because reading 700,000 rows took 0.4 s.
 */
export async function readActiveSlices(
  tx: Tx,
  filter: FactFilter & Pick<FoundFilter, 'activatedSince' | 'activatedBefore'>,
): Promise<RegionSlice[]> {
  const { activatedSince, activatedBefore, ...words } = filter;
  if (activatedSince && activatedBefore) return readRegionSlices(tx, filter);
  const outside: FoundFilter[] = [
    { ...words, neverActive: true },
    { ...words, activatedSince: activatedBefore, activatedBefore: activatedSince },
  ];
  let left = fewOutside;
  for (const part of outside) {
    const some = enterprisesWhere(tx, part)
      .select('enterprise.id')
      .limit(left + 1);
    const { n } = await on(tx)
      .selectFrom(some.as('some'))
      .select(sql<number>`count(*)::int`.as('n'))
      .executeTakeFirstOrThrow();
    left -= n;
    if (left < 0) return readRegionSlices(tx, filter);
  }
  const gone = [];
  for (const part of outside) gone.push(...(await readRegionSlices(tx, part)));
  return without(await readRegionFacts(tx, words), gone);
}

/** Merges fact rows with the same key. */
export const foldFacts = (tx: Tx) =>
  sql`select enterprise_fact_fold(${tx.scope.tenantId}), enterprise_total_fold(${tx.scope.tenantId})`.execute(on(tx));
export const recountFacts = (tx: Tx) =>
  sql`select enterprise_fact_recount(${tx.scope.tenantId}), enterprise_total_recount(${tx.scope.tenantId})`.execute(
    on(tx),
  );
export async function countLooseFacts(tx: Tx): Promise<number> {
  const { n } = await on(tx)
    .selectFrom('enterprise_fact')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('folded', '=', false)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/**
 * Last stored colours of each month, from month `from` up to but excluding `before`. Only regions whose code has the
 * prefix.
 */
export const readColorMonths = (tx: Tx, from: string, before: string, prefix: string) =>
  on(tx)
    .selectFrom('enterprise_color_month')
    .select(['month', 'color', sql<number>`sum(enterprises)::int`.as('enterprises')])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('month', '>=', from)
    .where('month', '<', before)
    .where('region_code', '>=', prefix)
    .where('region_code', '<', `${prefix}\u{10ffff}`)
    .groupBy(['month', 'color'])
    .execute();

export async function writeColorMonth(
  tx: Tx,
  month: string,
  rows: { region_code: string; color: EnterpriseColor; enterprises: number }[],
  now: Date,
) {
  const { tenantId: tenant_id } = tx.scope;
  await on(tx)
    .deleteFrom('enterprise_color_month')
    .where('tenant_id', '=', tenant_id)
    .where('month', '=', month)
    .execute();
  for (let from = 0; from < rows.length; from += 1_000)
    await on(tx)
      .insertInto('enterprise_color_month')
      .values(rows.slice(from, from + 1_000).map((row) => ({ tenant_id, month, taken_at: now, ...row })))
      // Overwrite the row if another node has run the same nightly job.
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'month', 'region_code', 'color'])
          .doUpdateSet({ enterprises: sql`excluded.enterprises`, taken_at: now }),
      )
      .execute();
}

/** Supervised enterprises by region, colour and month of activation. */
export const readGrowth = (tx: Tx, filter: FoundFilter) =>
  enterprisesWhere(tx, filter)
    .select(['region_code', 'color', sql<string>`to_char(activated_at, 'YYYY-MM')`.as('month')])
    .select(sql<number>`count(*)::int`.as('enterprises'))
    .groupBy(['region_code', 'color', sql`3`])
    .execute();

/** Stores the first sign-in of each enterprise; later sign-ins change nothing. */
export async function noteFirstSignIn(tx: Tx, ids: string[], now: Date) {
  if (ids.length === 0) return;
  await on(tx)
    .updateTable('enterprise')
    .set({ first_signed_in_at: now })
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', 'in', ids)
    .where('first_signed_in_at', 'is', null)
    .execute();
}

/** Number of enterprises by colour and cause, commonest first. */
export async function readCauses(tx: Tx, filter: FoundFilter) {
  const { rows } = await sql<{ color: EnterpriseColor; cause: ColorCause; enterprises: number }>`
    select color, cause, count(*)::int as enterprises
    from (${enterprisesWhere(tx, filter)
      .select(['color', 'color_causes'])
      .where(sql<boolean>`color_causes <> '{}'`)}) e, unnest(color_causes) cause
    group by color, cause order by enterprises desc, cause`.execute(on(tx));
  return rows;
}
