// Converts payments and refunds of WeChat Pay to our states.
import * as z from 'zod/mini';
import type { PayState, RefundState } from '../port.ts';

const text = (most: number) => z.string().check(z.maxLength(most));
const fen = z.int().check(z.gte(0));

export const transaction = z.object({
  appid: text(32),
  mchid: text(32),
  out_trade_no: text(32),
  transaction_id: z.optional(text(32)),
  trade_state: text(32),
  success_time: z.optional(text(64)),
  amount: z.optional(z.object({ total: z.optional(fen), currency: z.optional(text(16)) })),
});

export const refundAnswer = z.object({
  refund_id: text(32),
  out_refund_no: text(64),
  out_trade_no: text(32),
  status: text(32),
  success_time: z.optional(text(64)),
  amount: z.object({ refund: fen, total: fen, currency: z.optional(text(16)) }),
});

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
  const instant = new Date(at ?? Number.NaN);
  return Number.isNaN(instant.getTime()) ? null : instant;
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

/** Converts a payment of WeChat Pay. An amount in another currency than CNY becomes null. */
export const payStateOf = (transactionRow: z.output<typeof transaction>): PayState => ({
  state: tradeStates[transactionRow.trade_state] ?? 'unknown',
  amountFen: inYuan(transactionRow.amount?.currency) ? (transactionRow.amount?.total ?? null) : null,
  vendorTradeNo: transactionRow.transaction_id ?? null,
  paidAt: when(transactionRow.success_time),
  account: transactionRow.mchid,
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

export const refundStateOf = (refundRow: {
  status: string;
  refund_id: string;
  success_time?: string | undefined;
  amount: { refund: number };
}): RefundState => ({
  state: refundStates[refundRow.status] ?? 'unknown',
  amountFen: refundRow.amount.refund,
  vendorRefundNo: refundRow.refund_id,
  refundedAt: when(refundRow.success_time),
  reason: reasons[refundRow.status] ?? null,
});
