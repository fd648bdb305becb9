import type { PlanPrice } from '@anlan/contract/modules/plan/resource';
import { yuanText } from '#widgets/money.ts';

/** Formats a number of years in the words of the price list (CN-07). */
const yearsText = (year: number): string => (year === 1 ? '1年' : `连续${year}年`);

/** Formats a price, for example 连续2年 ¥3,680.00，赠 3 个月. */
export function priceText({ year, transactionPrice, money, welfare, giftMonth }: PlanPrice): string {
  const extra = welfare === '1' ? `，赠 ${giftMonth} 个月` : welfare === '2' ? `，原价 ${yuanText(money)}` : '';
  return `${yearsText(year)} ${yuanText(transactionPrice)}${extra}`;
}

export const welfares = [
  { value: '0', label: '无优惠' },
  { value: '1', label: '赠送月数' },
  { value: '2', label: '显示原价' },
] as const;

export const yuanIn = (fen: number | undefined): number | null => (fen === undefined ? null : fen / 100);
export const fenIn = (yuan: number | null): number => Math.round((yuan ?? 0) * 100);
