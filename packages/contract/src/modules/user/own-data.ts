import * as z from 'zod/mini';
import { fileAddress, requiredText, instant, text } from '../../domain/fields.ts';
import { ownMobile, smsDigits } from '../sms/sms.ts';

const encryptedPassword = z.string().check(z.maxLength(1024));
const email = text(100, '邮箱').check(
  z.refine((value) => value === '' || /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(value), '邮箱格式不正确'),
);

/** Input of POST /upms/user/edit. Absent fields stay unchanged. */
export const ownEdit = z.object({
  /** Current password, encrypted with the block cipher. Required if `newpassword1` is set. */
  password: z.optional(encryptedPassword),
  /** New password, encrypted with the block cipher. */
  newpassword1: z.optional(encryptedPassword),
  /** Address of an uploaded picture; null removes it. */
  avatar: z.optional(z.nullable(fileAddress('请先上传头像'))),
  nickName: z.optional(requiredText(30, '昵称')),
  email: z.optional(z.nullable(email)),
});
export type OwnEdit = z.output<typeof ownEdit>;

/** New tokens if all sessions of the person ended, including the current one; else null. */
export const reissuedTokens = z.nullable(
  z.object({
    token: z.string(),
    refresh_token: z.string(),
    expires_in: z.int(),
  }),
);
export type ReissuedTokens = z.output<typeof reissuedTokens>;

export const ownData = z.object({
  username: z.string(),
  nickName: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  organName: z.nullable(z.string()),
  roleNames: z.array(z.string()),
  /** When the person last changed the password; null if never. */
  passwordChangedAt: z.nullable(instant),
  /** When the password expires; null if it does not expire. */
  passwordEndsAt: z.nullable(instant),
  /** Whether a new password must follow the rules of protection level three. */
  passwordProtected: z.boolean(),
});
export type OwnData = z.output<typeof ownData>;

export const phoneCodeInput = z.object({
  phone: ownMobile,
  which: z.enum(['old', 'new']),
});
export type PhoneCodeInput = z.output<typeof phoneCodeInput>;

const smsCodeText = z.string('请输入验证码').check(z.trim(), z.minLength(1, '请输入验证码'), z.maxLength(16));

export const changePhoneInput = z.object({
  /** SMS code sent to the current phone. */
  code: smsCodeText,
  phone: ownMobile,
  /** SMS code sent to the new phone. */
  code2: smsCodeText,
});
export type ChangePhoneInput = z.output<typeof changePhoneInput>;

export const phoneBindInput = z.object({
  phone: ownMobile,
  code: smsDigits,
  doType: z.enum(['bind', 'unbind']),
});
export type PhoneBindInput = z.output<typeof phoneBindInput>;
