// Loads the facts for scores, of many enterprises in one statement.
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '#platform/db/index.ts';
import type { ScoreFacts } from './part-shares.ts';

/**
 * Facts of supervised enterprises, without voided or removed rows. Checks that an enterprise added itself do not
 * count, because many added checks would hide missed checks.
 */
export async function readFacts(
  tx: Tx,
  ids: readonly string[],
  { today, longDays, isPast = false }: { today: string; longDays: number; isPast?: boolean },
): Promise<Map<string, ScoreFacts>> {
  const of = sql`tenant_id = ${tx.scope.tenantId} and enterprise_id = any(${[...ids]}::uuid[]) and removed_at is null`;
  // The state of a past day follows from the times of its steps. A returned repair is not known any more.
  const until = sql`(${today}::date + 1)::timestamp at time zone 'Asia/Shanghai'`;
  const before = (at: RawBuilder<unknown>) => (isPast ? sql`${at} < ${until}` : sql`true`);
  const accepted = isPast ? sql`(status = 'accepted' and verified_at < ${until})` : sql`status = 'accepted'`;
  const unfinished = isPast
    ? sql`(submitted_at is null or submitted_at >= ${until})`
    : sql`status in ('open', 'rectifying', 'returned')`;
  const overdue = sql`${unfinished} and deadline_on < ${today}::date`;
  const lately = sql`deadline_on >= ${today}::date - 90 and deadline_on < ${today}::date`;
  const recent = sql`kind = 'harm' and counted_at >= (${today}::date - interval '12 months')::timestamp at time zone 'Asia/Shanghai'`;
  const { rows } = await sql<ScoreFacts & { id: string }>`
    with d as (
      select enterprise_id, count(*)::int as dangers,
        (count(*) filter (where ${lately}))::int as due,
        (count(*) filter (where ${lately} and status in ('submitted', 'accepted')
          and (submitted_at at time zone 'Asia/Shanghai')::date <= deadline_on))::int as on_time,
        (count(*) filter (where ${unfinished} and deadline_on between ${today}::date and ${today}::date + 30))::int
          as due_soon,
        (count(*) filter (where ${overdue}))::int as overdue,
        (count(*) filter (where ${overdue} and level = 'general' and deadline_on < ${today}::date - ${longDays}::int))::int
          as overdue_long,
        (count(*) filter (where ${overdue} and level = 'major'))::int as overdue_major,
        (count(*) filter (where level = 'major' and not ${accepted}))::int as open_major
      from danger where ${of} and status <> 'voided' and ${before(sql`found_at`)} group by enterprise_id
    ), w as (
      select enterprise_id, count(*)::int as tracked,
        (count(*) filter (where is_blocking))::int as tracked_blocking,
        (count(*) filter (where valid_to < ${today}::date))::int as expired,
        (count(*) filter (where valid_to < ${today}::date and is_blocking))::int as expired_blocking,
        (count(*) filter (where valid_to < ${today}::date and is_blocking and subject = 'enterprise'))::int
          as expired_licences
      from warning where ${of} group by enterprise_id
    ), c as (
      select enterprise_id, (count(*) filter (where due_on < ${today}::date))::int as due,
        (count(*) filter (where due_on < ${today}::date and status = 'done' and done_at < due_at and not far))::int as on_time,
        (count(*) filter (where due_on = ${today}::date and status = 'pending'))::int as open
      from risk_check where ${of} and planned and status in ('pending', 'done')
        and due_on >= ${today}::date - 30 and due_on <= ${today}::date group by enterprise_id
    ), r as (
      select enterprise_id, count(*)::int as resent from risk_check where ${of} and planned and resent and not far
        and due_on >= ${today}::date - 30 and due_on < ${today}::date group by enterprise_id
    ), u as (
      select enterprise_id, count(*)::int as unproven from risk_check where ${of} and planned and far and status = 'done'
        and done_at < due_at and due_on >= ${today}::date - 30 and due_on < ${today}::date group by enterprise_id
    ), l as (
      select enterprise_id, count(*)::int as due, (count(*) filter (where status = 'passed' and ${before(sql`passed_at`)}))::int as passed
      from learning_task where ${of} and status <> 'exempted'
        and due_on >= date_trunc('year', ${today}::timestamp)::date and due_on < ${today}::date group by enterprise_id
    ), m as (
      select enterprise_id, count(*)::int as due,
        (count(*) filter (where (sent_at at time zone 'Asia/Shanghai')::date <= due_on))::int as on_time
      from report where ${of} and kind = 'month' and due_on < ${today}::date
        and due_on >= (${today}::date - interval '6 months')::date group by enterprise_id
    ), a as (
      select enterprise_id, count(*)::int as known, (count(*) filter (where ${recent}))::int as lately,
        (count(*) filter (where ${recent} and counted_deaths > 0))::int as fatal
      from accident where ${of} and ${before(sql`counted_at`)} group by enterprise_id
    )
    select e.id, e.profile_rate as "profileRate", e.dossier_rate as "dossierRate", coalesce(d.dangers, 0) as dangers, coalesce(d.due, 0) as due,
      coalesce(d.on_time, 0) as "onTime", coalesce(d.due_soon, 0) as "dueSoon", coalesce(d.overdue, 0) as overdue,
      coalesce(d.overdue_long, 0) as "overdueLong", coalesce(d.overdue_major, 0) as "overdueMajor",
      coalesce(d.open_major, 0) as "openMajor", coalesce(c.due, 0) as "checksDue",
      coalesce(c.on_time, 0) as "checksOnTime",  coalesce(r.resent, 0) as "checksResent",
      coalesce(u.unproven, 0) as "checksUnproven", coalesce(c.open, 0) as "checksOpen", coalesce(l.due, 0) as "learningDue",
      coalesce(l.passed, 0) as "learningPassed",
      coalesce(m.due, 0) as "reportsDue", coalesce(m.on_time, 0) as "reportsOnTime",
      coalesce(a.known, 0) as "accidentsKnown", coalesce(a.lately, 0) as "accidentsLately",
      coalesce(a.fatal, 0) as "accidentsFatal", coalesce(w.tracked, 0) as tracked,
      coalesce(w.tracked_blocking, 0) as "trackedBlocking", coalesce(w.expired, 0) as expired,
      coalesce(w.expired_blocking, 0) as "expiredBlocking", coalesce(w.expired_licences, 0) as "expiredLicences"
    from enterprise e left join d on d.enterprise_id = e.id left join w on w.enterprise_id = e.id left join c on c.enterprise_id = e.id
      left join r on r.enterprise_id = e.id left join u on u.enterprise_id = e.id
      left join l on l.enterprise_id = e.id left join m on m.enterprise_id = e.id left join a on a.enterprise_id = e.id
    where e.tenant_id = ${tx.scope.tenantId} and e.id = any(${[...ids]}::uuid[])
      and e.status in ('active', 'suspended') and e.removed_at is null`.execute(tx.kysely);
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}
