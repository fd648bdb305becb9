const fenPerWan = 1_000_000;

/** Integer fen as 万元, for a form. */
export const wanOf = (fen: number | null | undefined): number | null =>
  fen === null || fen === undefined ? null : fen / fenPerWan;

/** 万元 as integer fen. */
export const fenOf = (wan: number | null): number | null => (wan === null ? null : Math.round(wan * fenPerWan));

/** Integer fen for people: 万元 from ten thousand yuan on, yuan below. */
export function moneyText(fen: number): string {
  const yuan = fen / 100;
  const [amount, unit] = yuan >= 10_000 ? [yuan / 10_000, '万元'] : [yuan, '元'];
  return `${amount.toLocaleString('zh-CN', { maximumFractionDigits: unit === '元' ? 2 : 6 })} ${unit}`;
}

const sums = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** Integer fen as a sum that is paid or paid back, to the fen: ¥3,680.00. */
export const yuanText = (fen: number): string => `${fen < 0 ? '−' : ''}¥${sums.format(Math.abs(fen) / 100)}`;
/** The same as a line of an account, without the sign of the currency: 3,680.00. */
export const sumText = (fen: number): string => `${fen < 0 ? '−' : ''}${sums.format(Math.abs(fen) / 100)}`;
