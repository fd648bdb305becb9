import { addDays } from '@anlan/contract/domain/instant';
import type { TodoKind } from '@anlan/contract/domain/todo';
import type { UserType } from '@anlan/contract/domain/session';
import type { Permit } from '@anlan/contract/permits';

/** What waits, and for whom: people by name, or whoever of a kind holds a permit. */
export interface Wanted {
  kind: TodoKind;
  title: string;
  /** What it is about. */
  subject: { type: string; id: string };
  /** The screen where it is done. */
  path: string;
  dueOn?: string | null;
  /** Since when it is their turn; now where nothing is said. */
  since?: Date | undefined;
  owner: { userIds: readonly string[] } | Holder;
}

/** Whoever of a kind holds a permit; of one enterprise, or of the whole tenant. */
export interface Holder {
  userType: UserType;
  permit: Permit;
  enterpriseId?: string | undefined;
  /** Who is to see to it first. */
  leadId?: string | null | undefined;
}

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
