import * as z from 'zod/mini';
import { coded } from '../../domain/fields.ts';
import { normalisePhone, phoneProblem } from '../../domain/phone.ts';
import { tenantId } from '../session/session.ts';

/** What a code by SMS is for: clean code → wire value; a code for one never passes for another. */
export const smsType = { signIn: '1', register: '2', findPhone: '3', changePhone: '4', apply: '5', shop: '6' } as const;
/** What a code by SMS is for. */
export type SmsType = keyof typeof smsType;

/** A mainland mobile, brought to eleven digits; unlike the field of a file, a mask is none. */
export const ownMobile = z.string('手机号码不能为空').check(
  z.overwrite(normalisePhone),
  z.superRefine((value, ctx) => {
    const problem = phoneProblem(value);
    if (problem) ctx.addIssue({ code: 'custom', message: problem, input: value });
  }),
);
/** The six digits of a code, as typed. */
export const smsDigits = z.string('请输入短信验证码').check(z.trim(), z.regex(/^\d{6}$/, '短信验证码为 6 位数字'));

/** POST /bus/sms/code. */
export const smsCodeInput = z.object({
  /** Where the code goes. */
  phone: ownMobile,
  /** What it is for: 1 sign-in, 2 register, 3 find phone, 4 change phone, 5 enterprise application, 6 shop application. */
  type: coded(smsType),
  /** The tenant it counts in. */
  tenantId,
  /** Key of the captcha picture, made by the client. */
  randomStr: z.optional(z.string().check(z.maxLength(64))),
  /** What the person read in the captcha. */
  code: z.optional(z.string().check(z.maxLength(16))),
});
/** A code asked for. */
export type SmsCodeInput = z.output<typeof smsCodeInput>;

/** POST /bus/api/sms/checkSmsCode. */
export const smsCheckInput = z.object({
  /** Where the code went. */
  phone: ownMobile,
  /** The code as typed. */
  code: z.string('请输入短信验证码').check(z.maxLength(16)),
  /** What it is for. */
  type: coded(smsType),
  /** The tenant it was asked for in; the header tenant_id says the same. */
  tenantId: z.optional(tenantId),
});
/** A code to check. */
export type SmsCheckInput = z.output<typeof smsCheckInput>;
