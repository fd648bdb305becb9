import { numberText } from '@anlan/contract/domain/number-text';
import { beginning } from '#kernel/beginning.ts';

/** A day where the sheet formats a number as a date, with its time where the format shows one. */
interface DayCell {
  day: string;
  time?: string;
}
/** A cell as it was read, a formula or an error value as such. */
export type SheetCell = string | number | boolean | null | DayCell | { formula: true } | { error: string };

/** A row that is not empty; `no` is its number in the sheet, from 1. */
export interface SheetRow {
  no: number;
  cells: SheetCell[];
  /** Nobody sees it in the sheet: it was hidden, or a filter leaves it out. */
  hidden?: true;
}

/** What a reader takes at most (S57). */
export interface SheetLimits {
  rows: number;
  columns: number;
  entries: number;
  unpackedBytes: number;
  ratio: number;
}

// No more goes into a cell of a spreadsheet, and no column of ours takes as much.
const longestCell = 32_767;
/** A text as it can be kept: the database holds neither the character 0 nor half a character. */
export const cellText = (text: string): string => beginning(text.replaceAll('\0', ''), longestCell).toWellFormed();

/** The text of a formula that is nothing but a text, as `="9133…"` keeps digits whole; null for any other (S57). */
export function literalOf(formula: string): string | null {
  const text = formula.trim().replace(/^=\s*/, '');
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return null;
  const inner = text.slice(1, -1);
  // A mark within it is written twice.
  return inner.replaceAll('""', '').includes('"') ? null : inner.replaceAll('""', '"');
}

/** What is said of a file that has more rows than so many. */
export const tooManyRows = (rows: number): string =>
  `一个文件最多导入 ${numberText(rows)} 行，这个文件超过了，请拆成几个文件分别上传`;

/** What to do with a file that a spreadsheet program may still read. */
export const saveAgain = '请用 WPS 或 Excel 打开，另存为 .xlsx 后重新上传';
/** What is said of a file whose parts do not fit together. */
export const damaged = `文件已损坏，或不是有效的 .xlsx 文件，${saveAgain}`;

/** A file that is not read further, in words for people. */
export class SheetRefused extends Error {}
