// Vehicle figures: shifts, mileage, positioning and positioning alarms. Only enterprises with vehicles have them.
import type { Span } from '@anlan/contract/modules/report/period';
import { sql } from 'kysely';
import { counted, share, type CountedFigure, type FigureSource } from '#kit/figures.ts';
import { rowsOf, type Tx } from '#platform/db/index.ts';
import { within, type Facts } from './figure-parts-store.ts';

interface FleetFacts extends Facts {
  vehicles: number;
  operating: number;
  shifts: number;
  cancelled: number;
  talks: number;
  mileage: number;
  run: number;
  online: number;
  days: number;
  speeding: number;
  speeding_done: number;
  fatigue: number;
  fatigue_done: number;
}

async function readFleet(tx: Tx, ids: readonly string[], { from, to }: Span): Promise<FleetFacts[]> {
  const of = within(tx, ids);
  const inSpan = sql`between ${from}::date and ${to}::date`;
  return rowsOf<FleetFacts>(tx)`
    with v as (
      select enterprise_id, count(*)::int as vehicles, (count(*) filter (where status = 'operating'))::int as operating
      from vehicle where ${of} and removed_at is null and status in ('operating', 'stopped', 'repairing') group by 1
    ), s as (
      select enterprise_id, (count(*) filter (where status in ('departed', 'arrived')))::int as shifts,
        (count(*) filter (where status = 'cancelled'))::int as cancelled,
        (count(*) filter (where talk_at is not null))::int as talks
      from shift where ${of} and removed_at is null and (depart_at at time zone 'Asia/Shanghai')::date ${inSpan} group by 1
    ), d as (
      select enterprise_id, sum(mileage_km)::float8 as mileage, sum(run_minutes)::float8 as run,
        sum(least(online_minutes, run_minutes))::float8 as online, count(*)::int as days
      from vehicle_day where ${of} and day ${inSpan} group by 1
    ), a as (
      select enterprise_id, (count(*) filter (where kind = 'speeding'))::int as speeding,
        (count(*) filter (where kind = 'speeding' and status <> 'open'))::int as speeding_done,
        (count(*) filter (where kind = 'fatigue'))::int as fatigue,
        (count(*) filter (where kind = 'fatigue' and status <> 'open'))::int as fatigue_done
      from vehicle_alarm where ${of} and removed_at is null and (at at time zone 'Asia/Shanghai')::date ${inSpan} group by 1
    )
    select v.enterprise_id, v.vehicles, v.operating, coalesce(s.shifts, 0) as shifts,
      coalesce(s.cancelled, 0) as cancelled, coalesce(s.talks, 0) as talks, coalesce(d.mileage, 0) as mileage,
      coalesce(d.run, 0) as run, coalesce(d.online, 0) as online, coalesce(d.days, 0) as days,
      coalesce(a.speeding, 0) as speeding, coalesce(a.speeding_done, 0) as speeding_done,
      coalesce(a.fatigue, 0) as fatigue, coalesce(a.fatigue_done, 0) as fatigue_done
    from v left join s using (enterprise_id) left join d using (enterprise_id)
      left join a using (enterprise_id)`;
}

function figuresOf(facts: FleetFacts): CountedFigure[] {
  const { vehicles, operating, shifts, cancelled, talks, mileage, run, online, speeding, fatigue } = facts;
  const handled = (done: number, all: number) => `已处理 ${done} / ${all}`;
  return [
    counted('vehicles', operating, `在册 ${vehicles}`),
    counted('shifts', shifts, `取消 ${cancelled} · 班前会 ${talks}`),
    counted('mileageKm', Math.round(mileage), `${facts.days} 台日`),
    share(
      'onlineRate',
      Math.round(online),
      Math.round(run),
      run === 0 ? '没有运行记录' : `应在线 ${Math.round(run / 60)} 小时`,
    ),
    {
      ...share('speeding', facts.speeding_done, speeding, handled(facts.speeding_done, speeding)),
      value: speeding,
    },
    {
      ...share('fatigue', facts.fatigue_done, fatigue, handled(facts.fatigue_done, fatigue)),
      value: fatigue,
    },
  ];
}

export const fleetFigures: FigureSource = {
  about: 'rest',
  count: async (tx, ids, span) =>
    new Map((await readFleet(tx, ids, span)).map((row) => [row.enterprise_id, figuresOf(row)])),
};
