import { isProvincePrefix } from './region-code.ts';

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const checkDigits = '10X98765432';

/** Brings a typed citizen ID to the form that is stored: half-width, without spaces, with a capital X. */
export const normaliseCitizenId = (text: string): string => text.normalize('NFKC').replace(/\s/g, '').toUpperCase();

/** The 18th character of a citizen ID from its first 17 digits (GB 11643). */
export function citizenIdCheckDigit(first17: string): string {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(first17.charAt(index)), 0);
  return checkDigits.charAt(sum % 11);
}

/** Says what is wrong with a citizen ID, or null; a lower-case x is taken (VA-11). */
export function citizenIdProblem(typed: string): string | null {
  const id = normaliseCitizenId(typed);
  if (id === '') return '证件号码不能为空';
  if (id.length !== 18) return '证件号码长度不为18位';
  if (!/^[0-9]{17}[0-9X]$/.test(id) || !isIdPrefix(id.slice(0, 2))) return '证件号码格式错误';
  return citizenIdCheckDigit(id) === id.charAt(17) ? null : '证件号码校验位错误';
}

/** Hides all of a citizen ID but its first three and last four characters (S79). */
export const maskCitizenId = (id: string): string =>
  id.length === 18 ? `${id.slice(0, 3)}***********${id.slice(14)}` : '****';

/** Says whether a text is a masked citizen ID as `maskCitizenId` writes it. */
export const isMaskedCitizenId = (text: string): boolean => /^\d{3}\*{11}[\dX]{4}$/.test(text);

// Residence permits of Taiwan residents begin with 83, which is no division of GB/T 2260.
const isIdPrefix = (prefix: string): boolean => prefix === '83' || isProvincePrefix(prefix);
