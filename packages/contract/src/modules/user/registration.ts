import * as z from 'zod/mini';
import { agreedVersionIds } from '../content/text.ts';
import { codeMapping, requiredText } from '../../domain/fields.ts';
import { tenantId } from '../session/session.ts';
import { ownMobile, smsDigits } from '../sms/sms.ts';

export function usernameProblem(name: string): string | null {
  if (name === '') return '请输入用户名';
  if (/[A-Z]/.test(name)) return '用户名请使用小写字母';
  return /^[a-z][a-z0-9_.-]{3,31}$/.test(name) ? null : '用户名为 4 至 32 位小写字母、数字或 . _ -，以字母开头';
}

/** Kinds of people who may register, with their wire values. Administrators create all other kinds. */
export const registrableTypes = { enterprise: '1', shop: '2' } as const;

export const registerInput = z.object({
  phone: ownMobile,
  code: smsDigits,
  username: z.string('请输入用户名').check(
    z.trim(),
    z.superRefine((value, ctx) => {
      const problem = usernameProblem(value);
      if (problem) ctx.addIssue({ code: 'custom', message: problem, input: value });
    }),
  ),
  password: z.string('请输入密码').check(z.maxLength(1024)),
  /** Name of the person; the account name if absent. */
  nickName: z.optional(requiredText(32, '姓名')),
  /** Enterprise or shop to which the person claims to belong. Registration does not bind the account to it. */
  entName: requiredText(100, '企业名称'),
  tenantId,
  type: codeMapping(registrableTypes),
  agreed: z.optional(agreedVersionIds),
});
export type RegisterInput = z.output<typeof registerInput>;

export const findPhoneInput = z.object({
  /** Full name of the enterprise; it must match exactly. */
  entName: requiredText(100, '企业名称'),
  /** Tenant of the enterprise; equals the header tenant_id. */
  tenantId: z.optional(tenantId),
  randomStr: z.optional(z.string().check(z.maxLength(64))),
  code: z.optional(z.string().check(z.maxLength(16))),
});
export type FindPhoneInput = z.output<typeof findPhoneInput>;
/** Masked data of an account. The owner can recognise the account, and other people learn nothing (S18). */
export const phoneSearchAnswer = z.object({
  name: z.string(),
  phone: z.string(),
});
export type PhoneSearchAnswer = z.output<typeof phoneSearchAnswer>;
