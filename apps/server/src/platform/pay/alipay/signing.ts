// RSA2 (SHA256withRSA) as Alipay wants it: over names and values in order, never over their encoded spelling.
import { sign, verify, type KeyObject } from 'node:crypto';

type Params = Readonly<Record<string, string>>;

/** The text that is signed: what is empty and the signature itself left out. */
const signedText = (params: Params, without: readonly string[] = ['sign']): string =>
  Object.keys(params)
    .filter((name) => params[name] !== '' && !without.includes(name))
    .sort()
    .map((name) => `${name}=${params[name]}`)
    .join('&');

/** The signature of a request of ours. */
export const signatureOf = (params: Params, key: KeyObject): string =>
  sign('RSA-SHA256', Buffer.from(signedText(params)), key).toString('base64');

/** Whether a text is theirs, under the key in force or its successor. RSA2 alone, whatever a message says of itself. */
export function isTheirs(text: string, signature: string, keys: readonly KeyObject[]): boolean {
  if (!/^[0-9A-Za-z+/]{32,1024}={0,2}$/.test(signature)) return false;
  const bytes = Buffer.from(signature, 'base64');
  return keys.some((key) => verify('RSA-SHA256', Buffer.from(text), key, bytes));
}

/** Whether the parameters of a notice are theirs: the kind of signature is not part of what is signed. */
export const isNoticeTheirs = (params: Params, keys: readonly KeyObject[]): boolean =>
  isTheirs(signedText(params, ['sign', 'sign_type']), params['sign'] ?? '', keys);

/** The text of an answer's part as it came: the signature is over its bytes, not over what they mean. */
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
