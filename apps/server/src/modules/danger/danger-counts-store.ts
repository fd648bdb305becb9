// SQL counts of dangers for tabs, enterprises and time spans.
import { sql, type RawBuilder } from 'kysely';
import { shareOf } from '@anlan/contract/domain/number-text';
import type { PageInput, Sort } from '@anlan/contract/domain/paging';
import type { DangerSummary, SummarySort } from '@anlan/contract/modules/danger/views';
import { idsOf, rowsOf, type Tx } from '#platform/db/index.ts';
import { nameHolds } from '#platform/db/name-search.ts';
import { inRegions } from './danger-store.ts';

export interface Area {
  enterpriseId?: string | undefined;
  region?: readonly string[] | undefined;
}
const unclosed = sql`status in ('open', 'rectifying', 'returned', 'submitted')`;
const both = (parts: readonly RawBuilder<unknown>[]) => sql.join([...parts], sql` and `);

export function within(tx: Tx, { enterpriseId, region }: Area): RawBuilder<unknown>[] {
  const own = tx.scope.enterpriseId ?? enterpriseId;
  return [
    sql`danger.tenant_id = ${tx.scope.tenantId}`,
    sql`danger.removed_at is null`,
    ...(own ? [sql`danger.enterprise_id = ${own}`] : []),
    ...(own && enterpriseId && own !== enterpriseId ? [sql`false`] : []),
    ...(region && region.length > 0 ? [inRegions(region)] : []),
  ];
}

export async function countTabs(tx: Tx, area: Area, today: string) {
  const base = both(within(tx, area));
  // Open dangers are counted by state, because they are few and indexed. Closed dangers are only counted in total.
  const { rows } = await sql<Record<'open' | 'rectify' | 'recheck' | 'overdue' | 'major', number>>`select
      count(*)::int as open, count(*) filter (where status <> 'submitted')::int as rectify,
      count(*) filter (where status = 'submitted')::int as recheck,
      count(*) filter (where status <> 'submitted' and deadline_on < ${today})::int as overdue,
      count(*) filter (where level = 'major')::int as major
    from danger where ${base} and ${unclosed}`.execute(tx.kysely);
  const one = async (condition: RawBuilder<unknown>) => {
    const counted = await sql<{
      found: number;
    }>`select count(*)::int as found from danger where ${base} and ${condition}`.execute(tx.kysely);
    return counted.rows[0]?.found ?? 0;
  };
  const last = await sql<{ found_at: Date }>`select found_at from danger where ${base}
    order by found_at desc, id desc limit 1`.execute(tx.kysely);
  return {
    ...(rows[0] ?? { open: 0, rectify: 0, recheck: 0, overdue: 0, major: 0 }),
    listed: await one(sql`listed_on is not null and delisted_on is null`),
    sampled: await one(sql`sampled_on is not null and sample_result is null`),
    all: await one(sql`true`),
    lastFoundAt: last.rows[0]?.found_at ?? null,
  };
}

export async function countWaiting(tx: Tx, whose: 'enterprise' | 'regulator'): Promise<number> {
  const waits =
    whose === 'enterprise'
      ? sql`status in ('open', 'rectifying', 'returned')`
      : sql`status = 'submitted' and turn = 'regulator'`;
  const { rows } = await sql<{ found: string }>`select count(*) as found from danger
    where ${both(within(tx, {}))} and ${waits}`.execute(tx.kysely);
  return Number(rows[0]?.found);
}

const summaryColumns: Readonly<Record<SummarySort, RawBuilder<unknown>>> = {
  open: sql`g.open`,
  overdue: sql`g.overdue`,
  major: sql`g.major`,
  oldestDays: sql`g.oldest`,
  rate: sql`g.rate`,
};
const orderOf = ([first = { by: 'overdue', desc: true }]: readonly Sort<SummarySort>[]) => {
  const way = first.desc ? sql`desc nulls last` : sql`asc nulls first`;
  return sql`${summaryColumns[first.by]} ${way}, g.id`;
};

/** One page of danger counts by enterprise. Leaves out enterprises without a danger in the last twelve months. */
export async function summaryPage(
  tx: Tx,
  { filter, sort, page, size }: PageInput<{ keyword?: string | undefined; region?: string[] | undefined }, SummarySort>,
  { today, since }: { today: string; since: Date },
): Promise<{ rows: Omit<DangerSummary, 'oldestDays'>[]; oldest: Map<string, Date>; total: number }> {
  const named = filter.keyword
    ? sql` and danger.enterprise_id in (select id from enterprise where tenant_id = ${tx.scope.tenantId}
        and removed_at is null and ${nameHolds('name', filter.keyword)})`
    : sql``;
  const grouped = sql`select danger.enterprise_id as id,
      count(*) filter (where ${unclosed})::int as open,
      count(*) filter (where status in ('open', 'rectifying', 'returned') and deadline_on < ${today})::int as overdue,
      count(*) filter (where level = 'major' and ${unclosed})::int as major,
      -min(extract(epoch from found_at)) filter (where ${unclosed})::float8 as oldest,
      count(*) filter (where found_at >= ${since} and status <> 'voided')::int as total,
      trunc(100.0 * count(*) filter (where found_at >= ${since} and status = 'accepted')
        / nullif(count(*) filter (where found_at >= ${since} and status <> 'voided'), 0), 1)::float8 as rate
    from danger where ${both(within(tx, filter))}
      and (found_at >= ${since} or ${unclosed})${named}
    group by danger.enterprise_id`;
  type Found = Omit<DangerSummary, 'oldestDays'> & { oldest: number | null; found: number };
  const { rows } = await sql<Found>`select g.*, count(*) over ()::int as found,
      (select e.name from enterprise e where e.tenant_id = ${tx.scope.tenantId} and e.id = g.id) as "enterpriseName"
    from (${grouped}) g order by ${orderOf(sort)} limit ${size} offset ${(page - 1) * size}`.execute(tx.kysely);
  return {
    rows: rows.map(({ oldest: _oldest, found: _found, ...row }) => row),
    oldest: new Map(rows.flatMap(({ id, oldest }) => (oldest === null ? [] : [[id, new Date(-oldest * 1000)]]))),
    total: rows[0]?.found ?? 0,
  };
}

export interface Counted {
  key: string;
  found: number;
  accepted: number;
  overdue: number;
  late: number;
  major: number;
  repeats: number;
  costFen: number;
}
const groups = {
  category: sql`danger.category`,
  source: sql`danger.source`,
  enterprise: sql`danger.enterprise_id::text`,
  department: sql`coalesce(danger.duty_department, '')`,
  month: sql`to_char(danger.found_at at time zone 'Asia/Shanghai', 'YYYY-MM')`,
  all: sql`''`,
} as const;
export type Group = keyof typeof groups;

export async function countHandled(
  tx: Tx,
  area: Area,
  { from, to, today, group }: { from: Date; to: Date; today: string; group: Group },
): Promise<Counted[]> {
  const key = groups[group];
  return rowsOf<Counted>(tx)`select ${key} as key, count(*)::int as found,
      count(*) filter (where status = 'accepted')::int as accepted,
      count(*) filter (where status in ('open', 'rectifying', 'returned') and deadline_on < ${today})::int as overdue,
      count(*) filter (where submitted_at is not null and status in ('submitted', 'accepted')
        and (submitted_at at time zone 'Asia/Shanghai')::date > deadline_on)::int as late,
      count(*) filter (where level = 'major')::int as major, count(*) filter (where repeats > 0)::int as repeats,
      coalesce(sum(cost_fen), 0)::float8 as "costFen"
    from danger where ${both(within(tx, area))} and found_at >= ${from} and found_at < ${to} and status <> 'voided'
    group by 1 order by ${group === 'month' ? sql`1` : sql`2 desc, 1`} limit 1000`;
}

/** Number of dangers checked in samples, and how many passed. */
export async function countSampled(tx: Tx, area: Area, { from, to }: { from: string; to: string }) {
  const { rows } = await sql<{ sampled: string; passed: string }>`select count(*) as sampled,
      count(*) filter (where sample_result = 'pass') as passed
    from danger where ${both(within(tx, area))} and sampled_on between ${from} and ${to}
      and sample_result is not null`.execute(tx.kysely);
  const [sampled, samplePassed] = [Number(rows[0]?.sampled), Number(rows[0]?.passed)];
  return { sampled, samplePassed, sampleRate: shareOf(samplePassed, sampled) };
}

export async function foundBetween(
  tx: Tx,
  enterpriseId: string,
  from: Date,
  to: Date,
  limit: number,
): Promise<string[]> {
  return idsOf(tx)`select id from danger where tenant_id = ${tx.scope.tenantId}
      and enterprise_id = ${enterpriseId} and found_at >= ${from} and found_at < ${to} and removed_at is null
      and status <> 'voided'
    order by found_at desc, id desc limit ${limit}`;
}
