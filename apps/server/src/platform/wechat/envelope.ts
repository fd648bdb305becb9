// The envelope around callbacks of public accounts: signatures, and the encryption of the safe mode.
import { createDecipheriv, createHash, timingSafeEqual } from 'node:crypto';

const block = 32;

/** SHA-1 over the sorted parts, as WeChat signs its callbacks. */
const signatureOf = (...parts: readonly string[]): string =>
  createHash('sha1').update(parts.toSorted().join('')).digest('hex');

/** Whether a signature is the one of these parts, compared in constant time. */
export function isSignedBy(signature: string, ...parts: readonly string[]): boolean {
  const [wanted, given] = [Buffer.from(signatureOf(...parts)), Buffer.from(signature.toLowerCase())];
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}

/** Key and beginning of the cipher that an EncodingAESKey stands for. */
function keyOf(aesKey: string): { key: Buffer; iv: Buffer } {
  const key = Buffer.from(`${aesKey}=`, 'base64');
  if (key.length !== 32) throw new Error('an EncodingAESKey has 43 characters');
  return { key, iv: key.subarray(0, 16) };
}

/** Whether a text can be an EncodingAESKey. */
export const isAesKey = (text: string): boolean =>
  /^[A-Za-z0-9]{43}$/.test(text) && Buffer.from(`${text}=`, 'base64').length === 32;

/** What stands in an `Encrypt` element, with the app id it was written for; null where it does not decrypt. */
export function decrypted(encrypted: string, aesKey: string): { xml: string; appId: string } | null {
  const { key, iv } = keyOf(aesKey);
  const cipher = createDecipheriv('aes-256-cbc', key, iv).setAutoPadding(false);
  const bytes = Buffer.from(encrypted, 'base64');
  if (bytes.length === 0 || bytes.length % 16 !== 0) return null;
  const padded = Buffer.concat([cipher.update(bytes), cipher.final()]);
  const pad = padded.at(-1) ?? 0;
  if (pad < 1 || pad > block || padded.length < pad + 20) return null;
  if (!padded.subarray(-pad).every((byte) => byte === pad)) return null;
  const plain = padded.subarray(0, -pad);
  const length = plain.readUInt32BE(16);
  if (length > plain.length - 20) return null;
  return { xml: plain.subarray(20, 20 + length).toString('utf8'), appId: plain.subarray(20 + length).toString('utf8') };
}
