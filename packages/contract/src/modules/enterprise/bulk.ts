import * as z from 'zod/mini';
import { limits } from '../../limits.ts';
import { resumeChecks, type ResumeCheck } from './lifecycle.ts';
import { day, id, prose } from '../../domain/fields.ts';

/** What can be done with many enterprises at once: code → what a person calls it. */
export const bulkActions = {
  activate: '批量启用',
  approve: '批量通过审核',
  suspend: '批量停产停业',
  resume: '批量复工复产',
  close: '批量注销',
  addLabels: '批量添加标签',
  removeLabels: '批量移除标签',
  assignOfficer: '批量指派责任人',
} as const;
/** What can be done with many enterprises at once. */
export type BulkAction = keyof typeof bulkActions;
/** Actions that only set fields of the authority; the others are steps in the life of an enterprise. */
export const isFieldAction = (action: BulkAction): action is 'addLabels' | 'removeLabels' | 'assignOfficer' =>
  action === 'addLabels' || action === 'removeLabels' || action === 'assignOfficer';

const checks = Object.keys(resumeChecks) as [ResumeCheck, ...ResumeCheck[]];
/** What an action is told; which of it is demanded is the action's own step's to say. */
export const bulkWords = {
  /** Codes of dictionary enterpriseLabel: addLabels, removeLabels. */
  labels: z.optional(
    z.array(z.string().check(z.regex(/^[A-Za-z0-9]{1,32}$/, '请从列表中选择'))).check(z.maxLength(20)),
  ),
  /** 监管责任人: assignOfficer, approve. */
  officerId: z.optional(id),
  /** 停产类型: suspend. */
  kind: z.optional(z.string().check(z.regex(/^[A-Za-z0-9]{1,32}$/, '请选择停产类型'))),
  /** First day: suspend. */
  fromOn: z.optional(day),
  /** 原因: suspend in words, close by its code. */
  reason: z.optional(prose(limits.noteMax, '原因')),
  /** What was looked at: resume. */
  checklist: z.optional(z.array(z.enum(checks)).check(z.maxLength(20))),
  /** Day of it: close. */
  closedOn: z.optional(day),
  /** 说明 */
  note: z.optional(prose(limits.noteMax, '说明')),
};
/** What an action is told. */
export type BulkWords = { [K in keyof typeof bulkWords]?: z.output<(typeof bulkWords)[K]> };

/** An enterprise that a bulk action left as it was, and why. */
export const bulkRefused = z.object({
  /** Place among those chosen, from 1. */
  rowNo: z.int(),
  /** Which enterprise. */
  enterpriseId: id,
  /** Its name when it was chosen. */
  name: z.string(),
  /** Its credit code when it was chosen. */
  creditCode: z.string(),
  /** Why, in words. */
  reason: z.string(),
});
/** An enterprise that a bulk action left as it was, and why. */
export type BulkRefused = z.output<typeof bulkRefused>;

/** Figures that a bulk job leaves. */
export const bulkResult = z.object({
  /** How many were chosen. */
  total: z.int(),
  /** How many were changed. */
  changed: z.int(),
  /** How many were so already. */
  same: z.int(),
  /** How many were refused. */
  refused: z.int(),
});
