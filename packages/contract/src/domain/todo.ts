import * as z from 'zod/mini';
import { day, id, instant } from './fields.ts';

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
export type TodoKind = keyof typeof todoKinds;
export const todoKind = z.enum(Object.keys(todoKinds) as [TodoKind, ...TodoKind[]]);

export const todoState = z.enum(['open', 'snoozed', 'done']);
export type TodoState = z.output<typeof todoState>;

/** A to-do (待办) as one recipient sees it. */
export const todo = z.object({
  id,
  kind: todoKind,
  /** The act that completes the to-do or hands it on; null for to-dos of an earlier release. */
  act: z.nullable(
    z.object({
      /** Name of the call, such as danger.urge. */
      name: z.string(),
      /** Text of the link to the record. */
      verb: z.string(),
      /** Button text for several to-dos at once; null if each must be done on its own. */
      several: z.nullable(z.string()),
    }),
  ),
  /** Id of the record that the act changes. */
  subjectId: id,
  title: z.string(),
  /** Enterprise that the to-do concerns; null if there is none. */
  enterpriseName: z.nullable(z.string()),
  path: z.string(),
  /** Whether the caller is the person who should handle the to-do first. */
  mine: z.boolean(),
  /** Who must act: the name of a person, or a description of all people who may act. */
  turn: z.string(),
  since: instant,
  dueOn: z.nullable(day),
  /** First day of the next reminder, if the caller chose a delay (稍后提醒). */
  snoozedTo: z.nullable(day),
  doneAt: z.nullable(instant),
  doneBy: z.nullable(z.string()),
});
export type Todo = z.output<typeof todo>;

export const todoSnooze = z.object({
  id,
  /** Day of the next reminder; null ends the delay (稍后提醒) at once. */
  snoozedTo: z.nullable(day),
});
export type TodoSnooze = z.output<typeof todoSnooze>;

export const todoSortable = ['dueOn', 'since'] as const;
export type TodoSort = (typeof todoSortable)[number];
