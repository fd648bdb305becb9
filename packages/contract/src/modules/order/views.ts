import * as z from 'zod/mini';
import { day, id, instant } from '../../domain/fields.ts';
import { yuanDifference, yuanOf } from '../../domain/yuan.ts';

export const payVendor = z.enum(['wechat', 'alipay']);

export const ledgerLine = z.object({
  id,
  at: instant,
  by: z.enum(['enterprise', 'platform', 'anlan', 'wechat', 'alipay']),
  /**
   * Kind of the ledger line: ordered, opened, paid, paidAgain, late (paid after closing), mismatch, extended,
   * refundAsked, refundApproved, refundRefused, refundSent, refundDone, refundFailed, shortened, closed, asked,
   * replayed, billed, invoiceApplied, invoiceIssued or invoiceReversed.
   */
  kind: z.string(),
  title: z.string(),
  /** Evidence for the ledger line, as text for display. */
  detail: z.string(),
  /** Amount in yuan: positive for income, negative for refunds; null if no money was moved. */
  amount: z.nullable(yuanDifference),
  /** Balance of the order after this ledger line, in yuan. */
  net: yuanDifference,
  /** Id of the vendor notice that proves the ledger line; null if there is none. The call `notice` loads it. */
  noticeId: z.nullable(id),
});
export type LedgerLine = z.output<typeof ledgerLine>;

export const attemptView = z.object({
  id,
  vendor: payVendor,
  /** Number of the payment, which we gave to the vendor. */
  outTradeNo: z.string(),
  amount: yuanOf(),
  /** State of the payment. `duplicate`: paid although the order was already paid or closed; it is refunded. */
  state: z.enum(['open', 'paid', 'duplicate', 'closed', 'refused']),
  openedAt: instant,
  expiresAt: instant,
  paidAt: z.nullable(instant),
  transactionId: z.nullable(z.string()),
  refunded: yuanOf(),
});
export type AttemptView = z.output<typeof attemptView>;

/** How a phone continues a payment: on the vendor's page, or with getBrandWCPayRequest in WeChat. */
export const phonePayment = z.object({
  pageUrl: z.nullable(z.string()),
  bridge: z.nullable(
    z.object({
      appId: z.string(),
      timeStamp: z.string(),
      nonceStr: z.string(),
      package: z.string(),
      signType: z.literal('RSA'),
      paySign: z.string(),
    }),
  ),
  /** What became of the payment that was begun before in another way, as text for display; null if there was none. */
  former: z.nullable(z.string()),
  expiresAt: instant,
});
export type PhonePayment = z.output<typeof phonePayment>;

/** States of a refund. `asked`: waits for the second person. `sending`: is with the vendor. The others are results. */
export const refundStates = ['asked', 'sending', 'done', 'failed', 'unknown', 'rejected'] as const;
export const refundView = z.object({
  id,
  refundNo: z.string(),
  orderId: id,
  orderNo: z.string(),
  enterpriseName: z.string(),
  vendor: payVendor,
  amount: yuanOf(),
  /** Number of paid months and gift months that the refund removes. */
  months: z.int(),
  giftMonth: z.int(),
  /** Whether the system made the refund for a double or late payment, without approval. */
  automatic: z.boolean(),
  state: z.enum(refundStates),
  reason: z.string(),
  askedBy: z.nullable(z.string()),
  askedAt: instant,
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(instant),
  opinion: z.nullable(z.string()),
  finishedAt: z.nullable(instant),
  /** Error message of the vendor, if the refund failed. */
  failure: z.nullable(z.string()),
  abilities: z.array(z.enum(['decide', 'retry'])),
});
export type RefundView = z.output<typeof refundView>;

export const refundPreview = z.object({
  orderId: id,
  vendor: payVendor,
  amount: yuanOf(),
  /** How the amount is calculated: numbers of months with their price per month. */
  parts: z.array(z.object({ months: z.int(), each: yuanOf() })),
  months: z.int(),
  giftMonth: z.int(),
  monthsMost: z.int(),
  /** Last membership day now and after the refund; never before today. */
  membershipFrom: z.nullable(day),
  membershipTo: z.nullable(day),
  /** What can still be refunded: amount in yuan, and number of months. */
  left: yuanOf(),
  leftMonths: z.int(),
  /** Why a refund cannot be requested now, as text for display; null if it can be requested. */
  refusal: z.nullable(z.string()),
  /** Whether an invoice was issued that must be reversed first. */
  needsReversal: z.boolean(),
  /** Other people who may decide about the refund. */
  reviewers: z.array(z.object({ id, name: z.string() })),
  /** Other people who have the permit but may not decide, each with the reason for display. */
  notReviewers: z.array(z.object({ id, name: z.string(), reason: z.string() })),
  /** Names of people who can give somebody the right to decide. */
  helpers: z.array(z.string()),
});
export type RefundPreview = z.output<typeof refundPreview>;

/** A number of months of an order that have the same price. */
export const monthGroup = z.object({ months: z.int(), each: yuanOf(), gift: z.boolean() });

/** Account of an order. Connects each payment at the vendor with the membership days that were paid. */
export const orderBooks = z.object({
  id,
  orderNo: z.string(),
  lines: z.array(ledgerLine),
  attempts: z.array(attemptView),
  refunds: z.array(refundView),
  /** Money received, money refunded, and balance of the ledger. */
  income: yuanOf(),
  outgo: yuanOf(),
  balance: yuanDifference,
  /** Whether payments minus refunds equal the balance of the ledger. */
  balanced: z.boolean(),
  /** Paid and gift months in order, with their prices. */
  groups: z.array(monthGroup),
  /** Number of paid months and gift months that refunds removed. */
  monthsBack: z.int(),
  giftBack: z.int(),
  membershipFrom: z.nullable(day),
  membershipTo: z.nullable(day),
  abilities: z.array(z.enum(['refund', 'ask', 'replay'])),
});
export type OrderBooks = z.output<typeof orderBooks>;

export const noticeView = z.object({
  id,
  vendor: payVendor,
  noticeId: z.string(),
  kind: z.enum(['payment', 'refund']),
  receivedAt: instant,
  /** How many times the vendor sent this notice. */
  times: z.int(),
  /** State of the notice: waiting, applied, ignored (no effect) or mismatch. */
  state: z.string(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
});
export type NoticeView = z.output<typeof noticeView>;

/** Last check of all orders of the tenant: whether payments minus refunds equal the ledger. */
export const balanceCheck = z.object({
  at: instant,
  orders: z.int(),
  income: yuanOf(),
  outgo: yuanOf(),
  ledger: yuanDifference,
  balanced: z.boolean(),
  /** Orders whose account does not balance, at most 100. */
  faults: z.array(
    z.object({ orderId: id, orderNo: z.string(), expected: yuanDifference, found: yuanDifference, what: z.string() }),
  ),
});
export type BalanceCheck = z.output<typeof balanceCheck>;

export const billDay = z.object({
  id,
  day,
  vendor: payVendor,
  account: z.string(),
  /** State of the vendor's bill. `pending`: the vendor has not provided it yet. */
  state: z.enum(['pending', 'done', 'failed']),
  lines: z.int(),
  income: yuanOf(),
  outgo: yuanOf(),
  differences: z.int(),
  open: z.int(),
  checkedAt: z.nullable(instant),
  failure: z.nullable(z.string()),
});
export type BillDay = z.output<typeof billDay>;

export const differenceKinds = ['missingHere', 'missingThere', 'amount', 'state', 'dayCut', 'refund'] as const;
export const billDifference = z.object({
  id,
  day,
  vendor: payVendor,
  kind: z.enum(differenceKinds),
  outTradeNo: z.string(),
  outRefundNo: z.nullable(z.string()),
  orderId: z.nullable(id),
  orderNo: z.nullable(z.string()),
  /** Amount in the vendor's bill and in our records, in yuan; null if there is no such entry. */
  theirs: z.nullable(yuanOf()),
  ours: z.nullable(yuanOf()),
  detail: z.string(),
  state: z.enum(['open', 'settled']),
  settledBy: z.nullable(z.string()),
  settledAt: z.nullable(instant),
  note: z.nullable(z.string()),
  /** Actions that resolve the difference: query the vendor, apply stored notices again, refund, or add a note. */
  abilities: z.array(z.enum(['ask', 'replay', 'refund', 'note'])),
});
export type BillDifference = z.output<typeof billDifference>;
