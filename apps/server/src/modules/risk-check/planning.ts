// Plans checks from the check cycles of points. Planning may run again, because each window is planned only once.
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { cycleFor, lastDayOf, layersFrom, windowsOn } from '@anlan/contract/modules/risk-point/check-cycle';
import type { Clock } from '#kernel/clock.ts';
import type { Tx } from '#platform/db/index.ts';
import { addPlanned, followPoint, pointsAfter, pointsById, type Planned, type PlannedPoint } from './store.ts';

const batchPoints = 1_000;
const firstId = '00000000-0000-0000-0000-000000000000';

const isPausedOn = ({ paused_from: from, paused_to: to }: PlannedPoint, day: string) =>
  from !== null && from <= day && (to === null || day <= to);

/** Planned checks of a point that are open at some time on this day; none while the point is paused. */
export function plannedOn(point: PlannedPoint, day: string, isWorkday: boolean): Planned[] {
  if (isPausedOn(point, day)) return [];
  return layersFrom(point.control_layer).flatMap((layer) =>
    windowsOn(cycleFor(layer, point.check_cycle, point.cycles), day, isWorkday).map((window) => ({
      point,
      layer,
      ...window,
      dueOn: lastDayOf(window),
    })),
  );
}

export function createPlanning({
  clock,
  isWorkday,
}: {
  clock: Clock;
  isWorkday: (tx: Tx, day: string) => Promise<boolean>;
}) {
  const daysFrom = async (tx: Tx, first: string, count: number) => {
    const days: { day: string; work: boolean }[] = [];
    for (let at = 0; at < count; at += 1) {
      const day = addDays(first, at);
      days.push({ day, work: await isWorkday(tx, day) });
    }
    return days;
  };
  const plan = (
    tx: Tx,
    points: readonly PlannedPoint[],
    days: readonly { day: string; work: boolean }[],
    now: Date,
  ) => {
    const all = points.flatMap((point) => days.flatMap(({ day, work }) => plannedOn(point, day, work)));
    // A window that ended before the point existed is not planned, because it would count as a missed check.
    return addPlanned(
      tx,
      all.filter(({ dueAt }) => dueAt > now),
      now,
    );
  };

  return {
    /** Plans the checks of today and tomorrow. Returns tomorrow. */
    async planAll(tx: Tx): Promise<string> {
      const now = clock.now();
      const days = await daysFrom(tx, dayOf(now), 2);
      for (let after: string | null = firstId; after !== null;) {
        const points: PlannedPoint[] = await pointsAfter(tx, after, batchPoints);
        await plan(tx, points, days, now);
        after = points.length === batchPoints ? (points.at(-1)?.id ?? null) : null;
      }
      return addDays(dayOf(now), 1);
    },
    async follow(tx: Tx, ids: readonly string[]): Promise<void> {
      const now = clock.now();
      const today = dayOf(now);
      const days = await daysFrom(tx, today, 2);
      for (const point of (await pointsById(tx, ids)).values()) {
        if (point.status !== 'inForce' && point.status !== 'retired') continue;
        await followPoint(tx, point, today, now);
        if (point.status === 'inForce') await plan(tx, [point], days, now);
      }
    },
  };
}
