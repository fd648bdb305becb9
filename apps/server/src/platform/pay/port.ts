// How money comes in and goes back: a port that payment vendors fill. Nothing here knows an order.

/** Who takes the money. */
export type PayVendor = 'wechat' | 'alipay';

/** State of a payment as the vendor tells it. */
export type PayState = {
  /** `refunded`: paid, and given back in part or whole (WeChat tells no difference). `unknown` too where the vendor has never heard of it: nobody has opened the cashier yet. */
  state: 'unpaid' | 'paid' | 'closed' | 'refunded' | 'unknown';
  amountFen: number | null;
  vendorTradeNo: string | null;
  paidAt: Date | null;
  /** Merchant that took it; compared with the channel's own. */
  account: string | null;
};

/** State of a refund as the vendor tells it. */
export type RefundState = {
  state: 'processing' | 'succeeded' | 'failed' | 'closed' | 'unknown';
  amountFen: number | null;
  vendorRefundNo: string | null;
  refundedAt: Date | null;
  /** The vendor's words where it did not work. */
  reason: string | null;
};

/** One try at being paid. */
export interface PayAttempt {
  /** Ours, unique per merchant: 6 to 32 of letters, digits, `_` and `-`. */
  outTradeNo: string;
  amountFen: number;
  subject: string;
  expiresAt: Date;
}

/** One refund; `outRefundNo` stays the same for every try at it. */
export interface RefundAsk {
  outTradeNo: string;
  outRefundNo: string;
  amountFen: number;
  totalFen: number;
  reason: string;
}

/** What a vendor tells by itself. */
export type PayNotice =
  | { kind: 'payment'; id: string; outTradeNo: string; state: PayState }
  | { kind: 'refund'; id: string; outTradeNo: string; outRefundNo: string; state: RefundState };

/** One line of a day's bill; amounts are never negative. */
export type BillLine = {
  kind: 'payment' | 'refund';
  outTradeNo: string;
  outRefundNo: string | null;
  vendorTradeNo: string;
  amountFen: number;
  state: string;
  at: Date;
};

/** A vendor's notice as it came in. */
export interface NoticeRequest {
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** One vendor, with one merchant of ours. */
export interface PayChannel {
  readonly vendor: PayVendor;
  /** Merchant (WeChat) or application (Alipay): part of the notices' path and compared with every notice. */
  readonly account: string;
  /** Origin of the vendor's page that stands in a frame of ours, for the pages' policy; null where there is none. */
  readonly frame: string | null;
  /** Begins an attempt: WeChat answers a code to draw, Alipay an address to open. The same attempt again is the same one. */
  open(attempt: PayAttempt): Promise<{ codeUrl: string } | { pageUrl: string }>;
  query(outTradeNo: string): Promise<PayState>;
  /** Nobody can pay it afterwards. Closed already or never begun is as good; `PayFault` `paid` where it is too late. */
  close(outTradeNo: string): Promise<void>;
  refund(ask: RefundAsk): Promise<RefundState>;
  queryRefund(ask: { outTradeNo: string; outRefundNo: string }): Promise<RefundState>;
  /** Verifies signature, time and account, and only then parses; throws `PayNoticeRefused`, which says nothing to the sender. */
  readNotice(request: NoticeRequest): Promise<PayNotice>;
  /** The words that the vendor wants to hear: `true` once the notice is stored. */
  noticeAnswer(ok: boolean): { status: number; contentType: string; body: string };
  /** Lines of one day's bill, `2026-11-23` in China (payments by day of success, refunds by day of acceptance); null while it is not there yet. */
  bill(day: string): Promise<AsyncIterable<BillLine> | null>;
}

/** Largest notice that is looked at (S48). */
export const noticeLimitBytes = 64 * 1024;

/** A notice that nobody of the vendor's can have sent, or that is not for this merchant. */
export class PayNoticeRefused extends Error {
  /**
   * For the log, the counters and the alarm alone. `foreign` is the vendor's own word about another merchant: an alarm,
   * and an answer as if it were taken; everything else is answered as refused.
   */
  readonly why: 'unsigned' | 'unknownKey' | 'forged' | 'late' | 'foreign' | 'unreadable' | 'tooLong';
  constructor(why: PayNoticeRefused['why'], message: string = why) {
    super(message);
    this.name = 'PayNoticeRefused';
    this.why = why;
  }
}

/** Why a vendor did not do what it was asked. */
export type PayFaultKind =
  /** Not there, too late, or an answer that is not signed by it: nobody knows whether it was done; ask or try again. */
  | 'unreached'
  /** Too often, or busy: try again later with the same numbers. */
  | 'busy'
  /** It was paid already. */
  | 'paid'
  /** It was closed already. */
  | 'closed'
  /** The same number was used with other facts. */
  | 'conflict'
  /** The vendor knows nothing of it. */
  | 'missing'
  /** Too little money in the merchant's account. */
  | 'balance'
  /** More than was paid, or later than is allowed. */
  | 'limit'
  /** Keys, rights, or parameters: somebody has to look. */
  | 'refused';

/** A call to a vendor that came to nothing. */
export class PayFault extends Error {
  readonly kind: PayFaultKind;
  /** The vendor's own code, for the log. */
  readonly code: string | null;
  constructor(kind: PayFaultKind, code: string | null = null, message: string = code ?? kind) {
    super(message);
    this.name = 'PayFault';
    this.kind = kind;
    this.code = code;
  }
}
