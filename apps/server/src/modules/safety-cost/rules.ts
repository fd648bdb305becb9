// What an account of a year comes to (企业安全生产费用提取和使用管理办法).
import { sayYuan } from '@anlan/contract/domain/yuan';

/** A sum of the ledger. */
export interface Sum {
  readonly kind: 'drawn' | 'spent';
  readonly category: string | null;
  readonly fen: number;
}
/** What an account begins with. */
export interface Account {
  readonly year: number;
  readonly dueFen: number;
  readonly openingFen: number;
}

/** Percentage with one decimal; null where there is nothing to reach. */
const shareOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((1000 * part) / whole) / 10;

/** Months of a year that have ended on a day: what is due is drawn in equal parts by the month. */
export function monthsEnded(year: number, today: string): number {
  const [now, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  return now < year ? 0 : now > year ? 12 : month - 1;
}

/** What was drawn and spent, what is left, and whether the drawing lies behind the months that have ended. */
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
        .map(({ category, fen }) => `${category === null ? '未分类' : nameOf(category)} ${sayYuan(fen)}`)
        .join('\n') || null,
  };
}
