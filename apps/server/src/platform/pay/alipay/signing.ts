// RSA2 (SHA256withRSA) for Alipay: signs sorted names and values, before URL encoding.
import { sign, verify, type KeyObject } from 'node:crypto';

type Params = Readonly<Record<string, string>>;

const signedText = (params: Params, without: readonly string[] = ['sign']): string =>
  Object.keys(params)
    .filter((name) => params[name] !== '' && !without.includes(name))
    .sort()
    .map((name) => `${name}=${params[name]}`)
    .join('&');

export const signatureOf = (params: Params, key: KeyObject): string =>
  sign('RSA-SHA256', Buffer.from(signedText(params)), key).toString('base64');

/**
 * Verifies a signature with the current key or its successor. Accepts only RSA2, whatever algorithm the message names.
 */
export function isTheirs(text: string, signature: string, keys: readonly KeyObject[]): boolean {
  if (!/^[0-9A-Za-z+/]{32,1024}={0,2}$/.test(signature)) return false;
  const bytes = Buffer.from(signature, 'base64');
  return keys.some((key) => verify('RSA-SHA256', Buffer.from(text), key, bytes));
}

/** Verifies a notice. Its field `sign_type` is not part of the signed text. */
export const isNoticeTheirs = (params: Params, keys: readonly KeyObject[]): boolean =>
  isTheirs(signedText(params, ['sign', 'sign_type']), params['sign'] ?? '', keys);

/** Returns a member of the response as raw text, because the signature covers its exact bytes. */
export function partOf(answer: string, name: string): string | null {
  const mark = `"${name}"`;
  const at = answer.indexOf(mark);
  if (at < 0) return null;
  let from = at + mark.length;
  while (/[\s:]/.test(answer.charAt(from))) from += 1;
  if (answer.charAt(from) !== '{') return null;
  let depth = 0;
  for (let to = from, quoted = false; to < answer.length; to += 1) {
    const sign = answer.charAt(to);
    if (quoted) {
      if (sign === '\\') to += 1;
      else if (sign === '"') quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === '{') depth += 1;
    else if (sign === '}') {
      depth -= 1;
      if (depth === 0) return answer.slice(from, to + 1);
    }
  }
  return null;
}
