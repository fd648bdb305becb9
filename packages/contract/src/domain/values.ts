/** Says whether an address leads outside: it starts with http or https (VA-13). */
export const isExternalUrl = (url: string): boolean => /^https?:/i.test(url.trim());

/** Says whether a value is empty: null, undefined, '', [] or {}; numbers and booleans never are (VA-13). */
export function isEmptyValue(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== 'object') return false;
  const plain = Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null;
  return plain && Object.keys(value).length === 0;
}
