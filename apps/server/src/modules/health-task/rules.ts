// Computes the due days of health task rounds. Pure functions.
import { addDays, daysBetween } from '@anlan/contract/domain/instant';

export interface Rounds {
  startOn: string;
  endOn: string;
  everyDays: number | null;
}

export function begunOn({ startOn, endOn, everyDays }: Rounds, day: string): number {
  if (day < startOn) return 0;
  if (everyDays === null) return 1;
  const last = day < endOn ? day : endOn;
  return Math.floor(daysBetween(startOn, last) / everyDays) + 1;
}

/** Due day of a round, counted from 1: the day before the next round, but not after the end of the task. */
export function dueOf({ startOn, endOn, everyDays }: Rounds, round: number): string {
  if (everyDays === null) return endOn;
  const next = addDays(startOn, round * everyDays - 1);
  return next < endOn ? next : endOn;
}
