import * as z from 'zod/mini';
import { instant } from '../../domain/fields.ts';
import { oauthScope, literalText, tenantId } from './session.ts';

export const identityProvider = z.enum(['wechat', 'directory']);
export type IdentityProvider = z.output<typeof identityProvider>;

const state = z.string().check(z.regex(/^[A-Za-z0-9_-]{22,64}$/, '扫码登录已失效，请重新扫码'));
const code = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,512}$/, '扫码登录已失效，请重新扫码'));

/** One-time ticket that binds a proven external identity to an account. */
export const bindTicket = z.string().check(z.regex(/^[A-Za-z0-9_-]{22,64}$/, '绑定已失效，请重新扫码'));

export const oauthStart = z.object({
  purpose: z.literal('login'),
  tenantId,
});

export const oauthStartAnswer = z.object({
  url: z.string(),
  /** OAuth state. The vendor returns it with the OAuth code, and the state is valid only in this browser. */
  state: z.string(),
});
export type OauthStartAnswer = z.output<typeof oauthStartAnswer>;

/** Text STATE@code@tenantId, with exactly three parts. */
const oauthCallbackText = z.pipe(
  z.string().check(z.maxLength(700), z.regex(/^[^@]+@[^@]+@[^@]+$/, '扫码登录已失效，请重新扫码')),
  z.codec(z.string(), z.object({ state, code, tenantId }), {
    decode: (text) => {
      const [first = '', second = '', third = ''] = text.split('@');
      return { state: first, code: second, tenantId: third };
    },
    encode: (parts) => `${parts.state}@${parts.code}@${parts.tenantId}`,
  }),
);

export const oauthSignIn = z.object({
  thirdparty: oauthCallbackText,
  /** Id that the vendor gives the person across applications. It must equal the id that the vendor reports. */
  unionId: z.optional(z.string().check(z.maxLength(128))),
  shopId: z.optional(z.string().check(z.maxLength(36))),
  channel: z.optional(z.enum(['', 'pc', 'wechat', 'wx'])),
  grant_type: z.optional(literalText('thirdparty')),
  scope: oauthScope,
});
export type OauthSignIn = z.output<typeof oauthSignIn>;

/**
 * Data of a 417 response. The external identity is proven but not bound; a password decides to which account it
 * belongs.
 */
export const unboundData = z.object({
  /** Ticket for one binding within ten minutes. */
  bindTicket: z.string(),
  provider: identityProvider,
  label: z.nullable(z.string()),
  /**
   * Whether the account can be proven by password or SMS code. The response does not name the account. The value is
   * the same for every person, so it reveals nothing.
   */
  provable: z.boolean(),
});
export type UnboundIdentity = z.output<typeof unboundData>;

/** Input of POST /upms/user/bindThridParty: a ticket, or state and code. */
export const oauthBind = z
  .object({
    bindTicket: z.optional(bindTicket),
    state: z.optional(state),
    code: z.optional(code),
  })
  .check(
    z.refine((input) => (input.bindTicket !== undefined) !== (input.state !== undefined && input.code !== undefined), {
      error: '绑定已失效，请重新扫码',
    }),
  );
export type OauthBind = z.output<typeof oauthBind>;

/** An external account bound to the person. */
export const identity = z.object({
  id: z.string(),
  provider: identityProvider,
  label: z.nullable(z.string()),
  boundAt: instant,
  usedAt: z.nullable(instant),
});
export type Identity = z.output<typeof identity>;

export const identities = z.object({
  bound: z.array(identity),
  wechat: z.boolean(),
});
export type Identities = z.output<typeof identities>;
