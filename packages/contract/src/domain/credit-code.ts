import { isProvincePrefix } from './region-code.ts';

const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];
const bodyWeights = [3, 7, 9, 10, 5, 8, 4, 2];

export interface CreditCodeProblem {
  /** The first rule that the credit code breaks. Rules are checked in this order. */
  kind: 'length' | 'charset' | 'region' | 'checkDigit';
  message: string;
  /** The valid credit code that the user probably meant. It is a suggestion and is never used automatically. */
  fix?: string;
}

/** Converts a typed credit code to the stored form: half-width, trimmed, upper case. */
export function normaliseCreditCode(text: string): string {
  return text.normalize('NFKC').trim().toUpperCase();
}

/** Returns the first problem of a normalised credit code, or null if it is valid (GB 32100-2015). */
export function creditCodeProblem(code: string): CreditCodeProblem | null {
  if (code.length !== 18) return { kind: 'length', message: lengthMessage(code) };
  const strange = [...code].filter((letter) => !alphabet.includes(letter));
  if (strange.length > 0) return charsetProblem(code, strange);
  const region = code.slice(2, 8);
  if (!/^[0-9]{6}$/.test(region)) {
    return { kind: 'region', message: '统一社会信用代码第3至8位应为登记机关行政区划数字' };
  }
  if (!isProvincePrefix(region.slice(0, 2)) && region !== '100000') {
    return { kind: 'region', message: `统一社会信用代码第3、4位“${region.slice(0, 2)}”不是省级代码` };
  }
  if (creditCodeCheckDigit(code.slice(0, 17)) === code.charAt(17)) return null;
  return { kind: 'checkDigit', message: checkDigitMessage(code) };
}

/**
 * Returns a warning if the 17th character, the check digit of the body, is wrong. Such a credit code is still
 * accepted.
 */
export function creditCodeBodyWarning(code: string): string | null {
  if (creditCodeBodyCheck(code.slice(8, 16)) === code.charAt(16)) return null;
  return '主体标识码（第9至17位）的校验位不符，请核对营业执照';
}

export function creditCodeCheckDigit(first17: string): string {
  let sum = 0;
  for (let i = 0; i < 17; i += 1) sum += alphabet.indexOf(first17.charAt(i)) * (weights[i] ?? 0);
  return alphabet.charAt((31 - (sum % 31)) % 31);
}

/** Computes the 17th character from the eight characters of the body (GB 11714). */
export function creditCodeBodyCheck(body: string): string {
  let sum = 0;
  for (let i = 0; i < 8; i += 1) sum += Number.parseInt(body.charAt(i), 36) * (bodyWeights[i] ?? 0);
  const digit = 11 - (sum % 11);
  if (digit === 10) return 'X';
  return digit === 11 ? '0' : String(digit);
}

function lengthMessage(code: string): string {
  if (code === '') return '统一社会信用代码不能为空';
  if (code.length < 40 && /^[0-9](\.[0-9]{1,17})?E\+?[0-9]{1,3}$/.test(code)) {
    return `统一社会信用代码变成了科学计数“${code}”，请把该列设为文本格式后重新填写`;
  }
  return `统一社会信用代码应为18位，现为${code.length}位`;
}

function charsetProblem(code: string, strange: readonly string[]): CreditCodeProblem {
  const named = [...new Set(strange)].join('、');
  const message = `统一社会信用代码含有不允许的字符“${named}”（不使用字母I、O、S、V、Z）`;
  const fix = code.replaceAll('O', '0').replaceAll('I', '1');
  if (fix === code || creditCodeProblem(fix) !== null) return { kind: 'charset', message };
  return { kind: 'charset', message: `${message}，是否应为${fix}`, fix };
}

function checkDigitMessage(code: string): string {
  const message = '统一社会信用代码校验位不正确，请核对是否有字符输错';
  return /^[0-9]{15}000$/.test(code)
    ? `${message}（末尾为000，可能是表格把代码当作数字丢失了末位，请把该列设为文本格式）`
    : message;
}
