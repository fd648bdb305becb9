import * as z from 'zod/mini';
import { limits } from '../../limits.ts';
import { toldChange } from '../../domain/change.ts';
import { enterpriseStatus } from './codes.ts';
import { coded, day, id, instant, prose } from '../../domain/fields.ts';

const version = z.int();
const note = z.optional(z.nullable(prose(limits.noteMax, '说明')));
/** A reason that says something: at least so many characters. */
const reason = (label: string) =>
  prose(limits.noteMax, label).check(z.minLength(limits.reasonMin, `${label}至少 ${limits.reasonMin} 个字`));

/** Who applied for an enterprise, as those read it who decide. */
export const applied = z.object({
  /** 申请编号 */
  number: z.string(),
  /** 申请人 */
  applicant: z.string(),
  /** 申请人手机号, masked. */
  phone: z.string(),
  /** 申请时间: when it was handed in, the last time where it was sent again. */
  submittedAt: instant,
});
/** Who applied for an enterprise. */
export type Applied = z.output<typeof applied>;

/** POST /bus/enterprise/approve. */
export const approval = z.object({
  /** Which enterprise. */
  id,
  /** The version the person saw. */
  version,
  /** 监管责任人; whoever approves when left out. */
  officerId: z.optional(z.nullable(id)),
  /** 审核意见 */
  note,
});
/** POST /bus/enterprise/reject. */
export const rejection = z.object({
  /** Which enterprise. */
  id,
  /** The version the person saw. */
  version,
  /** 驳回原因, which the enterprise reads. */
  reason: reason('驳回原因'),
});
/** POST /bus/enterprise/submit and /withdraw. */
export const submission = z.object({
  /** Which enterprise. */
  id,
  /** The version the person saw. */
  version,
  /** 说明 */
  note,
});
/** POST /bus/enterprise/suspend. */
export const suspension = z.object({
  /** Which enterprise. */
  id,
  /** The version the person saw. */
  version,
  /** 停产类型, code of dictionary suspensionKind; an enterprise itself may not say 'ordered'. */
  kind: z.string('请选择停产类型').check(z.regex(/^[A-Za-z0-9]{1,32}$/, '请选择停产类型')),
  /** First day. */
  fromOn: day,
  /** 原因 */
  reason: reason('停产原因'),
});

/** What is looked at before work goes on (复工复产): code → words. */
export const resumeChecks = {
  dangersFixed: '停产期间的隐患已整改',
  equipment: '设备设施已检修并试运行',
  training: '复工人员已完成安全培训',
  plan: '复工复产方案和应急预案已落实',
  duty: '安全管理人员已到岗',
} as const;
/** A thing looked at before work goes on. */
export type ResumeCheck = keyof typeof resumeChecks;
const checks = Object.keys(resumeChecks) as [ResumeCheck, ...ResumeCheck[]];
/** POST /bus/enterprise/resume. */
export const resumption = z.object({
  /** Which enterprise. */
  id,
  /** The version the person saw. */
  version,
  /** What was looked at and found in order; all of it is demanded. */
  checklist: z.array(z.enum(checks)).check(z.maxLength(checks.length * 2)),
  /** 说明 */
  note,
});

/** Why an enterprise leaves: code → words. */
export const closeReasons = {
  deregistered: '注销',
  movedOut: '迁出',
  shutDown: '关闭',
  merged: '合并',
} as const;
/** Why an enterprise leaves. */
export type CloseReason = keyof typeof closeReasons;
/** POST /bus/enterprise/close. */
export const closure = z.object({
  /** Which enterprise. */
  id,
  /** The version the person saw. */
  version,
  /** 原因; merging has a call of its own. */
  reason: z.enum(['deregistered', 'movedOut', 'shutDown'], '请选择原因'),
  /** Day of it. */
  closedOn: day,
  /** 说明 */
  note,
});

/** Kinds of entries on the timeline: code → words. */
export const timelineKinds = {
  status: '状态',
  fields: '资料',
  files: '附件',
  merge: '合并',
  transfer: '迁移',
} as const;
/** A kind of entry on the timeline. */
export type TimelineKind = keyof typeof timelineKinds;

/** What happened to an enterprise: a change of its state, of its file, or both. */
export const timelineEntry = z.object({
  /** Id, which also says the order. */
  id,
  /** What it is about. */
  kind: z.enum(Object.keys(timelineKinds) as [TimelineKind, ...TimelineKind[]]),
  /** The call, module.verb; empty where only the state is known. */
  call: z.string(),
  /** When. */
  at: instant,
  /** Who: the name shown then; null for the system. */
  byName: z.nullable(z.string()),
  /** State before; null at entry or where the state stayed. */
  from: z.nullable(coded(enterpriseStatus)),
  /** State after; null where it stayed. */
  to: z.nullable(coded(enterpriseStatus)),
  /** What was said about it. */
  note: z.nullable(z.string()),
  /** What the step demanded. */
  details: z.object({
    /** 停产类型 */
    kind: z.optional(z.string()),
    /** 停产起始日 */
    fromOn: z.optional(z.string()),
    /** 注销日期 */
    closedOn: z.optional(z.string()),
    /** 原因 of closing */
    reason: z.optional(z.string()),
    /** 复工复产检查 */
    checklist: z.optional(z.array(z.string())),
    /** The other enterprise of a merge. */
    other: z.optional(z.object({ /** Its id. */ id, /** Its name then. */ name: z.string() })),
  }),
  /** What changed, field by field. */
  changes: z.array(toldChange),
  /** Own addresses of files. */
  files: z.array(z.string()),
});
/** What happened to an enterprise. */
export type TimelineEntry = z.output<typeof timelineEntry>;

/** A piece of the timeline, newest first. */
export const timeline = z.object({
  /** Entries, newest first. */
  entries: z.array(timelineEntry),
  /** Send as `before` for the next piece; null at the end. */
  next: z.nullable(id),
});
/** A piece of the timeline. */
export type TimelinePiece = z.output<typeof timeline>;
