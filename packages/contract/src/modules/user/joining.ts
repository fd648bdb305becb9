import * as z from 'zod/mini';
import { agreedTexts } from '../content/text.ts';
import { coded, filled } from '../../domain/fields.ts';
import { tenantId } from '../session/session.ts';
import { ownMobile, smsDigits } from '../sms/sms.ts';

/** What is wrong with an account name that somebody chooses, or null. */
export function usernameProblem(name: string): string | null {
  if (name === '') return '请输入用户名';
  if (/[A-Z]/.test(name)) return '用户名请使用小写字母';
  return /^[a-z][a-z0-9_.-]{3,31}$/.test(name) ? null : '用户名为 4 至 32 位小写字母、数字或 . _ -，以字母开头';
}

/** Kinds of people who may register: clean word → wire value; every other kind is made by administrators. */
export const registrable = { enterprise: '1', shop: '2' } as const;

/** POST /upms/user/register. */
export const registerInput = z.object({
  /** The person's phone. */
  phone: ownMobile,
  /** The code that came for registering. */
  code: smsDigits,
  /** Account name they would like. */
  username: z.string('请输入用户名').check(
    z.trim(),
    z.superRefine((value, ctx) => {
      const problem = usernameProblem(value);
      if (problem) ctx.addIssue({ code: 'custom', message: problem, input: value });
    }),
  ),
  /** Password under the block cipher (CA-21). */
  password: z.string('请输入密码').check(z.maxLength(1024)),
  /** Name of the person; the account name when absent. */
  nickName: z.optional(filled(32, '姓名')),
  /** Enterprise or shop they say they belong to; nothing is bound to it. */
  entName: filled(100, '企业名称'),
  /** Tenant to register in. */
  tenantId,
  /** Kind of person: 1 enterprise staff, 2 shop. */
  type: coded(registrable),
  /** The versions of the agreements that the person agreed to. */
  agreed: z.optional(agreedTexts),
});
/** Somebody who registers. */
export type RegisterInput = z.output<typeof registerInput>;

/** POST /upms/user/findPhone. */
export const findPhoneInput = z.object({
  /** Full name of the enterprise, to the letter. */
  entName: filled(100, '企业名称'),
  /** Tenant it belongs to; the header tenant_id says the same. */
  tenantId: z.optional(tenantId),
  /** Key of the captcha picture, made by the client. */
  randomStr: z.optional(z.string().check(z.maxLength(64))),
  /** What the person read in the captcha. */
  code: z.optional(z.string().check(z.maxLength(16))),
});
/** Who asks for the phone behind an enterprise. */
export type FindPhoneInput = z.output<typeof findPhoneInput>;
/** Enough to recognise oneself by, too little to learn anything from (S18). */
export const foundPhone = z.object({
  /** Name of the person, masked. */
  name: z.string(),
  /** Their phone, masked. */
  phone: z.string(),
});
/** A phone found. */
export type FoundPhone = z.output<typeof foundPhone>;
