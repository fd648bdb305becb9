import * as z from 'zod/mini';
import { limits } from '../../limits.ts';
import { resumeChecks, type ResumeCheck } from './lifecycle.ts';
import { day, id, prose } from '../../domain/fields.ts';

/** Bulk actions with their labels. */
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
export type BulkAction = keyof typeof bulkActions;
/** Whether a bulk action only sets fields of the authority. The other actions are lifecycle steps. */
export const isFieldAction = (action: BulkAction): action is 'addLabels' | 'removeLabels' | 'assignOfficer' =>
  action === 'addLabels' || action === 'removeLabels' || action === 'assignOfficer';

const checks = Object.keys(resumeChecks) as [ResumeCheck, ...ResumeCheck[]];
/** Input of the bulk actions. Each action requires other fields. */
export const bulkInput = {
  /** Labels to add or remove (dictionary enterpriseLabel), for addLabels and removeLabels. */
  labels: z.optional(
    z.array(z.string().check(z.regex(/^[A-Za-z0-9]{1,32}$/, '请从列表中选择'))).check(z.maxLength(20)),
  ),
  /** Responsible officer (监管责任人), for assignOfficer and approve. */
  officerId: z.optional(id),
  /** Kind of suspension (停产类型), for suspend. */
  kind: z.optional(z.string().check(z.regex(/^[A-Za-z0-9]{1,32}$/, '请选择停产类型'))),
  /** First day of the suspension, for suspend. */
  fromOn: z.optional(day),
  /** Reason (原因): free text for suspend, one of the closing reasons for close. */
  reason: z.optional(prose(limits.noteMax, '原因')),
  /** Checks that were passed, for resume. */
  checklist: z.optional(z.array(z.enum(checks)).check(z.maxLength(20))),
  /** Day of closing, for close. */
  closedOn: z.optional(day),
  note: z.optional(prose(limits.noteMax, '说明')),
};
export type BulkInput = { [K in keyof typeof bulkInput]?: z.output<(typeof bulkInput)[K]> };

/** An enterprise that a bulk action did not change, and the reason. */
export const bulkRefusal = z.object({
  /** Position of the enterprise in the selection, from 1. */
  rowNo: z.int(),
  enterpriseId: id,
  name: z.string(),
  creditCode: z.string(),
  reason: z.string(),
});
export type BulkRefusal = z.output<typeof bulkRefusal>;
