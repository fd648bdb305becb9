// SQL counts of dangers for tabs, enterprises and time spans.
import { sql, type RawBuilder } from 'kysely';
import { shareOf } from '@anlan/contract/domain/number-text';
import type { PageInput, Sort } from '@anlan/contract/domain/paging';
import type { DangerSummary, SummarySort } from '@anlan/contract/modules/danger/views';
import type { Tx } from '#platform/db/index.ts';
import { nameHolds } from '#platform/db/name-search.ts';
import { inRegions } from './danger-store.ts';

export interface Area {
  enterpriseId?: string | undefined;
  region?: readonly string[] | undefined;
}
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
  const { rows } = await sql<Record<'rectify' | 'recheck' | 'overdue' | 'major', string>>`select
      count(*) filter (where status <> 'submitted') as rectify, count(*) filter (where status = 'submitted') as recheck,
      count(*) filter (where status <> 'submitted' and deadline_on < ${today}) as overdue,
      count(*) filter (where level = 'major') as major
    from danger where ${base} and status in ('open', 'rectifying', 'returned', 'submitted')`.execute(tx.kysely);
  const one = async (condition: RawBuilder<unknown>) => {
    const counted = await sql<{
      found: string;
    }>`select count(*) as found from danger where ${base} and ${condition}`.execute(tx.kysely);
    return Number(counted.rows[0]?.found);
  };
  const last = await sql<{ found_at: Date }>`select found_at from danger where ${base}
    order by found_at desc, id desc limit 1`.execute(tx.kysely);
  const [open] = rows;
  return {
    open: Number(open?.rectify) + Number(open?.recheck),
    rectify: Number(open?.rectify),
    recheck: Number(open?.recheck),
    overdue: Number(open?.overdue),
    major: Number(open?.major),
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
      count(*) filter (where status in ('open', 'rectifying', 'returned', 'submitted')) as open,
      count(*) filter (where status in ('open', 'rectifying', 'returned') and deadline_on < ${today}) as overdue,
      count(*) filter (where level = 'major' and status in ('open', 'rectifying', 'returned', 'submitted')) as major,
      -min(extract(epoch from found_at)) filter (where status in ('open', 'rectifying', 'returned', 'submitted')) as oldest,
      count(*) filter (where found_at >= ${since} and status <> 'voided') as total,
      trunc(100.0 * count(*) filter (where found_at >= ${since} and status = 'accepted')
        / nullif(count(*) filter (where found_at >= ${since} and status <> 'voided'), 0), 1) as rate
    from danger where ${both(within(tx, filter))}
      and (found_at >= ${since} or status in ('open', 'rectifying', 'returned', 'submitted'))${named}
    group by danger.enterprise_id`;
  interface Found {
    id: string;
    enterpriseName: string;
    open: string;
    overdue: string;
    major: string;
    oldest: string | null;
    total: string;
    rate: string | null;
    found: string;
  }
  const { rows } = await sql<Found>`select g.*, count(*) over () as found,
      (select e.name from enterprise e where e.tenant_id = ${tx.scope.tenantId} and e.id = g.id) as "enterpriseName"
    from (${grouped}) g order by ${orderOf(sort)} limit ${size} offset ${(page - 1) * size}`.execute(tx.kysely);
  return {
    rows: rows.map(({ id, enterpriseName, open, overdue, major, total, rate }) => ({
      id,
      enterpriseName,
      open: Number(open),
      overdue: Number(overdue),
      major: Number(major),
      total: Number(total),
      rate: rate === null ? null : Number(rate),
    })),
    oldest: new Map(
      rows.flatMap(({ id, oldest }) => (oldest === null ? [] : [[id, new Date(-Number(oldest) * 1000)]])),
    ),
    total: Number(rows[0]?.found ?? 0),
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
  const { rows } = await sql<Record<keyof Counted, string>>`select ${key} as key, count(*) as found,
      count(*) filter (where status = 'accepted') as accepted,
      count(*) filter (where status in ('open', 'rectifying', 'returned') and deadline_on < ${today}) as overdue,
      count(*) filter (where submitted_at is not null and status in ('submitted', 'accepted')
        and (submitted_at at time zone 'Asia/Shanghai')::date > deadline_on) as late,
      count(*) filter (where level = 'major') as major, count(*) filter (where repeats > 0) as repeats,
      coalesce(sum(cost_fen), 0) as "costFen"
    from danger where ${both(within(tx, area))} and found_at >= ${from} and found_at < ${to} and status <> 'voided'
    group by 1 order by ${group === 'month' ? sql`1` : sql`2 desc, 1`} limit 1000`.execute(tx.kysely);
  return rows.map(({ key: name, ...counts }) => ({
    key: name,
    found: Number(counts.found),
    accepted: Number(counts.accepted),
    overdue: Number(counts.overdue),
    late: Number(counts.late),
    major: Number(counts.major),
    repeats: Number(counts.repeats),
    costFen: Number(counts.costFen),
  }));
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
  const { rows } = await sql<{ id: string }>`select id from danger where tenant_id = ${tx.scope.tenantId}
      and enterprise_id = ${enterpriseId} and found_at >= ${from} and found_at < ${to} and removed_at is null
      and status <> 'voided'
    order by found_at desc, id desc limit ${limit}`.execute(tx.kysely);
  return rows.map(({ id }) => id);
}
