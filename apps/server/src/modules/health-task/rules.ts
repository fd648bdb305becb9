// When the rounds of a health task are due; pure.
import { addDays, daysBetween } from '@anlan/contract/domain/instant';

/** A task as its rounds see it. */
export interface Rounds {
  startOn: string;
  endOn: string;
  everyDays: number | null;
}

/** How many rounds of a task have begun on a day. */
export function begunOn({ startOn, endOn, everyDays }: Rounds, day: string): number {
  if (day < startOn) return 0;
  if (everyDays === null) return 1;
  const last = day < endOn ? day : endOn;
  return Math.floor(daysBetween(startOn, last) / everyDays) + 1;
}

/** The last day of a round, counted from 1: the day before the next one begins, never after the task's own. */
export function dueOf({ startOn, endOn, everyDays }: Rounds, round: number): string {
  if (everyDays === null) return endOn;
  const next = addDays(startOn, round * everyDays - 1);
  return next < endOn ? next : endOn;
}
