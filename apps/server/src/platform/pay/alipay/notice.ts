// A notice of Alipay: a form whose values count only once the signature over all of them is right.
import { parseInstant } from '@anlan/contract/domain/instant';
import * as z from 'zod/mini';
import { fenOf } from '../money.ts';
import { noticeLimitBytes, PayNoticeRefused, type NoticeRequest, type PayNotice, type PayState } from '../port.ts';
import type { AlipaySettings } from '../settings.ts';
import { formOf } from './form.ts';
import { isNoticeTheirs } from './signing.ts';

const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));
const fields = z.object({
  notify_id: text(128),
  notify_time: text(32),
  app_id: text(32),
  seller_id: text(32),
  out_trade_no: text(64),
  trade_no: text(64),
  trade_status: text(32),
  total_amount: text(32),
  gmt_payment: z.optional(z.string()),
  gmt_refund: z.optional(z.string()),
  refund_fee: z.optional(z.string()),
  out_biz_no: z.optional(z.string().check(z.maxLength(64))),
});
type Fields = z.output<typeof fields>;

// A notice that was lost comes again for 25 hours; its time is that of its sending.
const oldestMs = 26 * 3_600_000;
const newestMs = 5 * 60_000;

const when = (at: string | undefined): Date | null => {
  // Refunds are told with milliseconds.
  const found = parseInstant((at ?? '').slice(0, 19));
  return Number.isNaN(found.getTime()) ? null : found;
};

const states: Readonly<Record<string, PayState['state']>> = {
  WAIT_BUYER_PAY: 'unpaid',
  TRADE_SUCCESS: 'paid',
  TRADE_FINISHED: 'paid',
  TRADE_CLOSED: 'closed',
};

/** State of a payment; closed after it was paid is given back whole. */
export const alipayStateOf = (status: string, paidAt: Date | null): PayState['state'] =>
  status === 'TRADE_CLOSED' && paidAt !== null ? 'refunded' : (states[status] ?? 'unknown');

function noticeIn(told: Fields): PayNotice {
  const { notify_id: id, out_trade_no: outTradeNo, out_biz_no: outRefundNo } = told;
  if (told.gmt_refund !== undefined && outRefundNo !== undefined && outRefundNo !== '')
    return {
      kind: 'refund',
      id,
      outTradeNo,
      outRefundNo,
      state: {
        state: 'succeeded',
        // What they tell is the sum of all refunds of the payment: one alone is found by asking.
        amountFen: null,
        vendorRefundNo: null,
        refundedAt: when(told.gmt_refund),
        reason: null,
      },
    };
  const paidAt = when(told.gmt_payment);
  return {
    kind: 'payment',
    id,
    outTradeNo,
    state: {
      state: alipayStateOf(told.trade_status, paidAt),
      amountFen: fenOf(told.total_amount),
      vendorTradeNo: told.trade_no,
      paidAt,
      account: told.app_id,
    },
  };
}

/** Reads notices of one application. */
export const createAlipayNotices =
  ({ appId, sellerId, publicKeys }: AlipaySettings, now: () => Date) =>
  async ({ body }: NoticeRequest): Promise<PayNotice> => {
    if (body.length > noticeLimitBytes) throw new PayNoticeRefused('tooLong');
    const form = formOf(body);
    if (!form) throw new PayNoticeRefused('unreadable');
    if (!form['sign'] || form['sign_type'] !== 'RSA2') throw new PayNoticeRefused('unsigned');
    if (!isNoticeTheirs(form, publicKeys)) throw new PayNoticeRefused('forged');
    const read = fields.safeParse(form);
    if (!read.success) throw new PayNoticeRefused('unreadable', z.prettifyError(read.error).slice(0, 200));
    const at = when(read.data.notify_time);
    if (!at) throw new PayNoticeRefused('unreadable', 'no time');
    const age = now().getTime() - at.getTime();
    if (age > oldestMs || age < -newestMs) throw new PayNoticeRefused('late');
    if (read.data.app_id !== appId || read.data.seller_id !== sellerId)
      throw new PayNoticeRefused('foreign', read.data.app_id);
    return noticeIn(read.data);
  };
