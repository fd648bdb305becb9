import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';
import { oauthScope, literalText, tenantId } from './session.ts';
import { ownMobile } from '../sms/sms.ts';

export const loginMethodsInput = z.object({
  tenantId,
});
/**
 * Sign-in methods that this server offers besides the password, and the rules for a new password. The page shows only
 * these methods.
 */
export const loginMethods = z.object({
  phone: z.boolean(),
  wechat: z.boolean(),
  directory: z.boolean(),
  /** Whether a new password must follow the rules of protection level three. */
  passwordProtected: z.boolean(),
});
export type LoginMethods = z.output<typeof loginMethods>;

export const phoneSignIn = z.object({
  phone: ownMobile,
  code: z.string('请输入短信验证码').check(z.maxLength(16)),
  grant_type: z.optional(literalText('sms_login')),
  scope: oauthScope,
  tenantId,
  /** Wire value of the kind of person. It selects one of several accounts with the same phone. */
  userType: z.optional(z.enum(['0', '1', '2', '9'])),
  shopId: z.optional(z.string().check(z.maxLength(36))),
});
export type PhoneSignIn = z.output<typeof phoneSignIn>;

export const ownEnterprisesInput = z.object({
  phone: ownMobile,
  tenantId: z.optional(tenantId),
});
export type OwnEnterprisesInput = z.output<typeof ownEnterprisesInput>;
export const ownEnterprise = z.object({
  enterpriseId: id,
  enterpriseName: z.string(),
});
export type OwnEnterprise = z.output<typeof ownEnterprise>;

export const appCode = z.object({
  appCode: z.string(),
  version: z.string(),
  url: z.string(),
});
