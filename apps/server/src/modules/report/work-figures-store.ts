// Figures about people, checks, risk points, training and notices of enterprises.
import type { Span } from '@anlan/contract/modules/report/period';
import { counted, share, type CountedFigure, type FigureSource } from '#kit/figures.ts';
import { rowsOf, type Tx } from '#platform/db/index.ts';
import { within, type Facts } from './figure-parts-store.ts';

interface WorkFacts extends Facts {
  people: number;
  checks_due: number;
  checks: number;
  major: number;
  considerable: number;
  general: number;
  low: number;
  planned: number;
  passed: number;
  hours: number;
  offline: number;
  notices: number;
  answered: number;
}

async function readWork(tx: Tx, ids: readonly string[], { from, to }: Span): Promise<WorkFacts[]> {
  const of = within(tx, ids);
  return rowsOf<WorkFacts>(tx)`
    with p as (
      select enterprise_id, count(*)::int as people from employee where ${of} and removed_at is null
        and hired_on <= ${to}::date and (left_on is null or left_on > ${to}::date) group by 1
    ), c as (
      select enterprise_id, count(*)::int as due, (count(*) filter (where status = 'done'))::int as done
      from risk_check where ${of} and removed_at is null and status in ('pending', 'done')
        and due_on between ${from}::date and ${to}::date group by 1
    ), r as (
      select enterprise_id, (count(*) filter (where level = 'major'))::int as major,
        (count(*) filter (where level = 'considerable'))::int as considerable,
        (count(*) filter (where level = 'general'))::int as general, (count(*) filter (where level = 'low'))::int as low
      from risk_point where ${of} and removed_at is null and status = 'inForce' group by 1
    ), l as (
      select enterprise_id, (count(*) filter (where status <> 'exempted'))::int as planned,
        (count(*) filter (where status = 'passed'))::int as passed, (sum(hours + offline_hours) filter (where status <> 'exempted'))::float8 as hours,
        (sum(offline_hours) filter (where status <> 'exempted'))::float8 as offline
      from learning_task where ${of} and removed_at is null and due_on between ${from}::date and ${to}::date group by 1
    ), n as (
      select enterprise_id, count(*)::int as notices, (count(*) filter (where status in ('replied', 'closed')))::int as answered
      from enforcement where ${of} and removed_at is null and status <> 'withdrawn'
        and (issued_at at time zone 'Asia/Shanghai')::date between ${from}::date and ${to}::date group by 1
    )
    select e.id as enterprise_id, coalesce(p.people, 0) as people, coalesce(c.due, 0) as checks_due,
      coalesce(c.done, 0) as checks, coalesce(r.major, 0) as major, coalesce(r.considerable, 0) as considerable,
      coalesce(r.general, 0) as general, coalesce(r.low, 0) as low, coalesce(l.planned, 0) as planned,
      coalesce(l.passed, 0) as passed, coalesce(l.hours, 0) as hours, coalesce(l.offline, 0) as offline,
      coalesce(n.notices, 0) as notices, coalesce(n.answered, 0) as answered
    from unnest(${[...ids]}::uuid[]) e (id) left join p on p.enterprise_id = e.id left join c on c.enterprise_id = e.id
      left join r on r.enterprise_id = e.id left join l on l.enterprise_id = e.id left join n on n.enterprise_id = e.id`;
}

const tenth = (value: number) => Math.round(10 * value) / 10;

function figuresOf(facts: WorkFacts): CountedFigure[] {
  const { people, checks, checks_due, major, considerable, general, low, planned, passed, notices, answered } = facts;
  const hours = tenth(facts.hours);
  const offline = tenth(facts.offline);
  const trained = share(
    'trained',
    passed,
    planned,
    planned === 0 ? '本期没有培训任务' : `应训 ${planned}，合格 ${passed}`,
  );
  return [
    counted('headcount', people, '期末在册'),
    {
      ...share('checks', checks, checks_due, `应检 ${checks_due}`),
      value: checks,
    },
    counted('riskPoints', major + considerable + general + low, `红${major} 橙${considerable} 黄${general} 蓝${low}`),
    trained,
    counted('hours', hours, `线上 ${tenth(hours - offline)} · 线下 ${offline}`),
    {
      ...share('notices', answered, notices, `收到 ${notices} 件`),
      value: answered,
    },
  ];
}

export const workFigures: FigureSource = {
  about: 'rest',
  count: async (tx, ids, span) =>
    new Map((await readWork(tx, ids, span)).map((row) => [row.enterprise_id, figuresOf(row)])),
};
