// Port for payment vendors. The port knows payments and refunds, but no orders.

export type PayVendor = 'wechat' | 'alipay';

export type PayState = {
  /**
   * `refunded`: paid and refunded, partly or fully (WeChat does not distinguish them). `unknown`: also a payment that
   * the vendor does not know, because nobody has opened its payment page.
   */
  state: 'unpaid' | 'paid' | 'closed' | 'refunded' | 'unknown';
  amountFen: number | null;
  vendorTradeNo: string | null;
  paidAt: Date | null;
  account: string | null;
};

export type RefundState = {
  state: 'processing' | 'succeeded' | 'failed' | 'closed' | 'unknown';
  amountFen: number | null;
  vendorRefundNo: string | null;
  refundedAt: Date | null;
  reason: string | null;
};

export interface PayAttempt {
  /** Our number, unique per merchant: 6 to 32 letters, digits, `_` or `-`. */
  outTradeNo: string;
  amountFen: number;
  subject: string;
  expiresAt: Date;
  /** Absent: the payer scans a QR code from another screen. */
  device?: PayerDevice;
}

/**
 * The phone that pays. `phone`: its browser opens the vendor's page and returns to `returnPath`. `inApp`: the page runs
 * in the browser of WeChat, where the payer has this openid.
 */
export type PayerDevice = { scene: 'phone'; address: string; returnPath: string } | { scene: 'inApp'; openid: string };

/** Parameters with which a page in the browser of WeChat starts the payment (getBrandWCPayRequest). */
export interface BridgePayment {
  appId: string;
  timeStamp: string;
  nonceStr: string;
  package: string;
  signType: 'RSA';
  paySign: string;
}

/** Identifies a payer in the browser of WeChat through OAuth of the public account that takes the payment. */
export interface PayerIdentity {
  pageOf(state: string, returnPath: string): string;
  /** Exchanges the OAuth code for the openid; null when WeChat refuses the code. Throws `PayFault`. */
  openidOf(code: string): Promise<string | null>;
}

/** A request for a refund. `outRefundNo` stays the same when a refund is tried again. */
export interface RefundRequest {
  outTradeNo: string;
  outRefundNo: string;
  amountFen: number;
  totalFen: number;
  reason: string;
}

export type PayNotice =
  | { kind: 'payment'; id: string; outTradeNo: string; state: PayState }
  | { kind: 'refund'; id: string; outTradeNo: string; outRefundNo: string; state: RefundState };

export type BillLine = {
  kind: 'payment' | 'refund';
  outTradeNo: string;
  outRefundNo: string | null;
  vendorTradeNo: string;
  amountFen: number;
  state: string;
  at: Date;
};

export interface NoticeRequest {
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

export interface PayChannel {
  readonly vendor: PayVendor;
  readonly account: string;
  /**
   * Origin of the vendor's page in our iframe, for the content security policy; null when the vendor has no such page.
   */
  readonly frame: string | null;
  /** Null when payments in the browser of WeChat are not configured, and for Alipay. */
  readonly payerIdentity: PayerIdentity | null;
  /**
   * Starts a payment. Returns the text of a QR code, the address of the vendor's page, or the parameters for a page in
   * the browser of WeChat. A repeated call for the same device has no further effect.
   */
  open(attempt: PayAttempt): Promise<{ codeUrl: string } | { pageUrl: string } | { bridge: BridgePayment }>;
  query(outTradeNo: string): Promise<PayState>;
  /**
   * Closes a payment, so that nobody can pay it afterwards. `missing`: the vendor does not know the payment, so an open
   * page of Alipay can still start it. Throws `PayFault` `paid` when it was already paid.
   */
  close(outTradeNo: string): Promise<'closed' | 'missing'>;
  refund(ask: RefundRequest): Promise<RefundState>;
  queryRefund(ask: { outTradeNo: string; outRefundNo: string }): Promise<RefundState>;
  /**
   * Verifies signature, time and account of a notice, then parses it. Throws `PayNoticeRefused`; the caller never sees
   * the reason.
   */
  readNotice(request: NoticeRequest): Promise<PayNotice>;
  /** The response to a notice, in the vendor's format. `ok` is true after the notice is stored. */
  noticeAnswer(ok: boolean): { status: number; contentType: string; body: string };
  /**
   * Lines of a daily bill; null while the bill is not ready. The day (`2026-11-23`) is in China time: payments by
   * success day, refunds by acceptance day.
   */
  bill(day: string): Promise<AsyncIterable<BillLine> | null>;
}

export const noticeLimitBytes = 64 * 1024;

export class PayNoticeRefused extends Error {
  /**
   * Reason of the refusal, only for log, counters and alarm. `foreign`: a valid notice for another merchant, which is
   * acknowledged and reported. Notices with any other reason are refused.
   */
  readonly why: 'unsigned' | 'unknownKey' | 'forged' | 'late' | 'foreign' | 'unreadable' | 'tooLong';
  constructor(why: PayNoticeRefused['why'], message: string = why) {
    super(message);
    this.name = 'PayNoticeRefused';
    this.why = why;
  }
}

export type PayFaultKind =
  /** No connection, a timeout or an unsigned response. The result is unknown, so the caller must query or retry. */
  | 'unreached'
  | 'busy'
  | 'paid'
  | 'closed'
  | 'conflict'
  | 'missing'
  | 'balance'
  | 'limit'
  /** The vendor refuses our keys, rights or parameters. An operator must correct them. */
  | 'refused';

export class PayFault extends Error {
  readonly kind: PayFaultKind;
  readonly code: string | null;
  constructor(kind: PayFaultKind, code: string | null = null, message: string = code ?? kind) {
    super(message);
    this.name = 'PayFault';
    this.kind = kind;
    this.code = code;
  }
}
