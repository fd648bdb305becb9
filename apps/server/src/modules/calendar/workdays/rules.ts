import { addDays } from '@anlan/contract/domain/instant';

export interface Exceptions {
  readonly rest: ReadonlySet<string>;
  readonly work: ReadonlySet<string>;
}

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

export const isWorkday = ({ rest, work }: Exceptions, day: string): boolean =>
  work.has(day) || (!rest.has(day) && !isWeekend(day));

export function workdayAfter(days: Exceptions, day: string, count: number): string {
  let last = day;
  for (let left = count; left > 0;) {
    last = addDays(last, 1);
    if (isWorkday(days, last)) left -= 1;
  }
  return last;
}

/** Number of workdays after `from`, up to and including `to`. Negative if `to` is earlier. */
export function workdaysBetween(days: Exceptions, from: string, to: string): number {
  if (to < from) return -workdaysBetween(days, to, from);
  let workdayCount = 0;
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) if (isWorkday(days, day)) workdayCount += 1;
  return workdayCount;
}
