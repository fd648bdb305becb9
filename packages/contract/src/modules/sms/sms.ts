import * as z from 'zod/mini';
import { codeMapping } from '../../domain/fields.ts';
import { normalisePhone, phoneProblem } from '../../domain/phone.ts';
import { tenantId } from '../session/session.ts';

/** Purposes of an SMS code with their wire values. An SMS code is valid for one purpose only. */
export const smsType = { signIn: '1', register: '2', findPhone: '3', changePhone: '4', apply: '5', shop: '6' } as const;
export type SmsType = keyof typeof smsType;

/** A mainland mobile number, normalised to eleven digits; a masked number is refused. */
export const ownMobile = z.string('手机号码不能为空').check(
  z.overwrite(normalisePhone),
  z.superRefine((value, ctx) => {
    const problem = phoneProblem(value);
    if (problem) ctx.addIssue({ code: 'custom', message: problem, input: value });
  }),
);
export const smsDigits = z.string('请输入短信验证码').check(z.trim(), z.regex(/^\d{6}$/, '短信验证码为 6 位数字'));

export const smsCodeInput = z.object({
  phone: ownMobile,
  /**
   * Purpose of the SMS code: 1 sign-in, 2 register, 3 find phone, 4 change phone, 5 enterprise application, 6 shop
   * application.
   */
  type: codeMapping(smsType),
  /** Tenant whose limits count the SMS code. */
  tenantId,
  randomStr: z.optional(z.string().check(z.maxLength(64))),
  code: z.optional(z.string().check(z.maxLength(16))),
});
export type SmsCodeInput = z.output<typeof smsCodeInput>;

export const smsCheckInput = z.object({
  phone: ownMobile,
  code: z.string('请输入短信验证码').check(z.maxLength(16)),
  type: codeMapping(smsType),
  /** Tenant for which the SMS code was requested. It must equal the header tenant_id. */
  tenantId: z.optional(tenantId),
});
export type SmsCheckInput = z.output<typeof smsCheckInput>;
