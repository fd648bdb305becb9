// Prices, months and vendor numbers of orders; no IO.
import { randomBytes } from 'node:crypto';

export interface Priced {
  price: number;
  months: number;
  giftMonth: number;
  monthsBack: number;
  giftBack: number;
}
export interface MonthGroup {
  months: number;
  each: number;
  gift: boolean;
}

/** Splits an order into groups of months with the same price in fen. The first months carry the rounding remainder. */
export function monthGroups({
  price,
  months,
  giftMonth,
}: Pick<Priced, 'price' | 'months' | 'giftMonth'>): MonthGroup[] {
  const each = Math.floor(price / months);
  const dearer = price - each * months;
  return [
    { months: dearer, each: each + 1, gift: false },
    { months: months - dearer, each, gift: false },
    { months: giftMonth, each: 0, gift: true },
  ].filter((group) => group.months > 0);
}

export interface RefundBreakdown {
  amount: number;
  months: number;
  /** The first refunded month. From this month on, all remaining gift months are taken back too. */
  giftMonth: number;
  parts: { months: number; each: number }[];
}

/** Computes the refund of the last `monthsWanted` remaining paid months. Default: all of them. */
export function refundBreakdown(order: Priced, monthsWanted?: number): RefundBreakdown {
  const left = order.months - order.monthsBack;
  const months = Math.min(monthsWanted ?? left, left);
  const from = left - months;
  const parts: RefundBreakdown['parts'] = [];
  let at = 0;
  for (const { months: count, each, gift } of monthGroups(order)) {
    const takenMonths = gift ? 0 : Math.max(0, Math.min(at + count, left) - Math.max(at, from));
    if (takenMonths > 0) parts.push({ months: takenMonths, each });
    at += count;
  }
  return {
    amount: parts.reduce((sum, part) => sum + part.months * part.each, 0),
    months,
    giftMonth: months > 0 ? order.giftMonth - order.giftBack : 0,
    parts,
  };
}

const letters = '0123456789abcdefghijklmnopqrstuvwxyz';
const vendorNumberPattern = /^([0-9a-z]{1,13})_[0-9a-z]{16}$/;

/**
 * Creates a trade number for a vendor. The number contains the tenant, so that notices can be routed, and cannot be
 * guessed.
 */
export function vendorNumber(tenantId: string): string {
  const random = [...randomBytes(16)].map((byte) => letters[byte % 36]).join('');
  return `${BigInt(tenantId).toString(36)}_${random}`;
}

export function tenantOf(number: string): string | null {
  const [, text] = vendorNumberPattern.exec(number) ?? [];
  if (text === undefined) return null;
  let id = 0n;
  for (const letter of text) id = id * 36n + BigInt(letters.indexOf(letter));
  return String(id);
}

export const vendorNames = { wechat: '微信支付', alipay: '支付宝' } as const;

// Seconds before the first queries: people usually pay soon after opening the page. Later queries find a lost notice
// within a minute.
const firstSeconds = [5, 10, 15];
/** Seconds between the previous query and query number `queryCount`. */
export const nextAskSeconds = (queryCount: number): number => firstSeconds[queryCount] ?? 30;

/** Seconds between the previous refund query and query number `queryCount`; exponential backoff up to one hour. */
export const nextRefundAskSeconds = (queryCount: number): number => Math.min(3600, 15 * 2 ** Math.min(queryCount, 8));

/** Reason of a refund without a person, and its title in the books. */
export function automaticRefund({ paymentId, status }: { paymentId: string | null; status: string }) {
  if (paymentId === null) return { why: '订单已关闭', title: '订单关闭后的付款自动退回' };
  if (status === 'refunded') return { why: '订单已退款', title: '退款后的付款自动退回' };
  return { why: '本单已付，判为重复', title: '多付的一笔自动退回' };
}
