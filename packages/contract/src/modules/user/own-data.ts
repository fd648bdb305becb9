import * as z from 'zod/mini';
import { fileAddress, filled, instant, text } from '../../domain/fields.ts';
import { ownMobile, smsDigits } from '../sms/sms.ts';

const ciphered = z.string().check(z.maxLength(1024));
const email = text(100, '邮箱').check(
  z.refine((value) => value === '' || /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(value), '邮箱格式不正确'),
);

/** POST /upms/user/edit: absent = unchanged. */
export const ownEdit = z.object({
  /** The password in use, under the block cipher; demanded with a new one. */
  password: z.optional(ciphered),
  /** The password wanted, under the block cipher. */
  newpassword1: z.optional(ciphered),
  /** Own address of an uploaded picture; null takes it away. */
  avatar: z.optional(z.nullable(fileAddress('请先上传头像'))),
  /** Name shown. */
  nickName: z.optional(filled(30, '昵称')),
  /** Mail; an empty one takes it away. */
  email: z.optional(z.nullable(email)),
});
/** Own data to change. */
export type OwnEdit = z.output<typeof ownEdit>;

/** New tokens where all of a person's sessions ended, the asking one too; null where none did. */
export const reissuedTokens = z.nullable(
  z.object({
    /** Opaque bearer token. */
    token: z.string(),
    /** One-use token for the next pair. */
    refresh_token: z.string(),
    /** Seconds until the token ends. */
    expires_in: z.int(),
  }),
);
/** New tokens, or null where the old ones stand. */
export type ReissuedTokens = z.output<typeof reissuedTokens>;

/** Own data as the page of personal information shows it. */
export const ownData = z.object({
  /** Account name. */
  username: z.string(),
  /** Name shown. */
  nickName: z.string(),
  /** Own phone, whole. */
  phone: z.nullable(z.string()),
  /** Mail. */
  email: z.nullable(z.string()),
  /** Own address of the portrait. */
  avatar: z.nullable(z.string()),
  /** Department, or null. */
  organName: z.nullable(z.string()),
  /** Names of the roles held. */
  roleNames: z.array(z.string()),
  /** When the password was set last, in the person's own hand; null when it never was. */
  passwordChangedAt: z.nullable(instant),
  /** Until when the password stands; null where it does not age. */
  passwordEndsAt: z.nullable(instant),
  /** Whether a new password follows the rules of protection of level three. */
  passwordProtected: z.boolean(),
});
/** Own data. */
export type OwnData = z.output<typeof ownData>;

/** POST /upms/user/phoneCode. */
export const phoneCodeInput = z.object({
  /** Where the code goes. */
  phone: ownMobile,
  /** The phone in use, or the one wanted. */
  which: z.enum(['old', 'new']),
});
/** A code asked for by somebody signed in. */
export type PhoneCodeInput = z.output<typeof phoneCodeInput>;

const digits = z.string('请输入验证码').check(z.trim(), z.minLength(1, '请输入验证码'), z.maxLength(16));

/** GET /upms/user/changePhone. */
export const changePhoneInput = z.object({
  /** Code that the phone in use was sent. */
  code: digits,
  /** The phone wanted. */
  phone: ownMobile,
  /** Code that the phone wanted was sent. */
  code2: digits,
});
/** A change of phone. */
export type ChangePhoneInput = z.output<typeof changePhoneInput>;

/** POST /upms/user/phone. */
export const phoneBindInput = z.object({
  /** The phone to bind, or the one bound. */
  phone: ownMobile,
  /** Code that it was sent. */
  code: smsDigits,
  /** Bind a first phone, or unbind the one in use. */
  doType: z.enum(['bind', 'unbind']),
});
/** A phone to bind or unbind. */
export type PhoneBindInput = z.output<typeof phoneBindInput>;
