/** Whether the address begins with http: or https: (VA-13). */
export const isExternalUrl = (url: string): boolean => /^https?:/i.test(url.trim());

/** Whether a value is empty: null, undefined, '', [] or {}. Numbers and booleans are never empty (VA-13). */
export function isEmptyValue(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== 'object') return false;
  const plain = Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null;
  return plain && Object.keys(value).length === 0;
}
