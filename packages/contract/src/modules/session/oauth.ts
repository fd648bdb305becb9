import * as z from 'zod/mini';
import { instant } from '../../domain/fields.ts';
import { oauthScope, only, tenantId } from './session.ts';

/** Whose word is taken for who somebody is. */
export const identityProvider = z.enum(['wechat', 'directory']);
/** Whose word is taken for who somebody is. */
export type IdentityProvider = z.output<typeof identityProvider>;

const state = z.string().check(z.regex(/^[A-Za-z0-9_-]{22,64}$/, '扫码登录已失效，请重新扫码'));
const code = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,512}$/, '扫码登录已失效，请重新扫码'));

/** What binds an identity that was proven, once. */
export const bindTicket = z.string().check(z.regex(/^[A-Za-z0-9_-]{22,64}$/, '绑定已失效，请重新扫码'));

/** POST /auth/thirdparty/start. */
export const oauthStart = z.object({
  /** Signing in; binding starts at a call of its own. */
  purpose: z.literal('login'),
  /** Tenant to sign in to. */
  tenantId,
});

/** Where the vendor's page stands. */
export const oauthStarted = z.object({
  /** Address of the page with the QR code. */
  url: z.string(),
  /** Comes back with the code, and belongs to this browser. */
  state: z.string(),
});
/** Where the vendor's page stands. */
export type OauthStarted = z.output<typeof oauthStarted>;

/** STATE@code@tenantId, exactly three parts. */
const threeParts = z.pipe(
  z.string().check(z.maxLength(700), z.regex(/^[^@]+@[^@]+@[^@]+$/, '扫码登录已失效，请重新扫码')),
  z.codec(z.string(), z.object({ state, code, tenantId }), {
    decode: (text) => {
      const [first = '', second = '', third = ''] = text.split('@');
      return { state: first, code: second, tenantId: third };
    },
    encode: (parts) => `${parts.state}@${parts.code}@${parts.tenantId}`,
  }),
);

/** POST /auth/thirdparty/token. */
export const oauthSignIn = z.object({
  /** STATE@code@tenantId. */
  thirdparty: threeParts,
  /** The vendor's name for the person across applications; must be what the vendor itself says. */
  unionId: z.optional(z.string().check(z.maxLength(128))),
  /** Enterprise to begin in; the one used last when empty. */
  shopId: z.optional(z.string().check(z.maxLength(36))),
  /** Whose sign-in it is. */
  channel: z.optional(z.enum(['', 'pc', 'wechat', 'wx'])),
  /** OAuth grant. */
  grant_type: z.optional(only('thirdparty')),
  scope: oauthScope,
});
/** What a third-party sign-in brings. */
export type OauthSignIn = z.output<typeof oauthSignIn>;

/** What comes with 417: the identity is proven, and a password decides whom it belongs to. */
export const unboundData = z.object({
  /** Good for one binding within ten minutes. */
  bindTicket: z.string(),
  /** Whose word it was. */
  provider: identityProvider,
  /** What the person is called there. */
  label: z.nullable(z.string()),
  /** Whether the account may be proven at once, by its own password or code and without its name; told of everybody alike. */
  provable: z.boolean(),
});
/** What comes with 417. */
export type Unbound = z.output<typeof unboundData>;

/** POST /upms/user/bindThridParty: a ticket, or state and code. */
export const oauthBind = z
  .object({
    /** From a sign-in that met 417. */
    bindTicket: z.optional(bindTicket),
    /** From a binding that was started here. */
    state: z.optional(state),
    /** What came back with the state. */
    code: z.optional(code),
  })
  .check(
    z.refine((given) => (given.bindTicket !== undefined) !== (given.state !== undefined && given.code !== undefined), {
      error: '绑定已失效，请重新扫码',
    }),
  );
/** What a binding brings. */
export type OauthBind = z.output<typeof oauthBind>;

/** An account elsewhere that stands for the person. */
export const identity = z.object({
  /** Id of the binding. */
  id: z.string(),
  /** Whose word it is. */
  provider: identityProvider,
  /** What the person is called there. */
  label: z.nullable(z.string()),
  /** When it was bound. */
  boundAt: instant,
  /** When it was last signed in with. */
  usedAt: z.nullable(instant),
});
/** An account elsewhere that stands for the person. */
export type Identity = z.output<typeof identity>;

/** What a person has bound, and what they could. */
export const identities = z.object({
  /** Their bindings. */
  bound: z.array(identity),
  /** Whether WeChat is set up here. */
  wechat: z.boolean(),
});
/** What a person has bound, and what they could. */
export type Identities = z.output<typeof identities>;
