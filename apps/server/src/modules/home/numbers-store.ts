// SQL of the home page numbers, which contract/modules/home/number-definitions.ts defines. Removed rows never count;
// voided dangers count only where the definition says so.
import { startOfDay } from '@anlan/contract/domain/instant';
import { sql, type RawBuilder } from 'kysely';
import { idRange } from '#kernel/ids.ts';
import { firstOf, rowsOf, type Tx } from '#platform/db/index.ts';

/** Condition for a region prefix. An empty prefix matches all regions. */
const within = (tx: Tx, prefix: string): RawBuilder<unknown> =>
  prefix === ''
    ? sql`tenant_id = ${tx.scope.tenantId} and removed_at is null`
    : sql`tenant_id = ${tx.scope.tenantId} and removed_at is null and oversight_code >= ${prefix}
        and oversight_code < ${`${prefix}\u{10ffff}`}`;
const unfinished = sql`status in ('open', 'rectifying', 'returned')`;
const unclosed = sql`status in ('open', 'rectifying', 'returned', 'submitted')`;
const inTime = sql`status in ('submitted', 'accepted') and (submitted_at at time zone 'Asia/Shanghai')::date <= deadline_on`;

export interface OpenSlice {
  code: string;
  open: number;
  overdue: number;
  enterprises: number;
  longest: number | null;
  since_today: number;
  recheck: number;
  to_regulator: number;
  major: number;
  listed: number;
  late_days: number;
}

export async function readOpen(tx: Tx, prefix: string, today: string): Promise<OpenSlice[]> {
  const overdue = sql`${unfinished} and deadline_on < ${today}::date`;
  return rowsOf<OpenSlice>(tx)`select oversight_code as code, count(*)::int as open,
      (count(*) filter (where ${overdue}))::int as overdue,
      (count(distinct enterprise_id) filter (where ${overdue}))::int as enterprises,
      max(${today}::date - deadline_on) filter (where ${overdue}) as longest,
      (count(*) filter (where ${unfinished} and deadline_on = ${today}::date - 1))::int as since_today,
      (count(*) filter (where status = 'submitted'))::int as recheck,
      (count(*) filter (where status = 'submitted' and turn = 'regulator'))::int as to_regulator,
      (count(*) filter (where level = 'major'))::int as major,
      (count(*) filter (where level = 'major' and listed_on is not null and delisted_on is null))::int as listed,
      coalesce(sum(${today}::date - deadline_on) filter (where ${overdue}), 0)::int as late_days
    from danger where ${within(tx, prefix)} and ${unclosed} group by oversight_code`;
}

export interface HandedIn {
  code: string;
  turn: string;
  since: string;
  dangers: number;
}

export async function readHandedIn(tx: Tx, prefix: string): Promise<HandedIn[]> {
  // Add eight hours for the local day: a time zone lookup took longer than reading the rows.
  return rowsOf<HandedIn>(tx)`select oversight_code as code, turn,
      (coalesce(turn_since, submitted_at, updated_at) at time zone 'UTC' + interval '8 hours')::date as since,
      count(*)::int as dangers
    from danger where ${within(tx, prefix)} and status = 'submitted' group by 1, 2, 3`;
}

/**
 * Whether the caller may read stored sums. Row policies filter sums by division only, so a caller limited to some
 * enterprises may not.
 */
const readsSums = ({ scope: { enterpriseFrom, enterpriseTo } }: Tx): boolean =>
  enterpriseFrom === idRange.lowest && enterpriseTo === idRange.highest;
/** Reads the stored sums of dangers; see the migration danger-facts. */
const sums = (tx: Tx, prefix: string, kind: 'found' | 'due' | 'accepted') =>
  prefix === ''
    ? sql`danger_fact where tenant_id = ${tx.scope.tenantId} and kind = ${kind}`
    : sql`danger_fact where tenant_id = ${tx.scope.tenantId} and kind = ${kind} and oversight_code >= ${prefix}
        and oversight_code < ${`${prefix}\u{10ffff}`}`;

export async function readFound(tx: Tx, prefix: string, month: string) {
  const counted = readsSums(tx)
    ? sql`select sum(dangers) as found, sum(done) as accepted from ${sums(tx, prefix, 'found')} and day = ${month}::date`
    : sql`select count(*) as found, count(*) filter (where status = 'accepted') as accepted from danger
        where ${within(tx, prefix)} and status <> 'voided' and found_at >= ${startOfDay(month)}
          and found_at at time zone 'Asia/Shanghai' < ${month}::date + interval '1 month'`;
  const { rows } = await sql<{ found: number; accepted: number }>`
    select coalesce(found, 0)::int as found, coalesce(accepted, 0)::int as accepted from (${counted}) counted`.execute(
    tx.kysely,
  );
  return rows[0] ?? { found: 0, accepted: 0 };
}

export async function readDue(tx: Tx, prefix: string, from: string, to: string) {
  const counted = readsSums(tx)
    ? sql`select oversight_code as code, sum(dangers)::int as due, sum(done)::int as in_time
        from ${sums(tx, prefix, 'due')} and day >= ${from}::date and day <= ${to}::date
        group by 1 having sum(dangers) <> 0`
    : sql`select oversight_code as code, count(*)::int as due, (count(*) filter (where ${inTime}))::int as in_time
        from danger where ${within(tx, prefix)} and status <> 'voided' and deadline_on >= ${from}::date
          and deadline_on <= ${to}::date group by 1`;
  return rowsOf<{ code: string; due: number; in_time: number }>(tx)`${counted}`;
}

export async function readMonths(tx: Tx, prefix: string, from: string) {
  const monthOf = (at: RawBuilder<unknown>) => sql`to_char(${at} at time zone 'Asia/Shanghai', 'YYYY-MM')`;
  const since = startOfDay(from);
  const bothSides = readsSums(tx)
    ? sql`select to_char(day, 'YYYY-MM') as month, dangers as found, 0 as accepted
        from ${sums(tx, prefix, 'found')} and day >= ${from}::date
        union all
        select to_char(day, 'YYYY-MM'), 0, dangers from ${sums(tx, prefix, 'accepted')} and day >= ${from}::date`
    : sql`select ${monthOf(sql`found_at`)} as month, count(*) as found, 0 as accepted
        from danger where ${within(tx, prefix)} and status <> 'voided' and found_at >= ${since} group by 1
        union all
        select ${monthOf(sql`verified_at`)}, 0, count(*)
        from danger where ${within(tx, prefix)} and status = 'accepted' and verified_at >= ${since} group by 1`;
  return rowsOf<{ month: string; found: number; accepted: number }>(tx)`
    select month, sum(found)::int as found, sum(accepted)::int as accepted from (${bothSides}) both_sides
    group by month order by month`;
}

export interface DangerRow {
  id: string;
  title: string;
  enterprise_name: string;
  level: string;
  status: string;
  deadline_on: string;
  turn: string;
  turn_since: Date | null;
  duty_name: string | null;
}
const dangerColumns = sql`d.id, d.title, e.name as enterprise_name, d.level, d.status, d.deadline_on, d.turn,
  d.turn_since, p.name as duty_name`;
const joined = sql`join enterprise e on e.tenant_id = d.tenant_id and e.id = d.enterprise_id
  left join employee p on p.tenant_id = d.tenant_id and p.id = d.duty_person_id`;

export async function readLate(tx: Tx, prefix: string, today: string, limit: number): Promise<DangerRow[]> {
  return rowsOf<DangerRow>(tx)`
    with d as materialized (select * from danger where ${within(tx, prefix)} and ${unfinished}
      and deadline_on < ${today}::date order by deadline_on, id limit ${limit})
    select ${dangerColumns} from d ${joined} order by d.deadline_on, d.id`;
}

/** Open dangers of an enterprise, nearest deadline first. With `employeeId`: only dangers of this person. */
export async function readOwn(tx: Tx, enterpriseId: string, employeeId: string | null, limit: number) {
  return rowsOf<DangerRow>(tx)`
    with d as materialized (select * from danger where tenant_id = ${tx.scope.tenantId} and removed_at is null
      and enterprise_id = ${enterpriseId} and ${unclosed}
      ${employeeId === null ? sql`` : sql`and duty_person_id = ${employeeId} and ${unfinished}`}
      order by deadline_on, id limit ${limit})
    select ${dangerColumns} from d ${joined} order by d.deadline_on, d.id`;
}

export async function readMine(tx: Tx, enterpriseId: string, employeeId: string | null) {
  const { rows } = await sql<{ mine: number; found_on: string | null }>`select
      (select count(*) from danger where tenant_id = ${tx.scope.tenantId} and removed_at is null
        and duty_person_id = ${employeeId}::uuid and ${unfinished})::int as mine,
      (select (max(found_at) at time zone 'Asia/Shanghai')::date from danger where tenant_id = ${tx.scope.tenantId}
        and removed_at is null and enterprise_id = ${enterpriseId} and status <> 'voided') as found_on`.execute(
    tx.kysely,
  );
  return rows[0] ?? { mine: 0, found_on: null };
}

export async function readExpiries(tx: Tx, prefix: string, today: string, soonDays: number) {
  const { rows } = await sql<{ expired: number; expiring: number }>`select
      (count(*) filter (where valid_to < ${today}::date))::int as expired,
      (count(*) filter (where valid_to >= ${today}::date))::int as expiring
    from warning where ${within(tx, prefix)} and valid_to <= ${today}::date + ${soonDays}::int`.execute(tx.kysely);
  return rows[0] ?? { expired: 0, expiring: 0 };
}

export async function readTracked(tx: Tx, enterpriseId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from warning
    where tenant_id = ${tx.scope.tenantId} and removed_at is null and enterprise_id = ${enterpriseId}`.execute(
    tx.kysely,
  );
  return rows[0]?.n ?? 0;
}

export async function readFirstExpiries(tx: Tx, prefix: string, until: string, limit: number) {
  return rowsOf<{
    id: string;
    item_name: string;
    item_type: string;
    enterprise_name: string;
    valid_to: string;
    is_blocking: boolean;
  }>(tx)`with w as materialized (select * from warning where ${within(tx, prefix)} and valid_to <= ${until}::date
      order by valid_to, id limit ${limit})
    select w.id, w.item_name, w.item_type, e.name as enterprise_name, w.valid_to, w.is_blocking
    from w join enterprise e on e.tenant_id = w.tenant_id and e.id = w.enterprise_id order by w.valid_to, w.id`;
}

export interface StepFacts {
  profile_rate: number;
  profile_perfect: boolean;
  has_contacts: boolean;
  has_hazards: boolean;
  has_dates: boolean;
  joined_at: Date | null;
  harmed_at: Date | null;
  officer_name: string | null;
  people: number;
  /** People on duty. `signed`: how many of them signed the 责任书. */
  on_duty: number;
  signed: number;
}

export async function readStepFacts(tx: Tx, enterpriseId: string): Promise<StepFacts | undefined> {
  return firstOf<StepFacts>(tx)`select e.profile_rate, e.profile_perfect,
      coalesce(e.head_phone, '') <> '' and coalesce(e.emergency_phone, '') <> '' as has_contacts,
      e.hazard_features is not null as has_hazards, e.next_expiry_on is not null as has_dates, e.joined_at,
      (select max(a.counted_at) from accident a where a.tenant_id = e.tenant_id and a.enterprise_id = e.id
        and a.removed_at is null and a.kind = 'harm') as harmed_at,
      u.nick_name as officer_name,
      (select count(*) from employee p where p.tenant_id = e.tenant_id and p.enterprise_id = e.id
        and p.removed_at is null and p.status <> 'left')::int as people,
      (select count(*) from employee p where p.tenant_id = e.tenant_id and p.enterprise_id = e.id
        and p.removed_at is null and p.status = 'onDuty')::int as on_duty,
      (select count(*) from employee p where p.tenant_id = e.tenant_id and p.enterprise_id = e.id
        and p.removed_at is null and p.status = 'onDuty' and p.duty_signed_on is not null)::int as signed
    from enterprise e left join app_user u on u.tenant_id = e.tenant_id and u.id = e.officer_id
    where e.tenant_id = ${tx.scope.tenantId} and e.id = ${enterpriseId} and e.removed_at is null`;
}
