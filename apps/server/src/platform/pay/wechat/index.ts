// WeChat Pay v3. The payer scans a QR code (Native), or pays on a phone by WeChat's page (H5) or in WeChat (JSAPI).
import * as z from 'zod/mini';
import type { Outbound } from '../../outbound/index.ts';
import { PayFault, type PayChannel, type PayState, type RefundState } from '../port.ts';
import type { WechatPaySettings } from '../settings.ts';
import { createWechatBills } from './bill.ts';
import { openWechatCalls } from './calls.ts';
import { createWechatNotices } from './notice.ts';
import { createPayerIdentity } from './payer-identity.ts';
import { bridgePaymentOf } from './signing.ts';
import { payStateOf, refundAnswer, refundStateOf, transaction } from './states.ts';

const code = z.object({ code_url: z.string().check(z.regex(/^[!-~]{8,512}$/)) });
const phonePage = z.object({ h5_url: z.string().check(z.regex(/^https?:\/\/[!-~]{8,500}$/)) });
const prepaid = z.object({ prepay_id: z.string().check(z.regex(/^[!-~]{8,64}$/)) });

const moment = (at: Date) => `${new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`;
function within(text: string, bytes: number): string {
  let prefix = '';
  let left = bytes;
  for (const sign of text) {
    left -= Buffer.byteLength(sign);
    if (left < 0) break;
    prefix += sign;
  }
  return prefix;
}

export function createWechatPay(
  settings: WechatPaySettings,
  outbound: Pick<Outbound, 'open'>,
  now: () => Date,
): PayChannel {
  const { mchId, appId, notifyUrl, homeUrl } = settings;
  const calls = openWechatCalls(settings, outbound, now);
  const tradePath = (outTradeNo: string) => `/v3/pay/transactions/out-trade-no/${encodeURIComponent(outTradeNo)}`;

  function refundOf(response: unknown, ask: { outTradeNo: string; outRefundNo: string }): RefundState {
    const read = refundAnswer.safeParse(response);
    if (!read.success) throw new PayFault('unreached', 'UNREADABLE', '微信支付的答复读不懂');
    if (read.data.out_refund_no !== ask.outRefundNo || read.data.out_trade_no !== ask.outTradeNo)
      throw new PayFault('refused', 'FOREIGN', '微信支付答复了别的退款');
    return refundStateOf(read.data);
  }

  async function query(outTradeNo: string): Promise<PayState> {
    const queryResponse = await calls.ask('GET', `${tradePath(outTradeNo)}?mchid=${mchId}`).catch((error: unknown) => {
      if (error instanceof PayFault && error.kind === 'missing') return null;
      throw error;
    });
    if (queryResponse === null)
      return { state: 'unknown', amountFen: null, vendorTradeNo: null, paidAt: null, account: null };
    const read = transaction.safeParse(queryResponse);
    if (!read.success) throw new PayFault('unreached', 'UNREADABLE', '微信支付的答复读不懂');
    const { mchid, appid, out_trade_no } = read.data;
    if (mchid !== mchId || appid !== appId || out_trade_no !== outTradeNo)
      throw new PayFault('refused', 'FOREIGN', '微信支付答复了别的订单');
    return payStateOf(read.data);
  }

  return {
    vendor: 'wechat',
    account: mchId,
    frame: null,
    payerIdentity: createPayerIdentity(settings, outbound),
    async open({ outTradeNo, amountFen, subject, expiresAt, device }) {
      const order = {
        appid: appId,
        mchid: mchId,
        description: within(subject, 127),
        out_trade_no: outTradeNo,
        time_expire: moment(expiresAt),
        notify_url: notifyUrl(),
        amount: { total: amountFen, currency: 'CNY' },
      };
      const place = async <T extends z.core.$ZodType>(way: string, more: object, schema: T) => {
        const read = z.safeParse(schema, await calls.ask('POST', `/v3/pay/transactions/${way}`, { ...order, ...more }));
        if (!read.success) throw new PayFault('unreached', 'UNREADABLE', '微信支付的答复读不懂');
        return read.data;
      };
      if (device === undefined) return { codeUrl: (await place('native', {}, code)).code_url };
      if (device.scene === 'inApp') {
        const { prepay_id: prepayId } = await place('jsapi', { payer: { openid: device.openid } }, prepaid);
        return { bridge: bridgePaymentOf(settings, prepayId, now()) };
      }
      const scene = { payer_client_ip: device.address.replace(/^::ffff:/, ''), h5_info: { type: 'Wap' } };
      const page = new URL((await place('h5', { scene_info: scene }, phonePage)).h5_url);
      const home = homeUrl();
      if (home !== null) page.searchParams.set('redirect_url', `${home}${device.returnPath}`);
      return { pageUrl: page.href };
    },
    query,
    async close(outTradeNo) {
      try {
        await calls.ask('POST', `${tradePath(outTradeNo)}/close`, { mchid: mchId });
        return 'closed';
      } catch (error) {
        if (!(error instanceof PayFault)) throw error;
        if (error.kind === 'missing' || error.kind === 'closed') return error.kind;
        if (error.kind !== 'refused') throw error;
        // The error code for "already paid" varies, so the current state is queried.
        const { state } = await query(outTradeNo);
        if (state === 'paid' || state === 'refunded') throw new PayFault('paid', error.code, error.message);
        if (state !== 'closed') throw error;
        return 'closed';
      }
    },
    async refund(ask) {
      const wanted = {
        out_trade_no: ask.outTradeNo,
        out_refund_no: ask.outRefundNo,
        reason: within(ask.reason, 80),
        notify_url: notifyUrl(),
        amount: { refund: ask.amountFen, total: ask.totalFen, currency: 'CNY' },
      };
      const refundResponse = await calls.ask('POST', '/v3/refund/domestic/refunds', wanted).catch((error: unknown) => {
        // This error code means either more than the remaining amount, or more than a year after the payment.
        if (!(error instanceof PayFault) || error.code !== 'INVALID_REQUEST') throw error;
        throw new PayFault('limit', error.code, error.message);
      });
      return refundOf(refundResponse, ask);
    },
    async queryRefund(ask) {
      const refundResponse = await calls
        .ask('GET', `/v3/refund/domestic/refunds/${encodeURIComponent(ask.outRefundNo)}`)
        .catch((error: unknown) => {
          if (error instanceof PayFault && error.kind === 'missing') return null;
          throw error;
        });
      return refundResponse === null ? noRefund : refundOf(refundResponse, ask);
    },
    readNotice: createWechatNotices(settings, calls.keys, now),
    noticeAnswer: (ok) =>
      ok
        ? { status: 204, contentType: 'application/json', body: '' }
        : { status: 401, contentType: 'application/json', body: '{"code":"FAIL","message":"失败"}' },
    bill: createWechatBills(settings, calls, now),
  };
}

const noRefund: RefundState = {
  state: 'unknown',
  amountFen: null,
  vendorRefundNo: null,
  refundedAt: null,
  reason: null,
};
