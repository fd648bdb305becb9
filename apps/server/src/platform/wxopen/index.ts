// Signing in with WeChat's open platform (integrations: QR code on their page, a code back, who it is by server call).
import * as z from 'zod/mini';
import { OutboundError, type Outbound } from '../outbound/index.ts';

/** Who a vendor says somebody is. */
export interface VendorIdentity {
  /** The vendor's one name for the person: across its applications where it has one. */
  subject: string;
  unionId: string | null;
  /** What the person is called there. */
  label: string | null;
}

/** A vendor that somebody can sign in with. */
export interface OauthVendor {
  provider: 'wechat';
  /** Which application of the vendor's this is; identities are its own. */
  appId: string;
  /** Origin of the page with the QR code. */
  frame: string;
  /** Address of the page with the QR code. */
  pageOf(state: string): string;
  /** Who came back with a code; null when the vendor does not take the code. Throws when the vendor cannot be asked. */
  identify(code: string): Promise<VendorIdentity | null>;
}

/** How WeChat's open platform is reached. */
export interface WxOpenSettings {
  appId: string;
  secret: string;
  /** Base of the pages. */
  authBase: string;
  /** Base of the server calls. */
  apiBase: string;
  /** Address of our own that people come back to. */
  redirect: () => string;
}

const fault = z.object({ errcode: z.int(), errmsg: z.optional(z.string()) });
const name = z.string().check(z.regex(/^[A-Za-z0-9_-]{6,128}$/));
const tokens = z.object({ access_token: z.string().check(z.minLength(1)), openid: name, unionid: z.optional(name) });
const person = z.object({ openid: name, unionid: z.optional(name), nickname: z.optional(z.string()) });
// The code is wrong, used or over: the person scans again. Everything else is the vendor's or the operator's.
const badCode = new Set([40029, 40163, 41008, 42003]);

/** Signing in with WeChat. */
export function createWxOpen(settings: WxOpenSettings, outbound: Outbound): OauthVendor {
  const { appId, secret, authBase, apiBase, redirect } = settings;
  const way = outbound.open({ bases: [apiBase] });
  const base = (text: string) => text.replace(/\/+$/, '');

  async function ask(path: string, query: Record<string, string>): Promise<unknown> {
    const { json } = await way.askJson({ address: `${base(apiBase)}${path}?${new URLSearchParams(query)}` });
    return json;
  }

  return {
    provider: 'wechat',
    appId,
    frame: new URL(authBase).origin,
    pageOf(state) {
      const query = new URLSearchParams({
        appid: appId,
        redirect_uri: redirect(),
        response_type: 'code',
        scope: 'snsapi_login',
        state,
      });
      return `${base(authBase)}/connect/qrconnect?${query}#wechat_redirect`;
    },
    async identify(code) {
      const answer = await ask('/sns/oauth2/access_token', {
        appid: appId,
        secret,
        code,
        grant_type: 'authorization_code',
      });
      const refused = fault.safeParse(answer);
      if (refused.success && refused.data.errcode !== 0) {
        if (badCode.has(refused.data.errcode)) return null;
        throw new OutboundError('status', `微信答复 ${refused.data.errcode}`);
      }
      const given = tokens.safeParse(answer);
      if (!given.success) throw new OutboundError('unreadable');
      const { access_token, openid } = given.data;
      // A name is a comfort: who it is is known already, and must be the same here.
      const told = person.safeParse(
        await ask('/sns/userinfo', { access_token, openid, lang: 'zh_CN' }).catch(() => null),
      );
      if (told.success && told.data.openid !== openid) throw new OutboundError('unreadable');
      const unionId = given.data.unionid ?? (told.success ? (told.data.unionid ?? null) : null);
      const label = told.success ? (told.data.nickname ?? '').trim().slice(0, 64) : '';
      return {
        subject: unionId === null ? `openid:${openid}` : `unionid:${unionId}`,
        unionId,
        label: label === '' ? null : label,
      };
    },
  };
}
