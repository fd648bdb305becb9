// Money and months of orders, and the numbers that vendors know them by; all without IO.
import { randomBytes } from 'node:crypto';

/** What an order cost and how much of it went back. */
export interface Priced {
  price: number;
  months: number;
  giftMonth: number;
  monthsBack: number;
  giftBack: number;
}
/** So many months at so much. */
export interface MonthGroup {
  months: number;
  each: number;
  gift: boolean;
}

/** The months of an order with what each cost: the fen that do not divide fall on the first ones. */
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

/** What going back some paid months means. */
export interface Back {
  amount: number;
  months: number;
  /** All that is left of the gift goes with the first month that goes back. */
  giftMonth: number;
  parts: { months: number; each: number }[];
}

/** The last paid months that are left, as many as are asked for; all of them where nothing is said. */
export function backOf(order: Priced, asked?: number): Back {
  const left = order.months - order.monthsBack;
  const months = Math.min(asked ?? left, left);
  const from = left - months;
  const parts: Back['parts'] = [];
  let at = 0;
  for (const { months: count, each, gift } of monthGroups(order)) {
    const taken = gift ? 0 : Math.max(0, Math.min(at + count, left) - Math.max(at, from));
    if (taken > 0) parts.push({ months: taken, each });
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
const placed = /^([0-9a-z]{1,13})_[0-9a-z]{16}$/;

/** A number for a vendor: it names the tenant, so that a notice finds its way, and cannot be guessed. */
export function vendorNumber(tenantId: string): string {
  const random = [...randomBytes(16)].map((byte) => letters[byte % 36]).join('');
  return `${BigInt(tenantId).toString(36)}_${random}`;
}

/** The tenant that a number was given out in, or null where it is none of ours. */
export function tenantOf(number: string): string | null {
  const [, text] = placed.exec(number) ?? [];
  if (text === undefined) return null;
  let id = 0n;
  for (const letter of text) id = id * 36n + BigInt(letters.indexOf(letter));
  return String(id);
}

/** Words for a vendor. */
export const vendorNames = { wechat: '微信支付', alipay: '支付宝' } as const;

// Soon after it was opened people pay; later a lost notice is still found within a minute.
const firstSeconds = [5, 10, 15];
/** When a vendor is asked about an attempt for the n-th time, counted from the one before. */
export const nextAskSeconds = (asked: number): number => firstSeconds[asked] ?? 30;

/** When a vendor is asked about a refund for the n-th time, counted from the one before. */
export const nextRefundAskSeconds = (asked: number): number => Math.min(3600, 15 * 2 ** Math.min(asked, 8));
