import type { EducationMonth } from '@anlan/contract/modules/education-report/views';
import { spanOf } from '@anlan/contract/modules/report/period';
import { sql } from 'kysely';
import { rowsOf, scopedTenant, type Tx } from '#platform/db/index.ts';
import { nameHolds } from '#platform/db/name-search.ts';

export type CountedMonth = EducationMonth & { id: string };

/** Training numbers by enterprise and month, including enterprises without any training. */
export async function countMonths(
  tx: Tx,
  ids: readonly string[],
  months: readonly [first: string, ...rest: string[]],
): Promise<CountedMonth[]> {
  const inOrder = months.toSorted();
  const from = spanOf('month', inOrder[0] ?? months[0]).from;
  const to = spanOf('month', inOrder.at(-1) ?? months[0]).to;
  const of = sql`tenant_id = ${scopedTenant} and enterprise_id = any(${[...ids]}::uuid[]) and removed_at is null`;
  return rowsOf<CountedMonth>(tx)`
    with p as (
      select enterprise_id, to_char(start_on, 'YYYY-MM') as month, count(*)::int as plans from training_plan
      where ${of} and status <> 'draft' and start_on between ${from}::date and ${to}::date group by 1, 2
    ), l as (
      select t.enterprise_id, to_char(t.due_on, 'YYYY-MM') as month, count(*)::int as due,
        count(distinct t.employee_id)::int as people, (count(*) filter (where t.status = 'passed'))::int as passed,
        (count(*) filter (where t.status = 'notStarted'))::int as absent,
        (sum(t.hours))::float8 as online, (sum(t.offline_hours))::float8 as offline,
        (count(*) filter (where t.signed_at is not null))::int as signed,
        (count(*) filter (where t.attempts > 0))::int as examined,
        (count(*) filter (where t.attempts > 0 and t.score >= n.pass_score))::int as exam_passed
      from (select * from learning_task where ${of} and status <> 'exempted'
          and due_on between ${from}::date and ${to}::date) t
        join training_plan n on n.tenant_id = t.tenant_id and n.id = t.plan_id
      group by 1, 2
    ), s as (
      select h.enterprise_id, to_char(h.held_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month,
        (count(*) filter (where h.kind = 'talk'))::int as talks,
        (count(*) filter (where h.kind = 'meeting'))::int as meetings,
        (count(*) filter (where h.kind = 'class'))::int as classes,
        (sum((select count(*) from class_attendance a where a.tenant_id = h.tenant_id and a.session_id = h.id
          and a.signed_at is not null and a.proof is distinct from 'far')))::int as signed
      from class_session h
      where ${of} and h.status = 'ended' and h.held_at >= ${from}::timestamp at time zone 'Asia/Shanghai'
        and h.held_at < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'
      group by 1, 2
    )
    select e.id, m.month, coalesce(p.plans, 0) as plans, coalesce(l.due, 0) as due, coalesce(l.people, 0) as people,
      coalesce(l.passed, 0) as passed, coalesce(l.absent, 0) as absent, coalesce(l.online, 0) as "onlineHours",
      coalesce(l.offline, 0) as "offlineHours", coalesce(l.signed, 0) as signed, coalesce(l.examined, 0) as examined,
      coalesce(l.exam_passed, 0) as "examPassed", coalesce(s.talks, 0) as talks, coalesce(s.meetings, 0) as meetings,
      coalesce(s.classes, 0) as classes, coalesce(s.signed, 0) as "sessionSigned"
    from unnest(${[...ids]}::uuid[]) e (id) cross join unnest(${[...months]}::text[]) m (month)
      left join p on p.enterprise_id = e.id and p.month = m.month
      left join l on l.enterprise_id = e.id and l.month = m.month
      left join s on s.enterprise_id = e.id and s.month = m.month`;
}

const isListed = (keyword: string | undefined) =>
  sql`e.tenant_id = ${scopedTenant} and e.status in ('active', 'suspended') and e.removed_at is null
    and ${keyword ? nameHolds('e.name', keyword) : sql`true`}`;

export async function readFirms(
  tx: Tx,
  keyword: string | undefined,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<{ id: string; name: string }[]> {
  return rowsOf<{ id: string; name: string }>(tx)`select e.id, e.name from enterprise e
    where ${isListed(keyword)} order by e.name, e.id limit ${limit} offset ${offset}`;
}

export async function countFirms(tx: Tx, keyword: string | undefined): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from enterprise e
    where ${isListed(keyword)}`.execute(tx.kysely);
  return rows[0]?.total ?? 0;
}
