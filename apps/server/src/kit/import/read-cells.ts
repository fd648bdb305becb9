import { creditCodeProblem, normaliseCreditCode, type CreditCodeProblem } from '@anlan/contract/domain/credit-code';
import { cleanText } from '@anlan/contract/domain/fields';
import { isDay } from '@anlan/contract/domain/instant';
import { writtenDay } from '@anlan/contract/domain/written-time';
import { isMaskedPhone, normalisePhone, phoneProblem } from '@anlan/contract/domain/phone';
import type { Finder, Flaw, Reading } from './find-codes.ts';

export type Cell =
  | string
  | number
  | boolean
  | null
  | { day: string; time?: string }
  | { formula: true }
  | { error: string };

const asText = '请把该列设为文本格式后重新填写';

export function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  // Spreadsheets store at most fifteen significant digits.
  if (typeof cell === 'number')
    return Math.abs(cell) >= 1e15 ? cell.toExponential().toUpperCase() : String(Number(cell.toPrecision(15)));
  if (typeof cell === 'string') return cell;
  if ('day' in cell) return cell.time === undefined ? cell.day : `${cell.day} ${cell.time}`;
  return 'error' in cell ? cell.error : '（公式）';
}

/** Finds problems that are possible in any column: formulas, error values and lost characters. */
export function findCellFlaw(cell: Cell): Flaw | null {
  if (typeof cell === 'string' && cell.includes('\ufffd'))
    return { cause: '内容中有无法识别的字符“\ufffd”', remedy: '请重新填写该单元格' };
  if (cell === null || typeof cell !== 'object' || 'day' in cell) return null;
  if ('formula' in cell)
    return { cause: '单元格是公式，导入不计算公式', remedy: '复制该列，选择性粘贴为“数值”后重新上传' };
  return { cause: `单元格是错误值 ${cell.error}`, remedy: '请改为实际内容' };
}

export const textReader =
  (max: number, { dayFits = false } = {}) =>
  (cell: Cell): Reading<string> => {
    const raw = cellText(cell).trim();
    // The spreadsheet program converted the text to a number or date, so the typed text is lost.
    if (typeof cell === 'number' && Math.abs(cell) >= 1e15)
      return { cause: `内容变成了数字 ${raw}，末几位已经丢失`, remedy: asText };
    if (typeof cell === 'object' && cell !== null && 'day' in cell && !dayFits)
      return { cause: `内容变成了日期 ${cell.day}`, remedy: asText };
    if (/[\r\n]/.test(raw)) return { cause: '内容中有换行', remedy: '请改为一行' };
    const value = cleanText(raw);
    const { length } = [...value];
    if (value.length > max)
      return { cause: `超过 ${max} 个字（现为 ${length} 个字）`, remedy: `请缩短到 ${max} 个字以内` };
    return { value };
  };

const codeRemedies: Readonly<Record<CreditCodeProblem['kind'], string>> = {
  length: '请对照营业执照补全18位代码',
  charset: '请对照营业执照核对，代码中没有字母 I、O、S、V、Z',
  region: '请对照营业执照核对第3至8位',
  checkDigit: '请对照营业执照逐位核对',
};

// Removes a leading quote, which marks a cell as text in spreadsheet programs.
const unmarked = (text: string) => text.trim().replace(/^['‘’`]/, '');

/** Unified social credit code; numbers are refused, because a sheet stores only fifteen digits. */
export function readCreditCode(cell: Cell): Reading<string> {
  if (typeof cell === 'number') {
    const problem = creditCodeProblem(normaliseCreditCode(cellText(cell)));
    const science = problem?.kind === 'length' && Math.abs(cell) >= 1e15;
    return {
      cause: science ? `代码变成了数字 ${cellText(cell)}，末几位已经丢失` : '代码是数字格式，应为18位文本',
      remedy: asText,
    };
  }
  const code = normaliseCreditCode(unmarked(cellText(cell)));
  const problem = creditCodeProblem(code);
  if (problem === null) return { value: code };
  const joined = code.replace(/[\s\u200b-\u200f\ufeff-]/g, '');
  if (joined !== code && creditCodeProblem(joined) === null)
    return { cause: '代码中间有空格或横线', remedy: `请改为 ${joined}` };
  if (problem.fix !== undefined)
    return { cause: problem.message.split('，是否')[0] ?? '', remedy: `请核对，是否应为 ${problem.fix}` };
  const science = problem.kind === 'length' && code.includes('E+');
  return { cause: problem.message, remedy: science ? asText : codeRemedies[problem.kind] };
}

export function readPhone(cell: Cell): Reading<string> {
  const text = unmarked(cellText(cell));
  const phone = normalisePhone(text);
  if (isMaskedPhone(phone)) return { cause: '号码的中间几位是隐藏的', remedy: '请填写完整的11位手机号码' };
  const problem = phoneProblem(phone);
  if (problem === null) return { value: phone };
  if (/^1(?:\.\d+)?e\+?\d+$/i.test(phone)) return { cause: `号码变成了科学计数“${text}”`, remedy: asText };
  if (/^(?:0\d{9,11}|[2-8]\d{6,7})$/.test(phone) || /^\(?0\d{2,3}\)?[\s-]?\d{7,8}$/.test(text))
    return { cause: '这是座机号码', remedy: '该列请填写11位手机号码' };
  return { cause: problem, remedy: '请填写11位手机号码' };
}

const dayZero = Date.UTC(1899, 11, 30);

export function readDay(cell: Cell): Reading<string> {
  if (typeof cell === 'object' && cell !== null && 'day' in cell)
    return isDay(cell.day)
      ? { value: cell.day }
      : { cause: `日期 ${cell.day} 不在范围内`, remedy: '请按 2026-01-31 的格式填写' };
  const text = cellText(cell).normalize('NFKC').trim();
  const value = writtenDay(text);
  if (value !== null)
    return isDay(value)
      ? { value }
      : { cause: `日期“${text}”不存在`, remedy: '请核对年月日，按 2026-01-31 的格式填写' };
  const number = Number(text);
  if (/^\d{4,5}(?:\.\d+)?$/.test(text) && number > 366) {
    const day = new Date(dayZero + Math.floor(number) * 86_400_000).toISOString().slice(0, 10);
    return {
      cause: `日期变成了数字 ${text}`,
      remedy: `是否为 ${day}？请把该列设为日期格式，或按 2026-01-31 的格式填写`,
    };
  }
  return { cause: `“${text}”不是日期`, remedy: '请按 2026-01-31 的格式填写' };
}

// No name in a code list is longer than this. Longer texts are not compared with the names.
const longestName = 100;
const named =
  (find: Finder): Finder =>
  (text) =>
    text.length > longestName
      ? { cause: `超过 ${longestName} 个字，不是名称或代码`, remedy: '请填写名称或代码' }
      : find(text);

export const codeReader =
  (find: Finder) =>
  (cell: Cell): Reading<string> =>
    named(find)(cellText(cell).trim());

/** Creates a reader for several codes in one cell; 无 means none. */
export const codesReader =
  (find: Finder) =>
  (cell: Cell): Reading<string[]> => {
    const words = cellText(cell)
      .split(/[;；、,，|\n]/)
      .map((word) => word.trim())
      .filter((word) => word !== '');
    if (words.length === 1 && words[0] === '无') return { value: [] };
    const codes = new Set<string>();
    for (const word of words) {
      const reading = named(find)(word);
      if (!('value' in reading)) return { cause: reading.cause, remedy: `${reading.remedy}，多项用“；”隔开` };
      codes.add(reading.value);
    }
    return { value: [...codes] };
  };
