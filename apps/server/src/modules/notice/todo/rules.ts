import { addDays } from '@anlan/contract/domain/instant';
import type { UserType } from '@anlan/contract/domain/session';

export type { Holder, Wanted } from '#kit/todo.ts';

const workdays = new Set([1, 2, 3, 4, 5]);
/** The day so many workdays later; weekends do not count. */
export function workdayAfter(day: string, days: number): string {
  let last = day;
  for (let left = days; left > 0;) {
    last = addDays(last, 1);
    if (workdays.has(new Date(`${last}T00:00:00Z`).getUTCDay())) left -= 1;
  }
  return last;
}

/** The farthest day that something may be put off to. */
export const snoozeDaysMax = 30;

/** Whose turn it is where nobody is named. */
export const turnText: Readonly<Record<UserType, string>> = {
  regulator: '监管人员',
  enterprise: '本企业',
  shop: '店铺用户',
  platform: '平台人员',
};
