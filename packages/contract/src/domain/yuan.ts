// Money is a whole number of fen in code. On the wire it is text in yuan with two decimals. This avoids rounding
// errors.
import * as z from 'zod/mini';

/** Converts fen to yuan as on the wire: 368000 → '3680.00'. */
export function formatYuan(fen: number): string {
  const digits = String(Math.abs(fen)).padStart(3, '0');
  return `${fen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Converts fen to yuan for display: 368000 → ¥3,680.00. */
export const yuanText = (fen: number): string =>
  `${fen < 0 ? '-' : ''}¥${formatYuan(Math.abs(fen)).replace(/\B(?=(\d{3})+\.)/g, ',')}`;

/** Converts yuan to fen. Accepts '3680.00', '3680' or 3680. */
export function parseYuan(yuan: string | number): number {
  const [whole = '0', part = ''] = String(yuan).split('.');
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

const pattern = /^\d{1,10}(?:\.\d{1,2})?$/;

/** Codec of an amount of money. Wire: yuan with at most two decimals. In code: fen. */
export const yuanOf = (label = '金额') =>
  z.codec(
    z
      .union([z.string(), z.number()], `请填写${label}`)
      .check(z.refine((value) => pattern.test(String(value)), `${label}应为最多两位小数的数字`)),
    z.int(),
    { decode: parseYuan, encode: formatYuan },
  );
/** Codec of an amount that may be negative. It is used only in responses. */
export const yuanDifference = z.codec(z.string(), z.int(), { decode: (text) => parseYuan(text), encode: formatYuan });
