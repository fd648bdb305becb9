import * as z from 'zod/mini';
import { text } from '../../domain/fields.ts';

/** Kinds of people with their wire values. */
export const userType = { regulator: '0', enterprise: '1', shop: '2', platform: '9' } as const;
export type UserType = keyof typeof userType;
export const userTypeOf = (wire: string | undefined): UserType | undefined =>
  userTypes.find((kind) => userType[kind] === wire);
const userTypes: readonly UserType[] = ['regulator', 'enterprise', 'shop', 'platform'];

/** Number of the tenant, as text. */
export const tenantId = z.string().check(z.regex(/^\d{1,19}$/, '请选择单位'));

/** Response of every sign-in method: OAuth tokens, without an envelope. */
export const tokenAnswer = z.object({
  access_token: z.string(),
  /** One-time token that requests the next pair of tokens. */
  refresh_token: z.string(),
  token_type: z.literal('bearer'),
  /** Seconds until the access token expires. */
  expires_in: z.int(),
  scope: z.literal('server'),
  tenant_id: z.string(),
  user_id: z.string(),
  username: z.string(),
  /** Id of the current enterprise or shop; null if there is none. */
  shop_id: z.nullable(z.string()),
});
export type TokenAnswer = z.output<typeof tokenAnswer>;

/** Response of a sign-in if the person has a second factor. */
export const secondStep = z.object({
  mfa: z.literal(true),
  /** Ticket that the client sends with the second-factor code to /auth/mfa/token. */
  ticket: z.string(),
});
export type SecondStep = z.output<typeof secondStep>;
/** Response of every sign-in method, without an envelope: tokens, or a request for the second factor. */
export const signInAnswer = z.union([tokenAnswer, secondStep]);
export type SignInAnswer = z.output<typeof signInAnswer>;

export const literalText = <T extends string>(value: T) => z.literal(value, `应为 ${value}`);
export const oauthScope = z.optional(literalText('server'));

export const passwordSignIn = z.object({
  username: text(64),
  /** Password encrypted with the block cipher (CA-21). */
  password: z.string().check(z.maxLength(1024)),
  randomStr: z.optional(z.string().check(z.maxLength(64))),
  code: z.optional(z.string().check(z.maxLength(16))),
  grant_type: z.optional(literalText('password')),
  scope: oauthScope,
  tenantId,
  userType: z.optional(z.enum(['0', '1', '2', '9'])),
  /** Id of the enterprise to open after sign-in; if empty, the last used enterprise. */
  shopId: z.optional(z.string().check(z.maxLength(36))),
});
export type PasswordSignIn = z.output<typeof passwordSignIn>;

export const refreshInput = z.object({
  refresh_token: z.string().check(z.maxLength(256)),
  grant_type: literalText('refresh_token'),
  scope: oauthScope,
});

export const ticketPurpose = z.enum(['ws', 'weixin', 'alipay', 'file']);
export type TicketPurpose = z.output<typeof ticketPurpose>;
export const ticketInput = z.object({
  purpose: ticketPurpose,
  /** For a file: path with query that the ticket opens once. */
  target: z.optional(z.string().check(z.maxLength(2000))),
});
export const ticketAnswer = z.object({
  /** Ticket that the client sends as `access_token` in the address to open. */
  ticket: z.string(),
  /** Lifetime of the ticket in seconds. */
  expiresIn: z.int(),
});

/** Configuration that the page needs; it is public. */
export const publicConfig = z.object({
  clientId: z.string(),
  /** Client secret. The specification demands it; it protects nothing, because everybody can read it. */
  clientSecret: z.string(),
  /** Key of the password cipher, 16 characters. */
  passwordKey: z.string(),
  passwordMode: z.enum(['CBC', 'CFB']),
  /** Key of encryptStr, 16 characters; null when answers are not encrypted. */
  encryptKey: z.nullable(z.string()),
  captcha: z.boolean(),
  appName: z.string(),
  version: z.string(),
  userTypes: z.object({
    regulator: z.string(),
    enterprise: z.string(),
    shop: z.string(),
  }),
  /** Names of the demo tenants that the server is still creating at its first start; absent otherwise. */
  seeding: z.optional(z.array(z.string())),
});
export type PublicConfig = z.output<typeof publicConfig>;
