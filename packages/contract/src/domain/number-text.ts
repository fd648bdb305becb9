// Formats numbers for display: 1,882 家, 62.6 %, −18.

const formats = new Map<number, Intl.NumberFormat>();
function groupDigits(value: number, digits: number): string {
  let format = formats.get(digits);
  if (!format) {
    format = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: digits });
    formats.set(digits, format);
  }
  return format.format(Math.abs(value));
}

const isNegative = (value: number, shown: string) => value < 0 && /[1-9]/.test(shown);

/** Formats a number for display. A missing value becomes a dash. */
export function numberText(value: number | null | undefined, digits = 6): string {
  if (value === null || value === undefined) return '—';
  const shown = groupDigits(value, digits);
  return isNegative(value, shown) ? `−${shown}` : shown;
}

/** Returns the unit with a space before it. A degree sign has no space before it. */
export const unitText = (unit: string | undefined): string =>
  unit === undefined || unit === '' ? '' : unit.startsWith('°') ? unit : ` ${unit}`;

export const countText = (value: number | null | undefined, unit: string, digits = 6): string =>
  value === null || value === undefined ? '—' : `${numberText(value, digits)}${unitText(unit)}`;

/** Formats a percentage with at most one decimal: 62.6 %. */
export const percentText = (value: number | null | undefined): string => countText(value, '%', 1);

/**
 * Percentage with one decimal; null if the whole is 0. It rounds down, so that an incomplete part never shows as 100 %.
 */
export const shareOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.floor((1000 * part) / whole) / 10;

/** Formats a part of a whole as a percentage. A dash if the whole is 0. */
export const shareText = (part: number, whole: number): string => percentText(shareOf(part, whole));

export function sizeText(bytes: number): string {
  const [size, unit] =
    bytes >= 2 ** 30 ? [bytes / 2 ** 30, 'GB'] : bytes >= 2 ** 20 ? [bytes / 2 ** 20, 'MB'] : [bytes / 1024, 'KB'];
  return countText(unit === 'KB' ? Math.ceil(size) : size, unit, 1);
}
