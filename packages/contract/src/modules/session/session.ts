import * as z from 'zod/mini';
import { text } from '../../domain/fields.ts';

/** Kinds of people: clean code → wire value (contracts §4). */
export const userType = { regulator: '0', enterprise: '1', shop: '2', platform: '9' } as const;
/** A kind of people. */
export type UserType = keyof typeof userType;
/** The kind of people behind a wire value. */
export const userTypeOf = (wire: string | undefined): UserType | undefined =>
  userTypes.find((kind) => userType[kind] === wire);
const userTypes: readonly UserType[] = ['regulator', 'enterprise', 'shop', 'platform'];

/** The tenant's number, as text. */
export const tenantId = z.string().check(z.regex(/^\d{1,19}$/, '请选择单位'));

/** OAuth answer of every way in (bare, no envelope). */
export const tokenAnswer = z.object({
  /** Opaque bearer token. */
  access_token: z.string(),
  /** One-use token for the next pair. */
  refresh_token: z.string(),
  /** Always bearer. */
  token_type: z.literal('bearer'),
  /** Seconds until the access token ends. */
  expires_in: z.int(),
  /** Always server. */
  scope: z.literal('server'),
  /** The tenant signed in to. */
  tenant_id: z.string(),
  /** The person. */
  user_id: z.string(),
  /** The person's account name. */
  username: z.string(),
  /** The current enterprise or shop; null for those who have none. */
  shop_id: z.nullable(z.string()),
});
/** Tokens of a session. */
export type TokenAnswer = z.output<typeof tokenAnswer>;

/** What a way in answers to a person with a second factor. */
export const secondStep = z.object({
  /** Always true. */
  mfa: z.literal(true),
  /** Goes with the code to /auth/mfa/token. */
  ticket: z.string(),
});
/** What a way in answers to a person with a second factor. */
export type SecondStep = z.output<typeof secondStep>;
/** Answer of every way in: tokens, or the step before them (bare). */
export const signInAnswer = z.union([tokenAnswer, secondStep]);
/** Answer of every way in. */
export type SignInAnswer = z.output<typeof signInAnswer>;

/** A text with one value. */
export const only = <T extends string>(value: T) => z.literal(value, `应为 ${value}`);
/** OAuth scope of every token call; there is one. */
export const oauthScope = z.optional(only('server'));

/** POST /auth/pwd/token. */
export const passwordSignIn = z.object({
  /** Account name. */
  username: text(64),
  /** Password under the block cipher (CA-21). */
  password: z.string().check(z.maxLength(1024)),
  /** Key of the captcha picture, made by the client. */
  randomStr: z.optional(z.string().check(z.maxLength(64))),
  /** What the person read in the captcha. */
  code: z.optional(z.string().check(z.maxLength(16))),
  /** OAuth grant. */
  grant_type: z.optional(only('password')),
  scope: oauthScope,
  /** Tenant to sign in to. */
  tenantId,
  /** Kind of person, wire value. */
  userType: z.optional(z.enum(['0', '1', '2', '9'])),
  /** Enterprise to begin in; the one used last when empty. */
  shopId: z.optional(z.string().check(z.maxLength(36))),
});
/** What a password sign-in brings. */
export type PasswordSignIn = z.output<typeof passwordSignIn>;

/** POST /auth/oauth/token. */
export const refreshInput = z.object({
  /** The refresh token in hand. */
  refresh_token: z.string().check(z.maxLength(256)),
  /** OAuth grant, must be refresh_token. */
  grant_type: only('refresh_token'),
  scope: oauthScope,
});

/** What a one-use ticket opens. */
export const ticketPurpose = z.enum(['ws', 'weixin', 'alipay', 'file']);
/** Purpose of a ticket. */
export type TicketPurpose = z.output<typeof ticketPurpose>;
/** POST /auth/ticket. */
export const ticketInput = z.object({
  /** What it is for. */
  purpose: ticketPurpose,
  /** For a file: the path with query that it opens, once. */
  target: z.optional(z.string().check(z.maxLength(2000))),
});
/** A ticket for one use. */
export const ticketAnswer = z.object({
  /** Goes into `access_token` of the address it opens. */
  ticket: z.string(),
  /** Seconds it lives. */
  expiresIn: z.int(),
});

/** Public configuration of the page (contracts §6). */
export const publicConfig = z.object({
  /** Client of the browser. */
  clientId: z.string(),
  /** Its credential: obfuscation by specification. */
  clientSecret: z.string(),
  /** 16 characters of the password cipher. */
  passwordKey: z.string(),
  /** Mode of the password cipher. */
  passwordMode: z.enum(['CBC', 'CFB']),
  /** 16 characters of encryptStr, or null when answers are plain. */
  encryptKey: z.nullable(z.string()),
  /** Whether sign-in asks for a captcha. */
  captcha: z.boolean(),
  /** Name of the product. */
  appName: z.string(),
  /** Version of the product. */
  version: z.string(),
  /** What the dictionary calls the kinds of people. */
  userTypes: z.object({
    /** Of an authority. */
    regulator: z.string(),
    /** Of an enterprise. */
    enterprise: z.string(),
    /** Of a shop. */
    shop: z.string(),
  }),
  /** Names of the demonstration's tenants that a first start is still making; absent otherwise. */
  seeding: z.optional(z.array(z.string())),
});
/** Public configuration of the page. */
export type PublicConfig = z.output<typeof publicConfig>;
