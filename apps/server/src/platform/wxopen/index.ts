// Sign-in with WeChat's open platform. WeChat's page shows a QR code and returns an OAuth code to our page. The
// server exchanges the OAuth code for the identity.
import * as z from 'zod/mini';
import { OutboundError, type Outbound } from '../outbound/index.ts';

export interface VendorIdentity {
  /** Unique id of the person: the vendor's id across applications if there is one, else the id in this application. */
  subject: string;
  unionId: string | null;
  label: string | null;
}

export interface OauthVendor {
  provider: 'wechat';
  appId: string;
  /** Origin of the QR code page, for the content security policy. */
  frame: string;
  pageOf(state: string): string;
  /**
   * Exchanges an OAuth code for an identity; null when the vendor refuses it. Throws when the vendor is unavailable.
   */
  identify(code: string): Promise<VendorIdentity | null>;
}

export interface WxOpenSettings {
  appId: string;
  secret: string;
  authBase: string;
  apiBase: string;
  redirect: () => string;
}

const fault = z.object({ errcode: z.int(), errmsg: z.optional(z.string()) });
const name = z.string().check(z.regex(/^[A-Za-z0-9_-]{6,128}$/));
const tokens = z.object({ access_token: z.string().check(z.minLength(1)), openid: name, unionid: z.optional(name) });
const person = z.object({ openid: name, unionid: z.optional(name), nickname: z.optional(z.string()) });
// Error codes of WeChat for an invalid, used or expired OAuth code: the person must scan again. Other error codes are
// problems of the vendor or the operator.
const badCode = new Set([40029, 40163, 41008, 42003]);

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
      const tokenResult = tokens.safeParse(answer);
      if (!tokenResult.success) throw new OutboundError('unreadable');
      const { access_token, openid } = tokenResult.data;
      // The name is optional. The identity is already known, and the response must be for the same identity.
      const personResult = person.safeParse(
        await ask('/sns/userinfo', { access_token, openid, lang: 'zh_CN' }).catch(() => null),
      );
      if (personResult.success && personResult.data.openid !== openid) throw new OutboundError('unreadable');
      const unionId = tokenResult.data.unionid ?? (personResult.success ? (personResult.data.unionid ?? null) : null);
      const label = personResult.success ? (personResult.data.nickname ?? '').trim().slice(0, 64) : '';
      return {
        subject: unionId === null ? `openid:${openid}` : `unionid:${unionId}`,
        unionId,
        label: label === '' ? null : label,
      };
    },
  };
}
