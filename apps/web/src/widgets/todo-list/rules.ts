import { numberText } from '@anlan/contract/domain/number-text';
import { addDays, daysBetween } from '@anlan/contract/domain/instant';
import type { Todo, TodoKind } from '@anlan/contract/domain/todo';
import { isOwnPath } from '#lib/place.ts';

/** How the list is cut, in its order. */
export const groups = {
  late: '已超期',
  today: '今天',
  week: '本周',
  after: '以后',
  none: '无期限',
} as const;
/** A part of the list. */
export type Group = keyof typeof groups;

/** The Sunday that ends the week of a day. */
export function endOfWeek(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, weekday === 0 ? 0 : 7 - weekday);
}

/** The part of the list that a deadline stands in. */
export function groupOf(dueOn: string | null, today: string): Group {
  if (dueOn === null) return 'none';
  if (dueOn < today) return 'late';
  if (dueOn === today) return 'today';
  return dueOn <= endOfWeek(today) ? 'week' : 'after';
}

/** The rows part by part, parts without rows left out. */
export function cut<R extends Pick<Todo, 'dueOn'>>(rows: readonly R[], today: string): { group: Group; rows: R[] }[] {
  const all = Object.keys(groups) as Group[];
  return all
    .map((group) => ({ group, rows: rows.filter(({ dueOn }) => groupOf(dueOn, today) === group) }))
    .filter((part) => part.rows.length > 0);
}

/** A deadline in words. */
export function dueText(dueOn: string, today: string): string {
  const left = daysBetween(today, dueOn);
  if (left < 0) return `期限 ${dueOn}，已超 ${numberText(-left)} 天`;
  return left === 0 ? '期限今天' : `期限 ${dueOn}，还有 ${left} 天`;
}

const verbs: Readonly<Record<TodoKind, string>> = {
  audit: '去审核',
  rectify: '去补充',
  recheck: '去复查',
  extension: '去审批',
  enforcement: '去回复',
  warning: '去更新',
  learning: '去学习',
  report: '去填报',
  check: '去检查',
  confirm: '去确认',
};

/** What the one button of a row says; of warnings, those of the server itself are looked into, papers are renewed. */
export const verbOf = ({ kind, path }: Pick<Todo, 'kind' | 'path'>): string =>
  kind === 'warning' && path.startsWith('/upms/') ? '去核实' : verbs[kind];

/** Days to which something is usually put off, each once. */
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

/** Where a to-do leads: a place of this server and nowhere else, whatever its row says (S39). */
export const placeOf = (path: string): string => (isOwnPath(path) ? path : '/bus/todo/index');
