import * as z from 'zod/mini';
import { limits } from '../../limits.ts';
import { labelledChange } from '../../domain/field-change.ts';
import { enterpriseStatus } from './codes.ts';
import { codeMapping, id, instant, prose } from '../../domain/fields.ts';
import { choice, code, day, json, person, prose as proseField, ref, region, text } from '../../kit/field.ts';
import type { Moves } from '../../kit/state-machine.ts';

const version = z.int();
const note = z.optional(z.nullable(prose(limits.noteMax, '说明')));

export const applicantInfo = z.object({
  number: z.string(),
  applicant: z.string(),
  /** Phone of the applicant, masked. */
  phone: z.string(),
  /** Time of the last submission (申请时间). */
  submittedAt: instant,
});
export type ApplicantInfo = z.output<typeof applicantInfo>;

/** Checks before an enterprise resumes work (复工复产), with labels. */
export const resumeChecks = {
  dangersFixed: '停产期间的隐患已整改',
  equipment: '设备设施已检修并试运行',
  training: '复工人员已完成安全培训',
  plan: '复工复产方案和应急预案已落实',
  duty: '安全管理人员已到岗',
} as const;
export type ResumeCheck = keyof typeof resumeChecks;
const checks = Object.keys(resumeChecks) as [ResumeCheck, ...ResumeCheck[]];
const unchecked = '还有未确认的检查项';
export const resumption = z.object({
  id,
  version,
  /** Checks that were passed; the call requires all of them. */
  checklist: z.array(z.enum(checks)).check(z.maxLength(checks.length * 2)),
  note,
});

export const closeReasons = {
  deregistered: '注销',
  movedOut: '迁出',
  shutDown: '关闭',
  merged: '合并',
} as const;
export type CloseReason = keyof typeof closeReasons;

const reasonField = (label: string) => proseField(limits.noteMax, label).required().least(limits.reasonMin);
const noteField = { note: proseField(limits.noteMax, '说明') };
const { merged: _merged, ...closingReasons } = closeReasons;
/** Steps that people take, with the fields that they ask for. */
export const enterpriseMoves = {
  activate: { from: ['draft'], to: 'active', label: '启用', permit: 'audit' },
  submit: { from: ['draft', 'rejected'], to: 'underReview', label: '提交审核', permit: 'submit', ask: noteField },
  withdraw: { from: ['underReview'], to: 'draft', label: '撤回申请', permit: 'submit', ask: noteField },
  approve: {
    from: ['underReview'],
    to: 'active',
    label: '通过',
    permit: 'audit',
    /** Responsible officer; by default the approver. */
    ask: { officerId: person('监管责任人'), note: proseField(limits.noteMax, '审核意见') },
  },
  reject: {
    from: ['underReview'],
    to: 'rejected',
    label: '驳回',
    permit: 'audit',
    /** The enterprise can read the reason. */
    ask: { reason: reasonField('驳回原因') },
  },
  suspend: {
    from: ['active'],
    to: 'suspended',
    label: '停产停业',
    permit: 'suspend',
    ask: {
      kind: code('suspensionKind', '停产类型').required(),
      fromOn: day('起始日期').required(),
      reason: reasonField('停产原因'),
    },
  },
  resume: {
    from: ['suspended'],
    to: 'active',
    label: '复工复产',
    permit: 'audit',
    ask: {
      checklist: json(
        '复工复产检查',
        z.array(z.enum(checks), unchecked).check(z.minLength(checks.length, unchecked)),
      ).required(),
      ...noteField,
    },
  },
  transfer: {
    from: ['draft', 'rejected', 'underReview', 'active', 'suspended'],
    label: '区划迁移',
    done: '已迁移',
    permit: 'audit',
    ask: {
      regionCode: region('迁入行政区划').required(),
      town: text(30, '乡镇街道'),
      authorityId: ref('organisation', '监管部门'),
      officerId: person('监管责任人'),
      reason: reasonField('迁移原因'),
    },
  },
  close: {
    from: ['active', 'suspended'],
    to: 'closed',
    label: '注销',
    permit: 'audit',
    danger: true,
    ask: {
      reason: choice(closingReasons, '注销原因').required(),
      closedOn: day('注销日期').required(),
      ...noteField,
    },
  },
} as const satisfies Moves;

export const timelineKinds = {
  status: '状态',
  fields: '资料',
  files: '附件',
  merge: '合并',
  transfer: '迁移',
} as const;
export type TimelineKind = keyof typeof timelineKinds;

export const timelineEntry = z.object({
  /** Id of the entry. Ids increase with time. */
  id,
  kind: z.enum(Object.keys(timelineKinds) as [TimelineKind, ...TimelineKind[]]),
  /** Call that caused the entry, as module.verb; empty if only the change of state is recorded. */
  call: z.string(),
  at: instant,
  /** Name of the person at that time; null if the system made the change. */
  byName: z.nullable(z.string()),
  /** State before; null for a new enterprise, or if the state did not change. */
  from: z.nullable(codeMapping(enterpriseStatus)),
  /** State after; null if the state did not change. */
  to: z.nullable(codeMapping(enterpriseStatus)),
  note: z.nullable(z.string()),
  details: z.object({
    kind: z.optional(z.string()),
    fromOn: z.optional(z.string()),
    closedOn: z.optional(z.string()),
    reason: z.optional(z.string()),
    checklist: z.optional(z.array(z.string())),
    other: z.optional(z.object({ id, name: z.string() })),
  }),
  changes: z.array(labelledChange),
  files: z.array(z.string()),
});
export type TimelineEntry = z.output<typeof timelineEntry>;

export const timeline = z.object({
  entries: z.array(timelineEntry),
  /** Value of `before` for the next request; null if there are no more entries. */
  next: z.nullable(id),
});
export type TimelinePiece = z.output<typeof timeline>;
