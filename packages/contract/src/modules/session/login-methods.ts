import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';
import { oauthScope, only, tenantId } from './session.ts';
import { ownMobile } from '../sms/sms.ts';

/** GET /auth/ways: where the page wants to sign in. */
export const loginMethodsInput = z.object({
  /** Tenant to sign in to. */
  tenantId,
});
/** Ways in beside the password that work here and now, of which only these are shown; and what a new password is asked for. */
export const loginMethods = z.object({
  /** Phone with a code by SMS. */
  phone: z.boolean(),
  /** WeChat, by scanning. */
  wechat: z.boolean(),
  /** The organisation's own directory. */
  directory: z.boolean(),
  /** Whether a new password follows the rules of protection of level three. */
  passwordProtected: z.boolean(),
});
/** Ways in beside the password. */
export type LoginMethods = z.output<typeof loginMethods>;

/** POST /auth/phone/token/sms. */
export const phoneSignIn = z.object({
  /** The phone of the account. */
  phone: ownMobile,
  /** The code that came for signing in. */
  code: z.string('请输入短信验证码').check(z.maxLength(16)),
  /** OAuth grant. */
  grant_type: z.optional(only('sms_login')),
  scope: oauthScope,
  /** Tenant to sign in to. */
  tenantId,
  /** Kind of person, wire value; decides between accounts that share a phone. */
  userType: z.optional(z.enum(['0', '1', '2', '9'])),
  /** Enterprise to begin in; the one used last when empty. */
  shopId: z.optional(z.string().check(z.maxLength(36))),
});
/** What a sign-in by phone brings. */
export type PhoneSignIn = z.output<typeof phoneSignIn>;

/** GET /bus/api/emp/getEntByPhone. */
export const ownEnterprisesInput = z.object({
  /** The caller's own phone. */
  phone: ownMobile,
  /** The caller's own tenant. */
  tenantId: z.optional(tenantId),
});
/** Whose enterprises. */
export type OwnEnterprisesInput = z.output<typeof ownEnterprisesInput>;
/** An enterprise that the caller may begin in. */
export const ownEnterprise = z.object({
  /** Id of the enterprise. */
  enterpriseId: id,
  /** Its name. */
  enterpriseName: z.string(),
});
/** An enterprise that the caller may begin in. */
export type OwnEnterprise = z.output<typeof ownEnterprise>;

/** GET /upms/api/app/appcode. */
export const appCode = z.object({
  /** Which product it is. */
  appCode: z.string(),
  /** Its version. */
  version: z.string(),
  /** Where people reach it. */
  url: z.string(),
});
