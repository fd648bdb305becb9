const fenPerWan = 1_000_000;

/** Converts an amount in fen (integer) to 万元, for a form field. */
export const wanOf = (fen: number | null | undefined): number | null =>
  fen === null || fen === undefined ? null : fen / fenPerWan;

export const fenOf = (wan: number | null): number | null => (wan === null ? null : Math.round(wan * fenPerWan));

/** Formats an amount in fen (integer): in 万元 from ten thousand yuan, else in 元. */
export function moneyText(fen: number): string {
  const yuan = fen / 100;
  const [amount, unit] = yuan >= 10_000 ? [yuan / 10_000, '万元'] : [yuan, '元'];
  return `${amount.toLocaleString('zh-CN', { maximumFractionDigits: unit === '元' ? 2 : 6 })} ${unit}`;
}

const sums = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** Formats an amount in fen (integer) as a payment, for example ¥3,680.00. */
export const yuanText = (fen: number): string => `${fen < 0 ? '−' : ''}¥${sums.format(Math.abs(fen) / 100)}`;
/** Formats an amount in fen (integer) without a currency sign, for example 3,680.00. */
export const sumText = (fen: number): string => `${fen < 0 ? '−' : ''}${sums.format(Math.abs(fen) / 100)}`;
