import { numberText } from '@anlan/contract/domain/number-text';
import { addDays, daysBetween } from '@anlan/contract/domain/instant';
import type { Todo } from '@anlan/contract/domain/todo';
import { isOwnPath } from '#lib/request-fields.ts';

export const groups = {
  late: '已超期',
  today: '今天',
  week: '本周',
  after: '以后',
  none: '无期限',
} as const;
export type Group = keyof typeof groups;

export function endOfWeek(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, weekday === 0 ? 0 : 7 - weekday);
}

export function groupOf(dueOn: string | null, today: string): Group {
  if (dueOn === null) return 'none';
  if (dueOn < today) return 'late';
  if (dueOn === today) return 'today';
  return dueOn <= endOfWeek(today) ? 'week' : 'after';
}

export function cut<R extends Pick<Todo, 'dueOn'>>(rows: readonly R[], today: string): { group: Group; rows: R[] }[] {
  const all = Object.keys(groups) as Group[];
  return all
    .map((group) => ({ group, rows: rows.filter(({ dueOn }) => groupOf(dueOn, today) === group) }))
    .filter((part) => part.rows.length > 0);
}

export function dueText(dueOn: string, today: string): string {
  const left = daysBetween(today, dueOn);
  if (left < 0) return `期限 ${dueOn}，已超 ${numberText(-left)} 天`;
  return left === 0 ? '期限今天' : `期限 ${dueOn}，还有 ${left} 天`;
}

/** The text of the link of a to-do. */
export const verbOf = ({ act }: Pick<Todo, 'act'>): string => act?.verb ?? '去处理';

export function snoozeChoices(today: string): { day: string; label: string }[] {
  const monday = addDays(endOfWeek(today), 1);
  const choices = [
    { day: addDays(today, 1), label: '明天' },
    { day: addDays(today, 3), label: '三天后' },
    { day: monday, label: '下周一' },
    { day: addDays(today, 14), label: '两周后' },
  ];
  return choices.filter(({ day }, index) => choices.findIndex((other) => other.day === day) === index);
}

/** The address to which a to-do links: only a path of this server, whatever its row contains (S39). */
export const placeOf = (path: string): string => (isOwnPath(path) ? path : '/bus/todo/index');
