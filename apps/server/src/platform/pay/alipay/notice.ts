// Parses a notice of Alipay, which is a form. The notice is trusted only after its signature is verified.
import { parseInstant } from '@anlan/contract/domain/instant';
import * as z from 'zod/mini';
import { fenOf } from '../fen.ts';
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

// Age limits of a notice. Alipay repeats an unacknowledged notice for 25 hours; the time in it is the time of sending.
const oldestMs = 26 * 3_600_000;
const newestMs = 5 * 60_000;

const when = (at: string | undefined): Date | null => {
  // Cuts the milliseconds off, which only refund times have.
  const instant = parseInstant((at ?? '').slice(0, 19));
  return Number.isNaN(instant.getTime()) ? null : instant;
};

const states: Readonly<Record<string, PayState['state']>> = {
  WAIT_BUYER_PAY: 'unpaid',
  TRADE_SUCCESS: 'paid',
  TRADE_FINISHED: 'paid',
  TRADE_CLOSED: 'closed',
};

/** Maps Alipay's status to our state. A payment that was paid and then closed is fully refunded. */
export const alipayStateOf = (status: string, paidAt: Date | null): PayState['state'] =>
  status === 'TRADE_CLOSED' && paidAt !== null ? 'refunded' : (states[status] ?? 'unknown');

function noticeIn(noticeFields: Fields): PayNotice {
  const { notify_id: id, out_trade_no: outTradeNo, out_biz_no: outRefundNo } = noticeFields;
  if (noticeFields.gmt_refund !== undefined && outRefundNo !== undefined && outRefundNo !== '')
    return {
      kind: 'refund',
      id,
      outTradeNo,
      outRefundNo,
      state: {
        state: 'succeeded',
        // A notice contains only the sum of all refunds. A query returns a single refund.
        amountFen: null,
        vendorRefundNo: null,
        refundedAt: when(noticeFields.gmt_refund),
        reason: null,
      },
    };
  const paidAt = when(noticeFields.gmt_payment);
  return {
    kind: 'payment',
    id,
    outTradeNo,
    state: {
      state: alipayStateOf(noticeFields.trade_status, paidAt),
      amountFen: fenOf(noticeFields.total_amount),
      vendorTradeNo: noticeFields.trade_no,
      paidAt,
      account: noticeFields.app_id,
    },
  };
}

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
