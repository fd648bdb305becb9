import { addDays } from '@anlan/contract/domain/instant';

/** Days on which a calendar leaves the plain week. */
export interface Exceptions {
  /** Weekdays and weekends that are off. */
  readonly rest: ReadonlySet<string>;
  /** Weekend days that are worked. */
  readonly work: ReadonlySet<string>;
}

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

/** Whether people work on a day. */
export const isWorkday = ({ rest, work }: Exceptions, day: string): boolean =>
  work.has(day) || (!rest.has(day) && !isWeekend(day));

/** The day so many workdays later; the day itself for none. */
export function workdayAfter(days: Exceptions, day: string, count: number): string {
  let last = day;
  for (let left = count; left > 0;) {
    last = addDays(last, 1);
    if (isWorkday(days, last)) left -= 1;
  }
  return last;
}

/** How many workdays lie after one day, up to and with another; negative where the other is earlier. */
export function workdaysBetween(days: Exceptions, from: string, to: string): number {
  if (to < from) return -workdaysBetween(days, to, from);
  let found = 0;
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) if (isWorkday(days, day)) found += 1;
  return found;
}
