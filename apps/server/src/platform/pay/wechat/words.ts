// What WeChat Pay says of payments and refunds, read into our words.
import * as z from 'zod/mini';
import type { PayState, RefundState } from '../port.ts';

const text = (most: number) => z.string().check(z.maxLength(most));
const fen = z.int().check(z.gte(0));

/** A payment, as queries and notices tell it. */
export const transaction = z.object({
  appid: text(32),
  mchid: text(32),
  out_trade_no: text(32),
  transaction_id: z.optional(text(32)),
  trade_state: text(32),
  success_time: z.optional(text(64)),
  amount: z.optional(z.object({ total: z.optional(fen), currency: z.optional(text(16)) })),
});

/** A refund, as answers tell it. */
export const refundAnswer = z.object({
  refund_id: text(32),
  out_refund_no: text(64),
  out_trade_no: text(32),
  status: text(32),
  success_time: z.optional(text(64)),
  amount: z.object({ refund: fen, total: fen, currency: z.optional(text(16)) }),
});

/** A refund, as notices tell it. */
export const refundNotice = z.object({
  mchid: text(32),
  out_trade_no: text(32),
  out_refund_no: text(64),
  refund_id: text(32),
  refund_status: text(32),
  success_time: z.optional(text(64)),
  amount: z.object({ refund: fen, total: fen }),
});

const when = (at: string | undefined): Date | null => {
  const found = new Date(at ?? Number.NaN);
  return Number.isNaN(found.getTime()) ? null : found;
};
const inYuan = (currency: string | undefined) => currency === undefined || currency === 'CNY';

const tradeStates: Readonly<Record<string, PayState['state']>> = {
  SUCCESS: 'paid',
  REFUND: 'refunded',
  NOTPAY: 'unpaid',
  USERPAYING: 'unpaid',
  PAYERROR: 'unpaid',
  CLOSED: 'closed',
  REVOKED: 'closed',
};

/** State of a payment; an amount in another currency is none. */
export const payStateOf = (told: z.output<typeof transaction>): PayState => ({
  state: tradeStates[told.trade_state] ?? 'unknown',
  amountFen: inYuan(told.amount?.currency) ? (told.amount?.total ?? null) : null,
  vendorTradeNo: told.transaction_id ?? null,
  paidAt: when(told.success_time),
  account: told.mchid,
});

const refundStates: Readonly<Record<string, RefundState['state']>> = {
  SUCCESS: 'succeeded',
  PROCESSING: 'processing',
  ABNORMAL: 'failed',
  CLOSED: 'closed',
};
const reasons: Readonly<Record<string, string>> = {
  ABNORMAL: '退款异常：用户的卡已作废或冻结，须在商户平台处理',
  CLOSED: '退款已关闭',
};

/** State of a refund. */
export const refundStateOf = (told: {
  status: string;
  refund_id: string;
  success_time?: string | undefined;
  amount: { refund: number };
}): RefundState => ({
  state: refundStates[told.status] ?? 'unknown',
  amountFen: told.amount.refund,
  vendorRefundNo: told.refund_id,
  refundedAt: when(told.success_time),
  reason: reasons[told.status] ?? null,
});
