// Numbers as people read them, in one way everywhere: 1,882 家, 62.6 %, −18.

const formats = new Map<number, Intl.NumberFormat>();
/** A number with separators of thousands and at most so many digits after the point. */
function grouped(value: number, digits: number): string {
  let format = formats.get(digits);
  if (!format) {
    format = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: digits });
    formats.set(digits, format);
  }
  return format.format(Math.abs(value));
}

const isNegative = (value: number, shown: string) => value < 0 && /[1-9]/.test(shown);

/** A number by itself; a dash where there is none. */
export function numberText(value: number | null | undefined, digits = 6): string {
  if (value === null || value === undefined) return '—';
  const shown = grouped(value, digits);
  return isNegative(value, shown) ? `−${shown}` : shown;
}

/** A unit behind a number: degrees stand at it, all else behind a space. */
export const unitText = (unit: string | undefined): string =>
  unit === undefined || unit === '' ? '' : unit.startsWith('°') ? unit : ` ${unit}`;

/** How many of what: 1,882 家. */
export const countText = (value: number | null | undefined, unit: string, digits = 6): string =>
  value === null || value === undefined ? '—' : `${numberText(value, digits)}${unitText(unit)}`;

/** A share in per cent, with one decimal where it has one: 62.6 %. */
export const percentText = (value: number | null | undefined): string => countText(value, '%', 1);

/** A part of a whole in per cent, never rounded up to all of it; a dash where there is nothing to divide by. */
export const shareText = (part: number, whole: number): string =>
  percentText(whole === 0 ? null : Math.floor((1000 * part) / whole) / 10);

/** Sizes of files and stores: 12.5 MB. */
export function sizeText(bytes: number): string {
  const [size, unit] =
    bytes >= 2 ** 30 ? [bytes / 2 ** 30, 'GB'] : bytes >= 2 ** 20 ? [bytes / 2 ** 20, 'MB'] : [bytes / 1024, 'KB'];
  return countText(unit === 'KB' ? Math.ceil(size) : size, unit, 1);
}
