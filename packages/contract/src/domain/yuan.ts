// Money inside is a whole number of fen; outside it is text in yuan with two decimals, so that no fraction is ever rounded.
import * as z from 'zod/mini';

/** Fen as the wire carries them: 368000 → '3680.00'. */
export function formatYuan(fen: number): string {
  const digits = String(Math.abs(fen)).padStart(3, '0');
  return `${fen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Fen as people read them: 368000 → ¥3,680.00. */
export const sayYuan = (fen: number): string =>
  `${fen < 0 ? '-' : ''}¥${formatYuan(Math.abs(fen)).replace(/\B(?=(\d{3})+\.)/g, ',')}`;

/** The fen of an amount in yuan: '3680.00', '3680' or 3680. */
export function parseYuan(yuan: string | number): number {
  const [whole = '0', part = ''] = String(yuan).split('.');
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

const pattern = /^\d{1,10}(?:\.\d{1,2})?$/;

/** An amount: yuan with at most two decimals outside, fen inside. */
export const yuanOf = (label = '金额') =>
  z.codec(
    z
      .union([z.string(), z.number()], `请填写${label}`)
      .check(z.refine((value) => pattern.test(String(value)), `${label}应为最多两位小数的数字`)),
    z.int(),
    { decode: parseYuan, encode: formatYuan },
  );
/** An amount that may be negative, as differences are; it only goes out. */
export const yuanDifference = z.codec(z.string(), z.int(), { decode: (text) => parseYuan(text), encode: formatYuan });
