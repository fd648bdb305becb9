import { isProvincePrefix } from './region-code.ts';

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const checkDigits = '10X98765432';

/** Converts a typed citizen ID to the stored form: half-width, no spaces, capital X. */
export const normaliseCitizenId = (text: string): string => text.normalize('NFKC').replace(/\s/g, '').toUpperCase();

/** Computes the 18th character of a citizen ID from its first 17 digits (GB 11643). */
export function citizenIdCheckDigit(first17: string): string {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(first17.charAt(index)), 0);
  return checkDigits.charAt(sum % 11);
}

/** Returns the first problem of a citizen ID, or null if it is valid. A lower-case x is accepted (VA-11). */
export function citizenIdProblem(typed: string): string | null {
  const id = normaliseCitizenId(typed);
  if (id === '') return '证件号码不能为空';
  if (id.length !== 18) return '证件号码长度不为18位';
  if (!/^[0-9]{17}[0-9X]$/.test(id) || !isIdPrefix(id.slice(0, 2))) return '证件号码格式错误';
  return citizenIdCheckDigit(id) === id.charAt(17) ? null : '证件号码校验位错误';
}

/** Masks a citizen ID except its first three and last four characters (S79). */
export const maskCitizenId = (id: string): string =>
  id.length === 18 ? `${id.slice(0, 3)}***********${id.slice(14)}` : '****';

export const isMaskedCitizenId = (text: string): boolean => /^\d{3}\*{11}[\dX]{4}$/.test(text);

// Citizen IDs begin with a province code, except residence permits of Taiwan residents, which begin with 83.
const isIdPrefix = (prefix: string): boolean => prefix === '83' || isProvincePrefix(prefix);
