import * as z from 'zod/mini';
import { day, id, instant } from './fields.ts';

/** Kinds of to-dos (待办类型). */
export const todoKinds = {
  audit: '待审核',
  rectify: '待整改',
  recheck: '待复查',
  extension: '延期审批',
  enforcement: '执法回复',
  warning: '预警处理',
  learning: '待学习',
  report: '月报填报',
  check: '待检查',
  confirm: '待确认',
} as const;
/** A kind of to-dos. */
export type TodoKind = keyof typeof todoKinds;
/** A kind of to-dos. */
export const todoKind = z.enum(Object.keys(todoKinds) as [TodoKind, ...TodoKind[]]);

/** Which to-dos are listed: what waits, what is put off, what is done. */
export const todoState = z.enum(['open', 'snoozed', 'done']);
/** Which to-dos are listed. */
export type TodoState = z.output<typeof todoState>;

/** A to-do (待办) as the one sees it for whom it waits. */
export const todo = z.object({
  /** Id. */
  id,
  /** 待办类型 */
  kind: todoKind,
  /** 事项 */
  title: z.string(),
  /** The screen of ours where it is done. */
  path: z.string(),
  /** Whether the caller is to see to it first. */
  mine: z.boolean(),
  /** Whose turn it is: a person's name, or words for whoever may. */
  turn: z.string(),
  /** Since when it is their turn. */
  since: instant,
  /** 期限 */
  dueOn: z.nullable(day),
  /** 稍后提醒: the day from which the caller is reminded again. */
  snoozedTo: z.nullable(day),
  /** 办结时间 */
  doneAt: z.nullable(instant),
  /** 办结人 */
  doneBy: z.nullable(z.string()),
});
/** A to-do as the one sees it for whom it waits. */
export type Todo = z.output<typeof todo>;

/** POST /bus/todo/snooze */
export const todoSnooze = z.object({
  /** Which to-do. */
  id,
  /** The day from which to remind again; null reminds at once. */
  snoozedTo: z.nullable(day),
});
/** What a person puts off. */
export type TodoSnooze = z.output<typeof todoSnooze>;

/** Columns that the list may be ordered by. */
export const todoSortable = ['dueOn', 'since'] as const;
/** A column that the list may be ordered by. */
export type TodoSort = (typeof todoSortable)[number];
