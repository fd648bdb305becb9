// Queries about warnings, except the list itself: counts, versions and to-dos.
import { sql, type RawBuilder } from 'kysely';
import type { WarningCounts, WarningVersion } from '@anlan/contract/modules/warning/views';
import type { WarningLevel } from '@anlan/contract/modules/warning/resource';
import { limits } from '@anlan/contract/limits';
import { idsOf, rowsOf, scopedTenant, type Tx } from '#platform/db/index.ts';
import { expiryRules } from './expiry-rules.ts';

/** Condition for unsettled warnings. The condition must equal the condition of the partial index. */
const unsettled = sql`status in ('open', 'acknowledged') and removed_at is null`;

export async function countLevels(tx: Tx): Promise<WarningCounts> {
  const { rows } = await sql<{ level: WarningLevel; found: string }>`select level, count(*) as found from warning
    where tenant_id = ${scopedTenant} and level is not null and ${unsettled} group by level`.execute(tx.kysely);
  const counts = { expired: 0, urgent: 0, soon: 0, early: 0 };
  for (const { level, found: count } of rows) counts[level] = Number(count);
  return counts;
}

/** Count of the red dot: all unsettled warnings for staff, only expired warnings for supervisors. */
export async function countDot(tx: Tx): Promise<number> {
  const { userType } = tx.scope;
  if (userType !== 'enterprise' && userType !== 'regulator') return 0;
  const { rows } = await sql<{ found: string }>`select count(*) as found from (select from warning
    where tenant_id = ${scopedTenant} and ${unsettled}
      and ${userType === 'enterprise' ? sql`level is not null` : sql`level = 'expired'`}
    limit ${limits.totalCap}) as found`.execute(tx.kysely);
  return Number(rows[0]?.found);
}

export async function versionsOf(tx: Tx, warningId: string): Promise<WarningVersion[]> {
  return rowsOf<WarningVersion>(tx)`select id, edition, valid_to as "validTo", papers,
      replaced_at as "replacedAt", replaced_by_name as "replacedBy"
    from warning_version where tenant_id = ${scopedTenant} and warning_id = ${warningId}
    order by edition desc, id desc limit 100`;
}

/** For each row, the number of items with the same type, enterprise and expiry day. */
export async function countSameDay(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; found: string }>`select one.id, beside.found
    from (select id, enterprise_id, item_type, valid_to from warning
      where tenant_id = ${scopedTenant} and id = any(${[...ids]}::uuid[])) as one
    cross join lateral (select count(*) as found from warning w
      where w.tenant_id = ${scopedTenant} and w.enterprise_id = one.enterprise_id and w.valid_to = one.valid_to
        and w.item_type = one.item_type and w.removed_at is null) as beside`.execute(tx.kysely);
  return new Map(rows.map(({ id, found: count }) => [id, Number(count)]));
}

export interface WaitingWarnings {
  enterpriseId: string;
  name: string;
  officerId: string | null;
  /** Number of items. Items of the enterprise's profile are not counted, because they have a to-do of their own. */
  items: number;
  /** Number of these items that have the worst level. */
  atWorst: number;
  first: string | null;
  dueOn: string | null;
  worst: WarningLevel | null;
  /** Number of all expired items, including items of the enterprise's profile. */
  expired: number;
  /** The latest day on which the officer urged all expired items; null if one was not urged. */
  urgedOn: string | null;
  blocking: number;
  since: string | null;
}

/**
 * Pending warnings of the given enterprises. A postponed warning counts again from the day to which it was postponed.
 */
export async function waitingIn(tx: Tx, today: string, enterpriseIds: readonly string[]): Promise<WaitingWarnings[]> {
  const own = sql`w.origin <> 'enterprise' and (w.snoozed_to is null or w.snoozed_to <= ${today}::date)`;
  const { rows } = await sql<Omit<WaitingWarnings, 'worst'> & { items: string; expired: string; blocking: string }>`
    select e.id as "enterpriseId", e.name, e.officer_id as "officerId",
      count(*) filter (where ${own}) as items,
      (array_agg(w.item_name order by w.valid_to, w.id) filter (where ${own}))[1] as first,
      min(w.valid_to) filter (where ${own}) as "dueOn",
      (array_agg(w.level order by w.valid_to, w.id) filter (where ${own}))[1] as worst,
      coalesce(array_length(array_positions(array_agg(w.level order by w.valid_to, w.id) filter (where ${own}),
        (array_agg(w.level order by w.valid_to, w.id) filter (where ${own}))[1]), 1), 0) as "atWorst",
      count(*) filter (where w.level = 'expired') as expired,
      count(*) filter (where w.level = 'expired' and w.is_blocking) as blocking,
      case when bool_and(w.urged_at is not null) filter (where w.level = 'expired')
        then (min(w.urged_at) filter (where w.level = 'expired') at time zone 'Asia/Shanghai')::date end as "urgedOn",
      min(w.valid_to) filter (where w.level = 'expired') as since
    from warning w
    join enterprise e on e.tenant_id = w.tenant_id and e.id = w.enterprise_id
    where w.tenant_id = ${scopedTenant} and w.enterprise_id = any(${[...enterpriseIds]}::uuid[])
      and w.level is not null and w.status in ('open', 'acknowledged') and w.removed_at is null
    group by e.tenant_id, e.id`.execute(tx.kysely);
  return rows.map((row) => ({
    ...(row as unknown as WaitingWarnings),
    items: Number(row.items),
    expired: Number(row.expired),
    blocking: Number(row.blocking),
  }));
}

export async function enterprisesAfter(tx: Tx, after: string, limit: number): Promise<string[]> {
  return idsOf(tx)`select e.id from enterprise e
    where e.tenant_id = ${scopedTenant} and e.id > ${after}
      and exists (select from warning w where w.tenant_id = ${scopedTenant} and w.enterprise_id = e.id
        and w.level is not null and w.status in ('open', 'acknowledged') and w.removed_at is null)
    order by e.id limit ${limit}`;
}

export async function enterprisesOf(tx: Tx, ids: readonly string[]): Promise<string[]> {
  return idsOf(tx)`select distinct enterprise_id as id from warning
    where tenant_id = ${scopedTenant} and id = any(${[...ids]}::uuid[])`;
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

export function ownConditions(_tx: Tx, filter: Readonly<Record<string, unknown>>): RawBuilder<unknown>[] {
  const { id, source, subject } = filter;
  const [sources, subjects] = [listOf(source), listOf(subject)];
  // Filters by item type, because this column is indexed and the type determines the subject.
  const types = [...expiryRules.values()].filter((rule) => subjects.includes(rule.subject)).map(({ code }) => code);
  return [
    ...(typeof id === 'string' ? [sql`warning.id = ${id}`] : []),
    ...(sources.length > 0 ? [sql`warning.source in (${sql.join(sources)})`] : []),
    ...(subjects.length > 0 ? [sql`warning.item_type in (${sql.join(types)})`] : []),
  ];
}
