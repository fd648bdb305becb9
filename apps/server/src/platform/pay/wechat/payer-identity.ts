// The openid of a payer in the browser of WeChat, by OAuth of the public account (scope snsapi_base, without a question
// to the payer).
import * as z from 'zod/mini';
import { OutboundError, type Outbound } from '../../outbound/index.ts';
import { PayFault, type PayerIdentity } from '../port.ts';
import type { WechatPaySettings } from '../settings.ts';

const refusal = z.object({ errcode: z.int() });
const tokens = z.object({ openid: z.string().check(z.regex(/^[A-Za-z0-9_-]{6,128}$/)) });
/** Error codes for an OAuth code that is invalid, used or expired. */
const badCodes = new Set([40029, 40163, 41008, 42003]);

export function createPayerIdentity(
  { appId, homeUrl, oauth }: WechatPaySettings,
  outbound: Pick<Outbound, 'open'>,
): PayerIdentity | null {
  if (oauth === null) return null;
  const apiBase = oauth.apiBase.replace(/\/+$/, '');
  const way = outbound.open({ bases: [apiBase] });
  return {
    pageOf(state, returnPath) {
      const home = homeUrl();
      if (home === null) throw new PayFault('refused', 'PUBLIC_URL', '没有设置 PUBLIC_URL，微信授权后不知道回到哪里');
      // WeChat documents this order of the parameters and refuses others.
      const query = new URLSearchParams([
        ['appid', appId],
        ['redirect_uri', `${home}${returnPath}`],
        ['response_type', 'code'],
        ['scope', 'snsapi_base'],
        ['state', state],
      ]);
      return `${oauth.authBase.replace(/\/+$/, '')}/connect/oauth2/authorize?${query}#wechat_redirect`;
    },
    async openidOf(code) {
      const query = new URLSearchParams({ appid: appId, secret: oauth.secret, code, grant_type: 'authorization_code' });
      const { json } = await way
        .askJson({ address: `${apiBase}/sns/oauth2/access_token?${query}` })
        .catch((error: unknown) => {
          if (!(error instanceof OutboundError)) throw error;
          throw new PayFault('unreached', error.fault, error.message.slice(0, 200));
        });
      const refused = refusal.safeParse(json);
      if (refused.success && badCodes.has(refused.data.errcode)) return null;
      const read = tokens.safeParse(json);
      if (!read.success) throw new PayFault('refused', String(refused.data?.errcode ?? 'UNREADABLE'), '微信授权失败');
      return read.data.openid;
    },
  };
}
