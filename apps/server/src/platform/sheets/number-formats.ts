// What a number of a sheet means by the way its cell shows it: a day, a time, a code with noughts before it, a share.
import type { SheetCell } from './cells.ts';

/** How a cell shows a number; anything that leaves its digits alone is `plain`. */
export type NumberFormat =
  | { as: 'plain' | 'time' }
  | { as: 'day'; timed: boolean }
  | { as: 'digits'; digits: number }
  | { as: 'share'; decimals: number };

const plain: NumberFormat = { as: 'plain' };
// Between those of days and times stand 48, powers of ten, and 49, text: numbers that somebody formatted later.
const builtInDay = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58);
const builtInTime = (id: number) => (id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47);

/** Reads a format by its number and, where the workbook brings it along, by its code. */
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
  // Years, days and hours stand in no other format once its texts, colours and escapes are taken out.
  const bare = code.replace(/\[[^\]]*\]|"[^"]*"|\\.|[*_]./g, '');
  const timed = /[hs]/i.test(bare);
  return /[yd]/i.test(bare) ? { as: 'day', timed } : timed ? { as: 'time' } : plain;
}

const dayMs = 86_400_000;
/** The day that a number stands for; before March 1900 the calendar of spreadsheets counts a day that never was. */
function dayOf(serial: number, is1904: boolean): string | null {
  // Below one is a time of day.
  if (!(serial >= 1 && serial < 2_958_466)) return null;
  const zero = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  return new Date(zero + Math.floor(serial) * dayMs).toISOString().slice(0, 10);
}
/** The time of day of a part of a day, its seconds where it has any. */
function timeOf(part: number): string {
  const seconds = Math.min(Math.round(part * 86_400), 86_399);
  return new Date(seconds * 1000).toISOString().slice(11, seconds % 60 === 0 ? 16 : 19);
}

/** A number as its cell shows it. */
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
