import * as z from 'zod/mini';
import { limits } from '../../limits.ts';
import { mobile } from '../../domain/identifiers.ts';
import { codeMapping, requiredText, id, instant, prose, text } from '../../domain/fields.ts';
import { usernameProblem } from './registration.ts';
import { ownMobile } from '../sms/sms.ts';
import { userType } from '../session/session.ts';

/** Whether an account is unlocked or locked, with wire values. */
export const lockFlag = { open: '0', locked: '9' } as const;
export type LockFlag = keyof typeof lockFlag;

/** Approval states of a registered account, with wire values. */
export const approval = { approved: '0', pending: '1', rejected: '2' } as const;
export type Approval = keyof typeof approval;
/** Approval states in which an account may not be used; the list can be filtered by them. */
export const unapprovedStates = { pending: '1', rejected: '2' } as const;

const username = z.string('请输入用户名').check(
  z.trim(),
  z.superRefine((value, ctx) => {
    const problem = usernameProblem(value);
    if (problem) ctx.addIssue({ code: 'custom', message: problem, input: value });
  }),
);
const email = text(100, '邮箱').check(
  z.refine((value) => value === '' || /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(value), '邮箱格式不正确'),
);
const ids = (max: number) => z.array(id).check(z.maxLength(max, `最多选择 ${max} 项`));

export const userInput = z.object({
  username,
  nickName: requiredText(32, '姓名'),
  phone: ownMobile,
  email: z.optional(z.nullable(email)),
  type: codeMapping(userType),
  organId: z.optional(z.nullable(id)),
  roleIds: ids(20),
  enterpriseIds: z.optional(ids(50)),
});
export type UserInput = z.output<typeof userInput>;

/** Input of POST /upms/user/update. Absent fields stay unchanged; account name and kind never change. */
export const userPatch = z.object({
  id,
  /** Version that the caller loaded; a stale version returns 409 with the current row. */
  version: z.int(),
  nickName: z.optional(requiredText(32, '姓名')),
  /** Phone number. The masked number means that it stays unchanged. */
  phone: z.optional(mobile),
  /** Mail address; null removes it. The masked address means that it stays unchanged. */
  email: z.optional(z.nullable(z.union([email, z.string().check(z.regex(/^.\*{4}@.+$/u))], '邮箱格式不正确'))),
  organId: z.optional(z.nullable(id)),
  /** Ids of all roles that the person has after the change. */
  roleIds: z.optional(ids(20)),
  /** Ids of all enterprises to which the person is bound after the change. */
  enterpriseIds: z.optional(ids(50)),
});
export type UserPatch = z.output<typeof userPatch>;

export const rolesInput = z.object({
  id,
  /** Version that the caller loaded; a stale version returns 409 with the current row. */
  version: z.int(),
  /** Ids of all roles that the person has after the change. */
  roleIds: ids(20),
});

export const userAbility = z.enum([
  'update',
  'password',
  'lock',
  'unlock',
  'remove',
  'unbind',
  'makeAdmin',
  'decide',
  'roles',
]);
export type UserAbility = z.output<typeof userAbility>;

export const heldRole = z.object({
  id,
  code: z.string(),
  name: z.string(),
});

export const userRow = z.object({
  id,
  version: z.int(),
  abilities: z.array(userAbility),
  username: z.string(),
  nickName: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  type: codeMapping(userType),
  lockFlag: codeMapping(lockFlag),
  approval: codeMapping(approval),
  /** Name of the enterprise that the person typed at registration. */
  claimedEnterprise: z.nullable(z.string()),
  roleList: z.array(heldRole),
  organId: z.nullable(id),
  organName: z.nullable(z.string()),
  entName: z.nullable(z.string()),
  /** Enterprises to which the person is bound, as far as the caller may see them. */
  enterprises: z.array(z.object({ id, name: z.string() })),
  mustChangePassword: z.boolean(),
  createTime: instant,
});
export type UserRow = z.output<typeof userRow>;

/** Temporary password of a new person or after a reset: shown once, valid for a day. */
export const oneTimePassword = z.object({
  id,
  version: z.int(),
  password: z.string(),
  endsAt: instant,
});
export type OneTimePassword = z.output<typeof oneTimePassword>;

export const factorRemoval = z.object({
  id,
  /** Reason for the change; written to the log. */
  reason: prose(limits.noteMax, '原因').check(z.minLength(limits.reasonMin, `原因至少 ${limits.reasonMin} 个字`)),
});

export const decisionInput = z.object({
  id,
  version: z.int(),
  decision: z.enum(['approve', 'reject']),
  /** Id of the enterprise to which an approved person is bound, if the person is enterprise staff. */
  enterpriseId: z.optional(z.nullable(id)),
  /** Reason for a rejection, sent to the person. */
  reason: z.optional(text(100, '原因')),
});
export type DecisionInput = z.output<typeof decisionInput>;

export const userSortable = ['createTime', 'username', 'nickName'] as const;
export type UserSort = (typeof userSortable)[number];

export const userExportColumns = [
  'username',
  'nickName',
  'phone',
  'email',
  'type',
  'organName',
  'roles',
  'entName',
  'standing',
  'createTime',
] as const;
export type UserExportColumn = (typeof userExportColumns)[number];
