import * as z from 'zod/mini';
import { limits } from '../../limits.ts';
import { mobile } from '../../domain/identifiers.ts';
import { coded, filled, id, instant, prose, text } from '../../domain/fields.ts';
import { usernameProblem } from './joining.ts';
import { ownMobile } from '../sms/sms.ts';
import { userType } from '../session/session.ts';

/** Whether an account may be used: clean word → wire value. */
export const lockFlag = { open: '0', locked: '9' } as const;
/** Whether an account may be used. */
export type LockFlag = keyof typeof lockFlag;

/** How far an account that somebody registered is: clean word → wire value. */
export const approval = { approved: '0', pending: '1', rejected: '2' } as const;
/** How far an account that somebody registered is. */
export type Approval = keyof typeof approval;
/** Accounts that somebody registered and that may not be used: what a list is narrowed to. */
export const unapproved = { pending: '1', rejected: '2' } as const;

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

/** POST /upms/user. */
export const userInput = z.object({
  /** Account name, unique in the tenant. */
  username,
  /** Name of the person. */
  nickName: filled(32, '姓名'),
  /** Phone (classified). */
  phone: ownMobile,
  /** Mail (classified); null for none. */
  email: z.optional(z.nullable(email)),
  /** Kind of person. */
  type: coded(userType),
  /** Department, or null. */
  organId: z.optional(z.nullable(id)),
  /** Roles given. */
  roleIds: ids(20),
  /** Enterprises that enterprise staff are bound to. */
  enterpriseIds: z.optional(ids(50)),
});
/** A new person. */
export type UserInput = z.output<typeof userInput>;

/** POST /upms/user/update: absent = unchanged; account name and kind never change. */
export const userPatch = z.object({
  /** Which person. */
  id,
  /** The version that was seen; a stale one answers 409 with the row. */
  version: z.int(),
  /** Name of the person. */
  nickName: z.optional(filled(32, '姓名')),
  /** Phone; equal to its mask when it was not touched. */
  phone: z.optional(mobile),
  /** Mail; null for none, masked when it was not touched. */
  email: z.optional(z.nullable(z.union([email, z.string().check(z.regex(/^.\*{4}@.+$/u))], '邮箱格式不正确'))),
  /** Department, or null. */
  organId: z.optional(z.nullable(id)),
  /** Roles held afterwards. */
  roleIds: z.optional(ids(20)),
  /** Enterprises bound afterwards. */
  enterpriseIds: z.optional(ids(50)),
});
/** Changes to a person. */
export type UserPatch = z.output<typeof userPatch>;

/** POST /upms/user/giveRoles. */
export const rolesInput = z.object({
  /** Which person. */
  id,
  /** The version that was seen; a stale one answers 409 with the row. */
  version: z.int(),
  /** Roles held afterwards. */
  roleIds: ids(20),
});

/** What the caller may do with a person. */
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
/** What the caller may do with a person. */
export type UserAbility = z.output<typeof userAbility>;

/** A role as it is held. */
export const heldRole = z.object({
  /** Id of the role. */
  id,
  /** Code of the role. */
  code: z.string(),
  /** Name of the role. */
  name: z.string(),
});

/** A person as administrators see one. */
export const userRow = z.object({
  /** Id. */
  id,
  /** Grows with every change. */
  version: z.int(),
  /** What the caller may do with this row. */
  abilities: z.array(userAbility),
  /** Account name. */
  username: z.string(),
  /** Name of the person. */
  nickName: z.string(),
  /** Phone, masked. */
  phone: z.nullable(z.string()),
  /** Mail, masked. */
  email: z.nullable(z.string()),
  /** Kind of person. */
  type: coded(userType),
  /** Whether the account may be used. */
  lockFlag: coded(lockFlag),
  /** How far a registered account is. */
  approval: coded(approval),
  /** The enterprise that somebody who registered named, as typed. */
  claimedEnterprise: z.nullable(z.string()),
  /** Roles held. */
  roleList: z.array(heldRole),
  /** Department. */
  organId: z.nullable(id),
  /** Name of the department. */
  organName: z.nullable(z.string()),
  /** Names of the enterprises bound, joined. */
  entName: z.nullable(z.string()),
  /** Enterprises bound that the caller sees. */
  enterprises: z.array(z.object({ /** Id. */ id, /** Name. */ name: z.string() })),
  /** Whether a password of one's own is still to be chosen. */
  mustChangePassword: z.boolean(),
  /** When the account was made. */
  createTime: instant,
});
/** A person as administrators see one. */
export type UserRow = z.output<typeof userRow>;

/** What making a person or resetting a password answers: shown once, good for a day. */
export const oneTimePassword = z.object({
  /** Which person. */
  id,
  /** Version to send back with the next change. */
  version: z.int(),
  /** The password, which has to be changed at the next sign-in. */
  password: z.string(),
  /** Until when it opens. */
  endsAt: instant,
});
/** A password that is shown once. */
export type OneTimePassword = z.output<typeof oneTimePassword>;

/** POST /upms/user/removeFactor. */
export const factorRemoval = z.object({
  /** Which person. */
  id,
  /** Why; it stands in the log. */
  reason: prose(limits.noteMax, '原因').check(z.minLength(limits.reasonMin, `原因至少 ${limits.reasonMin} 个字`)),
});

/** POST /upms/user/decide. */
export const decisionInput = z.object({
  /** Which person. */
  id,
  /** The version that was seen. */
  version: z.int(),
  /** Whether the account may be used from now on. */
  decision: z.enum(['approve', 'reject']),
  /** Enterprise that an approved person of an enterprise is bound to. */
  enterpriseId: z.optional(z.nullable(id)),
  /** Why not; told to the person. */
  reason: z.optional(text(100, '原因')),
});
/** What becomes of somebody who registered. */
export type DecisionInput = z.output<typeof decisionInput>;

/** Columns that the list may be ordered by. */
export const userSortable = ['createTime', 'username', 'nickName'] as const;
/** A column that the list may be ordered by. */
export type UserSort = (typeof userSortable)[number];

/** Columns of the list of people as a file, in their order. */
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
/** One of them. */
export type UserExportColumn = (typeof userExportColumns)[number];
