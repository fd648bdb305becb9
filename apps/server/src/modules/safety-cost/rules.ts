// Computes a yearly account by 企业安全生产费用提取和使用管理办法.
import { yuanText } from '@anlan/contract/domain/yuan';

export interface Sum {
  readonly kind: 'drawn' | 'spent';
  readonly category: string | null;
  readonly fen: number;
}
export interface Account {
  readonly year: number;
  readonly dueFen: number;
  readonly openingFen: number;
}

/** `part` as a percentage of `whole` with one decimal; null when `whole` is zero. */
const shareOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((1000 * part) / whole) / 10;

/** Number of months of a year that have ended by a day. The due amount is accrued in equal monthly parts. */
export function monthsEnded(year: number, today: string): number {
  const [now, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  return now < year ? 0 : now > year ? 12 : month - 1;
}

export function accountOf(account: Account, sums: readonly Sum[], nameOf: (category: string) => string, today: string) {
  const total = (kind: Sum['kind']) => sums.reduce((sum, one) => sum + (one.kind === kind ? one.fen : 0), 0);
  const { year, dueFen, openingFen } = account;
  const [drawnFen, spentFen] = [total('drawn'), total('spent')];
  return {
    drawnFen,
    drawnShare: shareOf(drawnFen, dueFen),
    behind: drawnFen * 12 < dueFen * monthsEnded(year, today),
    spentFen,
    spentShare: shareOf(spentFen, openingFen + drawnFen),
    balanceFen: openingFen + drawnFen - spentFen,
    uses:
      sums
        .filter(({ kind }) => kind === 'spent')
        .map(({ category, fen }) => `${category === null ? '未分类' : nameOf(category)} ${yuanText(fen)}`)
        .join('\n') || null,
  };
}
