// WeChat's message encryption, implemented separately from the server: the server must decrypt what this file encrypts
// and signs.
import { createCipheriv, createHash, randomBytes } from 'node:crypto';

export const sign = (...parts: string[]): string => createHash('sha1').update(parts.sort().join('')).digest('hex');

const cdata = (text: string) => `<![CDATA[${text.split(']]>').join(']]]]><![CDATA[>')}]]>`;
/** Builds a WeChat XML document. Numbers are bare, text is in CDATA, and values such as `ScanCodeInfo` are nested. */
export function documentOf(fields: Record<string, unknown>): string {
  const inside = (values: object): string =>
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => {
        const body =
          typeof value === 'number'
            ? String(value)
            : typeof value === 'object' && value !== null
              ? inside(value)
              : cdata(String(value));
        return `<${name}>${body}</${name}>`;
      })
      .join('');
  return `<xml>${inside(fields)}</xml>`;
}

export function encrypt(xml: string, appId: string, aesKey: string): string {
  const key = Buffer.from(aesKey + '=', 'base64');
  const text = Buffer.from(xml);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(text.length, 0);
  const whole = Buffer.concat([randomBytes(16), size, text, Buffer.from(appId)]);
  const missing = 32 - (whole.length % 32);
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16));
  cipher.setAutoPadding(false);
  return (
    cipher.update(Buffer.concat([whole, Buffer.alloc(missing, missing)])).toString('base64') + cipher.final('base64')
  );
}
