// Interprets a number by the format of its cell: a day, a time, a code with leading zeros, or a percentage.
import type { SheetCell } from './cells.ts';

/** How a format displays a number. `plain`: a format that leaves the digits unchanged. */
export type NumberFormat =
  | { as: 'plain' | 'time' }
  | { as: 'day'; timed: boolean }
  | { as: 'digits'; digits: number }
  | { as: 'share'; decimals: number };

const plain: NumberFormat = { as: 'plain' };
// Ids of the built-in date formats. Ids 48 and 49 are among them but mean scientific and text.
const builtInDay = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58);
const builtInTime = (id: number) => (id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47);

/** Returns the meaning of a format id. `code`: the format text, when the workbook defines the format itself. */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined)
    return builtInDay(id)
      ? { as: 'day', timed: id === 22 }
      : builtInTime(id)
        ? { as: 'time' }
        : id === 9 || id === 10
          ? { as: 'share', decimals: id === 9 ? 0 : 2 }
          : plain;
  const noughts = /^0{2,15}$/.exec(code)?.[0];
  if (noughts !== undefined) return { as: 'digits', digits: noughts.length };
  const share = /^0(?:\.(0{1,10}))?%$/.exec(code);
  if (share) return { as: 'share', decimals: share[1]?.length ?? 0 };
  // Only date formats contain y, d or h after texts, colours and escapes are removed.
  const bare = code.replace(/\[[^\]]*\]|"[^"]*"|\\.|[*_]./g, '');
  const timed = /[hs]/i.test(bare);
  return /[yd]/i.test(bare) ? { as: 'day', timed } : timed ? { as: 'time' } : plain;
}

const dayMs = 86_400_000;
/**
 * Converts a serial number to a day. Null before March 1900, because spreadsheets count 29 February 1900, which never
 * existed.
 */
function dayOf(serial: number, is1904: boolean): string | null {
  // A value below one is a time of day.
  if (!(serial >= 1 && serial < 2_958_466)) return null;
  const zero = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  return new Date(zero + Math.floor(serial) * dayMs).toISOString().slice(0, 10);
}
function timeOf(part: number): string {
  const seconds = Math.min(Math.round(part * 86_400), 86_399);
  return new Date(seconds * 1000).toISOString().slice(11, seconds % 60 === 0 ? 16 : 19);
}

export function numberShown(value: number, format: NumberFormat, is1904: boolean): SheetCell {
  if (format.as === 'plain') return value;
  if (format.as === 'digits')
    return Number.isInteger(value) && value >= 0 ? String(value).padStart(format.digits, '0') : value;
  if (format.as === 'share') return Math.abs(value) < 1e12 ? `${(value * 100).toFixed(format.decimals)}%` : value;
  if (format.as === 'day') {
    const day = dayOf(value, is1904);
    if (day === null) return value;
    return format.timed && value % 1 > 0 ? { day, time: timeOf(value % 1) } : { day };
  }
  return value >= 0 && value < 1 ? timeOf(value) : value;
}
