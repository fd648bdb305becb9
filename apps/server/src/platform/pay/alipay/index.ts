// Alipay payments by alipay.trade.page.pay. The cashier page of Alipay is shown in an iframe of our page.
import { formatInstant, parseInstant } from '@anlan/contract/domain/instant';
import * as z from 'zod/mini';
import type { Outbound } from '../../outbound/index.ts';
import { fenOf, yuanOf } from '../fen.ts';
import { PayFault, type PayChannel, type PayState, type RefundState } from '../port.ts';
import type { AlipaySettings } from '../settings.ts';
import { createAlipayBills } from './bill.ts';
import { openAlipayCalls } from './calls.ts';
import { alipayStateOf, createAlipayNotices } from './notice.ts';

const text = (most: number) => z.string().check(z.maxLength(most));
const trade = z.object({
  out_trade_no: text(64),
  trade_no: text(64),
  trade_status: text(32),
  total_amount: text(32),
  send_pay_date: z.optional(text(32)),
});
const refunded = z.object({ out_trade_no: text(64), trade_no: text(64), fund_change: z.optional(text(4)) });
const refundTold = z.object({
  out_trade_no: z.optional(text(64)),
  out_request_no: z.optional(text(64)),
  refund_status: z.optional(text(32)),
  refund_amount: z.optional(text(32)),
  gmt_refund_pay: z.optional(text(32)),
});
const closed = z.object({ out_trade_no: z.optional(text(64)) });

const when = (at: string | undefined): Date | null => {
  const instant = parseInstant((at ?? '').slice(0, 19));
  return Number.isNaN(instant.getTime()) ? null : instant;
};
const foreign = () => new PayFault('refused', 'FOREIGN', '支付宝答复了别的订单');
const noPayment: PayState = { state: 'unknown', amountFen: null, vendorTradeNo: null, paidAt: null, account: null };
const noRefund: RefundState = {
  state: 'unknown',
  amountFen: null,
  vendorRefundNo: null,
  refundedAt: null,
  reason: null,
};
const missing =
  <T>(nothing: T) =>
  (error: unknown): T => {
    if (error instanceof PayFault && error.kind === 'missing') return nothing;
    throw error;
  };

export function createAlipay(settings: AlipaySettings, outbound: Pick<Outbound, 'open'>, now: () => Date): PayChannel {
  const { appId, gateway, notifyUrl, homeUrl } = settings;
  const calls = openAlipayCalls(settings, outbound, now);

  async function queryRefund({ outTradeNo, outRefundNo }: { outTradeNo: string; outRefundNo: string }) {
    const content = { out_trade_no: outTradeNo, out_request_no: outRefundNo, query_options: ['gmt_refund_pay'] };
    const refundAnswer = await calls
      .ask('alipay.trade.fastpay.refund.query', content, refundTold)
      .catch(missing<z.output<typeof refundTold> | null>(null));
    // When the refund is unknown, Alipay's response has no refund fields.
    if (refundAnswer === null || refundAnswer.refund_amount === undefined) return noRefund;
    if (refundAnswer.out_trade_no !== outTradeNo || refundAnswer.out_request_no !== outRefundNo) throw foreign();
    const done = refundAnswer.refund_status === undefined || refundAnswer.refund_status === 'REFUND_SUCCESS';
    return {
      state: done ? ('succeeded' as const) : ('processing' as const),
      amountFen: fenOf(refundAnswer.refund_amount),
      // Alipay has no number of its own for a refund.
      vendorRefundNo: null,
      refundedAt: when(refundAnswer.gmt_refund_pay),
      reason: null,
    };
  }

  async function query(outTradeNo: string): Promise<PayState> {
    const tradeAnswer = await calls
      .ask('alipay.trade.query', { out_trade_no: outTradeNo }, trade)
      .catch(missing<z.output<typeof trade> | null>(null));
    if (tradeAnswer === null) return noPayment;
    if (tradeAnswer.out_trade_no !== outTradeNo) throw foreign();
    const paidAt = when(tradeAnswer.send_pay_date);
    const state = alipayStateOf(tradeAnswer.trade_status, paidAt);
    return {
      state,
      amountFen: fenOf(tradeAnswer.total_amount),
      vendorTradeNo: tradeAnswer.trade_no,
      paidAt,
      account: appId,
    };
  }

  return {
    vendor: 'alipay',
    account: appId,
    frame: new URL(gateway).origin,
    payerIdentity: null,
    open({ outTradeNo, amountFen, subject, expiresAt, device }) {
      const trade = {
        out_trade_no: outTradeNo,
        total_amount: yuanOf(amountFen),
        // Replaces characters that the gateway refuses in a subject.
        subject: subject.replace(/[/=&]/g, ' ').slice(0, 256),
        time_expire: formatInstant(expiresAt),
      };
      const home = homeUrl();
      const returnUrl = device?.scene === 'phone' && home !== null ? `${home}${device.returnPath}` : null;
      const pageUrl =
        device === undefined
          ? calls.pageOf(
              'alipay.trade.page.pay',
              // Mode 4: the page shows only the QR code, for use in an iframe.
              { ...trade, product_code: 'FAST_INSTANT_TRADE_PAY', qr_pay_mode: '4', qrcode_width: 180 },
              { notify_url: notifyUrl() },
            )
          : calls.pageOf(
              'alipay.trade.wap.pay',
              // `quit_url` is the address of a payer who leaves without payment.
              { ...trade, product_code: 'QUICK_WAP_WAY', ...(returnUrl === null ? {} : { quit_url: returnUrl }) },
              { notify_url: notifyUrl(), ...(returnUrl === null ? {} : { return_url: returnUrl }) },
            );
      return Promise.resolve({ pageUrl });
    },
    query,
    async close(outTradeNo) {
      try {
        await calls.ask('alipay.trade.close', { out_trade_no: outTradeNo }, closed);
        return 'closed';
      } catch (error) {
        if (!(error instanceof PayFault)) throw error;
        if (error.kind === 'missing' || error.kind === 'closed') return error.kind;
        // Alipay uses this error code for paid and for closed payments, so the current state is queried.
        if (error.code !== 'ACQ.TRADE_STATUS_ERROR' && error.code !== 'ACQ.REASON_TRADE_STATUS_INVALID') throw error;
        const { state } = await query(outTradeNo);
        if (state !== 'closed' && state !== 'refunded') throw new PayFault('paid', error.code, error.message);
        return 'closed';
      }
    },
    async refund({ outTradeNo, outRefundNo, amountFen, reason }) {
      const content = {
        out_trade_no: outTradeNo,
        out_request_no: outRefundNo,
        refund_amount: yuanOf(amountFen),
        refund_reason: reason.slice(0, 256),
      };
      const refundResult = await calls.ask('alipay.trade.refund', content, refunded);
      if (refundResult.out_trade_no !== outTradeNo) throw foreign();
      // The response does not show whether this call or an earlier one moved money, so the refund itself is queried.
      const state = await queryRefund({ outTradeNo, outRefundNo });
      return state.state === 'unknown' ? { ...noRefund, state: 'processing' } : state;
    },
    queryRefund,
    readNotice: createAlipayNotices(settings, now),
    noticeAnswer: (ok) => ({ status: 200, contentType: 'text/plain; charset=utf-8', body: ok ? 'success' : 'fail' }),
    bill: createAlipayBills(settings, calls, outbound, now),
  };
}
