// Signatures of callbacks to an official account, and their encryption in safe mode.
import { createDecipheriv, createHash, timingSafeEqual } from 'node:crypto';

const block = 32;

const signatureOf = (...parts: readonly string[]): string =>
  createHash('sha1').update(parts.toSorted().join('')).digest('hex');

/** Verifies the signature of a callback; compares it in constant time. */
export function isSignedBy(signature: string, ...parts: readonly string[]): boolean {
  const [wanted, actual] = [Buffer.from(signatureOf(...parts)), Buffer.from(signature.toLowerCase())];
  return wanted.length === actual.length && timingSafeEqual(wanted, actual);
}

function keyOf(aesKey: string): { key: Buffer; iv: Buffer } {
  const key = Buffer.from(`${aesKey}=`, 'base64');
  if (key.length !== 32) throw new Error('an EncodingAESKey has 43 characters');
  return { key, iv: key.subarray(0, 16) };
}

export const isAesKey = (text: string): boolean =>
  /^[A-Za-z0-9]{43}$/.test(text) && Buffer.from(`${text}=`, 'base64').length === 32;

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
