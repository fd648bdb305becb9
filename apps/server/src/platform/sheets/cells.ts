import { numberText } from '@anlan/contract/domain/number-text';
import { truncateText } from '#kernel/truncate-text.ts';

/** Cell with a number that is formatted as a date. It has a time when the format shows one. */
interface DayCell {
  day: string;
  time?: string;
}
/** A cell value; formulas and errors are marked as such. */
export type SheetCell = string | number | boolean | null | DayCell | { formula: true } | { error: string };

export interface SheetRow {
  no: number;
  cells: SheetCell[];
  hidden?: true;
}

export interface SheetLimits {
  rows: number;
  columns: number;
  entries: number;
  unpackedBytes: number;
  ratio: number;
}

// Excel's limit for the text of a cell. The columns of the product accept less.
const longestCell = 32_767;
/** Removes NUL and lone surrogates, which PostgreSQL refuses. */
export const cellText = (text: string): string => truncateText(text.replaceAll('\0', ''), longestCell).toWellFormed();

/** Returns the text of a formula that is only a quoted string, such as `="9133…"`; null for any other formula (S57). */
export function literalOf(formula: string): string | null {
  const text = formula.trim().replace(/^=\s*/, '');
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return null;
  const inner = text.slice(1, -1);
  // Inside the string, each quote is doubled.
  return inner.replaceAll('""', '').includes('"') ? null : inner.replaceAll('""', '"');
}

export const tooManyRows = (rows: number): string =>
  `一个文件最多导入 ${numberText(rows)} 行，这个文件超过了，请拆成几个文件分别上传`;

export const saveAgain = '请用 WPS 或 Excel 打开，另存为 .xlsx 后重新上传';
export const damaged = `文件已损坏，或不是有效的 .xlsx 文件，${saveAgain}`;

export class SheetRefused extends Error {}
