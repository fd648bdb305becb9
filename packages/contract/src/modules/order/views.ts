import * as z from 'zod/mini';
import { day, id, instant } from '../../domain/fields.ts';
import { yuanDifference, yuanOf } from '../../domain/yuan.ts';

/** Who takes the money. */
export const payVendor = z.enum(['wechat', 'alipay']);

/** One line of an order's books: what happened and on what evidence. */
export const ledgerLine = z.object({
  id,
  at: instant,
  /** Who did it: the enterprise, us, or a vendor. */
  by: z.enum(['enterprise', 'platform', 'anlan', 'wechat', 'alipay']),
  /**
   * What happened: ordered, opened, paid, paidAgain, late (paid after it was closed), mismatch, extended, refundAsked,
   * refundApproved, refundRefused, refundSent, refundDone, refundFailed, shortened, closed, asked, replayed, billed,
   * invoiceApplied, invoiceIssued, invoiceReversed.
   */
  kind: z.string(),
  title: z.string(),
  /** The evidence in words. */
  detail: z.string(),
  /** What came in, or with a minus what went back, in yuan; null where no money moved. */
  amount: z.nullable(yuanDifference),
  /** What is there after this line, in yuan. */
  net: yuanDifference,
  /** The vendor's notice that proves it, where one does; read with the call notice. */
  noticeId: z.nullable(id),
});
/** One line of an order's books. */
export type LedgerLine = z.output<typeof ledgerLine>;

/** One try at being paid, at one vendor. */
export const attemptView = z.object({
  id,
  vendor: payVendor,
  /** Our number at the vendor. */
  outTradeNo: z.string(),
  amount: yuanOf(),
  /** open, paid, closed, refused; `duplicate` was paid although the order was paid or closed, and goes back. */
  state: z.enum(['open', 'paid', 'duplicate', 'closed', 'refused']),
  openedAt: instant,
  expiresAt: instant,
  paidAt: z.nullable(instant),
  transactionId: z.nullable(z.string()),
  refunded: yuanOf(),
});
/** One try at being paid. */
export type AttemptView = z.output<typeof attemptView>;

/** States of a refund: waiting for the second person, sent to the vendor, and how it ended. */
export const refundStates = ['asked', 'sending', 'done', 'failed', 'unknown', 'rejected'] as const;
/** A refund of an order. */
export const refundView = z.object({
  id,
  refundNo: z.string(),
  orderId: id,
  orderNo: z.string(),
  enterpriseName: z.string(),
  vendor: payVendor,
  amount: yuanOf(),
  /** Paid months and gift months that it takes back. */
  months: z.int(),
  giftMonth: z.int(),
  /** Refund by itself of what was paid twice or too late; nobody was asked. */
  automatic: z.boolean(),
  state: z.enum(refundStates),
  reason: z.string(),
  askedBy: z.nullable(z.string()),
  askedAt: instant,
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(instant),
  opinion: z.nullable(z.string()),
  finishedAt: z.nullable(instant),
  /** The vendor's words where it did not work. */
  failure: z.nullable(z.string()),
  /** What the caller may do: decide, retry. */
  abilities: z.array(z.enum(['decide', 'retry'])),
});
/** A refund of an order. */
export type RefundView = z.output<typeof refundView>;

/** What a refund would do. */
export const refundPreview = z.object({
  orderId: id,
  vendor: payVendor,
  /** What goes back, in yuan. */
  amount: yuanOf(),
  /** How it is worked out: so many months at so much. */
  parts: z.array(z.object({ months: z.int(), each: yuanOf() })),
  months: z.int(),
  giftMonth: z.int(),
  /** Most months that can be given back. */
  monthsMost: z.int(),
  /** Last day of the membership now and afterwards; never before today. */
  membershipFrom: z.nullable(day),
  membershipTo: z.nullable(day),
  /** What of the order is left, in yuan and months. */
  left: yuanOf(),
  leftMonths: z.int(),
  /** Why it cannot be asked for now, in words; null where it can. */
  refusal: z.nullable(z.string()),
  /** An invoice was issued and must be reversed first. */
  needsReversal: z.boolean(),
  /** Other people who may decide. */
  reviewers: z.array(z.object({ id, name: z.string() })),
  /** Other people with the permit who may not decide on a request of now, with the reason in words. */
  notReviewers: z.array(z.object({ id, name: z.string(), reason: z.string() })),
  /** Who can make somebody a reviewer. */
  helpers: z.array(z.string()),
});
/** What a refund would do. */
export type RefundPreview = z.output<typeof refundPreview>;

/** Months of an order: a group of months that cost the same. */
export const monthGroup = z.object({ months: z.int(), each: yuanOf(), gift: z.boolean() });

/** An order's page: each fen from the vendor's notice to the day of membership. */
export const orderBooks = z.object({
  id,
  orderNo: z.string(),
  lines: z.array(ledgerLine),
  attempts: z.array(attemptView),
  refunds: z.array(refundView),
  /** Came in, went back, what the books say is there. */
  income: yuanOf(),
  outgo: yuanOf(),
  balance: yuanDifference,
  /** Whether attempts − refunds = ledger. */
  balanced: z.boolean(),
  /** The paid months and the gift, first to last, with what each cost. */
  groups: z.array(monthGroup),
  /** Paid and gift months that went back with refunds. */
  monthsBack: z.int(),
  giftBack: z.int(),
  membershipFrom: z.nullable(day),
  membershipTo: z.nullable(day),
  /** What the caller may do: refund, ask, replay. */
  abilities: z.array(z.enum(['refund', 'ask', 'replay'])),
});
/** An order's page. */
export type OrderBooks = z.output<typeof orderBooks>;

/** A vendor's notice as it was verified and kept. */
export const noticeView = z.object({
  id,
  vendor: payVendor,
  /** The vendor's own number of it. */
  noticeId: z.string(),
  kind: z.enum(['payment', 'refund']),
  receivedAt: instant,
  /** How often it came. */
  times: z.int(),
  /** waiting, applied, ignored (changed nothing), mismatch. */
  state: z.string(),
  /** What it said, once verified. */
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
});
/** A vendor's notice as it was verified and kept. */
export type NoticeView = z.output<typeof noticeView>;

/** The last check of the books: attempts − refunds = ledger, over all orders of the tenant. */
export const balanceCheck = z.object({
  at: instant,
  orders: z.int(),
  income: yuanOf(),
  outgo: yuanOf(),
  ledger: yuanDifference,
  balanced: z.boolean(),
  /** Orders whose books do not balance, up to 100. */
  faults: z.array(
    z.object({ orderId: id, orderNo: z.string(), expected: yuanDifference, found: yuanDifference, what: z.string() }),
  ),
});
/** The last check of the books. */
export type BalanceCheck = z.output<typeof balanceCheck>;

/** One day of one vendor's bill, compared with our books. */
export const billDay = z.object({
  id,
  day,
  vendor: payVendor,
  account: z.string(),
  /** pending (not there yet), done, failed. */
  state: z.enum(['pending', 'done', 'failed']),
  lines: z.int(),
  income: yuanOf(),
  outgo: yuanOf(),
  differences: z.int(),
  open: z.int(),
  checkedAt: z.nullable(instant),
  failure: z.nullable(z.string()),
});
/** One day of one vendor's bill. */
export type BillDay = z.output<typeof billDay>;

/** How a bill and our books differ. */
export const differenceKinds = ['missingHere', 'missingThere', 'amount', 'state', 'dayCut', 'refund'] as const;
/** A difference between a vendor's bill and our books. */
export const billDifference = z.object({
  id,
  day,
  vendor: payVendor,
  kind: z.enum(differenceKinds),
  outTradeNo: z.string(),
  outRefundNo: z.nullable(z.string()),
  orderId: z.nullable(id),
  orderNo: z.nullable(z.string()),
  /** What the vendor says and what we have, in yuan; null where there is no such line. */
  theirs: z.nullable(yuanOf()),
  ours: z.nullable(yuanOf()),
  detail: z.string(),
  state: z.enum(['open', 'settled']),
  settledBy: z.nullable(z.string()),
  settledAt: z.nullable(instant),
  note: z.nullable(z.string()),
  /** What can be done about it: ask the vendor, apply the kept notices once more, give money back, note it as known. */
  abilities: z.array(z.enum(['ask', 'replay', 'refund', 'note'])),
});
/** A difference between a vendor's bill and our books. */
export type BillDifference = z.output<typeof billDifference>;
