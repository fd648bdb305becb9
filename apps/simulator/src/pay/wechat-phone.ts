// WeChat Pay on a phone: the H5 page outside WeChat, OAuth of the public account and the payment inside WeChat.
import { createHash, randomBytes, verify } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { phoneCashier, phoneFault } from './cashier.ts';
import { publicOf, type PayKeys } from './keys.ts';
import { payers, type Ledger } from './ledger.ts';

const h5Query = z.object({ prepay_id: z.string(), redirect_url: z.optional(z.string()) });
const authorization = z.object({
  appid: z.string(),
  redirect_uri: z.string(),
  response_type: z.literal('code'),
  scope: z.literal('snsapi_base'),
  state: z.string().check(z.regex(/^[\w-]{1,128}$/)),
});
const exchange = z.object({ appid: z.string(), secret: z.string(), code: z.string(), grant_type: z.string() });
const bridge = z.object({
  appId: z.string(),
  timeStamp: z.string(),
  nonceStr: z.string(),
  package: z.string(),
  signType: z.literal('RSA'),
  paySign: z.string(),
});

const loopback = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/;
const isHere = (address: string) => URL.canParse(address) && loopback.test(new URL(address).hostname);
const openidOf = (name: string) => `oSim${createHash('sha1').update(name).digest('hex').slice(0, 24)}`;

export interface PhonePlace {
  appId: string;
  appSecret: string;
  keys: () => Promise<PayKeys>;
  ledger: Ledger;
}

/** Prepared payments carry their own id as prepay_id, so that the phone's page finds them. */
export const prepayIdOf = (code: string) => `wxsim${code}`;

export function openWechatPhone(app: FastifyInstance, { appId, appSecret, keys, ledger }: PhonePlace) {
  const grants = new Map<string, string>();
  const find = (prepayId: string) => ledger.byCode(prepayId.replace(/^wxsim/, ''));

  app.get('/pay/checkmweb', (request, reply) => {
    const show = (html: string) => reply.type('text/html; charset=utf-8').send(html);
    const query = h5Query.safeParse(request.query);
    const trade = query.success ? find(query.data.prepay_id) : undefined;
    if (!query.success || !trade) return show(phoneFault('微信支付', '参数错误'));
    // WeChat compares the page that opened the payment with the domain that the merchant registered.
    if (!isHere(request.headers.referer ?? '')) return show(phoneFault('微信支付', '商家参数格式有误，请联系商家解决'));
    const { redirect_url: back = '' } = query.data;
    return show(phoneCashier('微信支付', trade, isHere(back) ? back : ''));
  });

  app.get('/pay/connect/oauth2/authorize', (request, reply) => {
    const query = authorization.safeParse(request.query);
    if (!query.success || query.data.appid !== appId || !isHere(query.data.redirect_uri))
      return reply.type('text/html; charset=utf-8').send(phoneFault('微信', 'redirect_uri 参数错误'));
    const code = randomBytes(16).toString('hex');
    grants.set(code, openidOf(payers[0]?.name ?? ''));
    const to = new URL(query.data.redirect_uri);
    to.searchParams.set('code', code);
    to.searchParams.set('state', query.data.state);
    return reply.redirect(to.href, 302);
  });
  app.get('/pay/sns/oauth2/access_token', (request) => {
    const query = exchange.safeParse(request.query);
    if (!query.success || query.data.appid !== appId) return { errcode: 40013, errmsg: 'invalid appid' };
    if (query.data.secret !== appSecret) return { errcode: 40125, errmsg: 'invalid appsecret' };
    const openid = grants.get(query.data.code);
    if (openid === undefined) return { errcode: 40029, errmsg: 'invalid code' };
    grants.delete(query.data.code);
    return { access_token: randomBytes(32).toString('hex'), expires_in: 7200, openid, scope: 'snsapi_base' };
  });

  return {
    /** The payment that a page in WeChat starts with these parameters, or WeChat's reason to refuse it. */
    async ofBridge(input: unknown) {
      const facts = bridge.safeParse(input);
      if (!facts.success || facts.data.appId !== appId) return '调用支付JSAPI缺少参数';
      const { timeStamp, nonceStr, package: prepay, paySign } = facts.data;
      const text = `${appId}\n${timeStamp}\n${nonceStr}\n${prepay}\n`;
      const { wechat } = await keys();
      if (!verify('RSA-SHA256', Buffer.from(text), publicOf(wechat.merchant), Buffer.from(paySign, 'base64')))
        return '支付验证签名失败';
      return find(prepay.replace(/^prepay_id=/, '')) ?? '订单不存在';
    },
    clear: () => grants.clear(),
  };
}
