import type { Order, OrderStatus } from '@anlan/contract/modules/order/resource';

/** Whether the order is final: paid, or no longer payable. */
export const isOver = ({ status }: { status: OrderStatus }): boolean => status !== 'unpaid' && status !== 'unknown';

/** Formats the term with gift months, for example 连续2年，赠 3 个月. */
export function termText({ year, giftMonth }: Pick<Order, 'year' | 'giftMonth'>): string {
  const years = yearsText(year);
  return giftMonth > 0 ? `${years}，赠 ${giftMonth} 个月` : years;
}

/** Formats a number of years in the words of the price list (CN-07). */
export const yearsText = (year: number): string => (year === 1 ? '1年' : `连续${year}年`);
