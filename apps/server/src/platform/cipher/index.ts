import { createCipheriv, createDecipheriv } from 'node:crypto';

/** AES modes for passwords. CBC: whole blocks with zero padding. CFB: a stream without padding. */
export type PasswordMode = 'CBC' | 'CFB';

// Longest accepted text: a password of 128 characters has at most 512 bytes, which are 684 characters in base64.
const longestCipher = 1024;

/**
 * Decrypts a password sent by the page (AES-128, iv = key). Returns null for every kind of invalid input, so that a
 * caller cannot distinguish them. Only TLS protects against eavesdropping, not this encryption.
 */
export function openPassword(mode: PasswordMode, key: string, text: string): string | null {
  if (text.length === 0 || text.length > longestCipher) return null;
  // A '+' that the sender did not percent-encode arrives as a space.
  const base64 = text.replaceAll(' ', '+');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null;
  const cipher = Buffer.from(base64, 'base64');
  if (cipher.length === 0 || (mode === 'CBC' && cipher.length % 16 !== 0)) return null;
  const bytes = Buffer.from(key, 'utf8');
  const open = createDecipheriv(mode === 'CBC' ? 'aes-128-cbc' : 'aes-128-cfb', bytes, bytes).setAutoPadding(false);
  const plain = Buffer.concat([open.update(cipher), open.final()]);
  let end = plain.length;
  while (end > 0 && plain[end - 1] === 0) end -= 1;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain.subarray(0, end)) || null;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** Encrypts the JSON of the response data as `encryptStr` does: AES-128-ECB, PKCS#7, base64. Obfuscation only. */
export function encryptAnswer(key: string, data: unknown): string {
  const encryptor = createCipheriv('aes-128-ecb', Buffer.from(key, 'utf8'), null);
  return encryptor.update(JSON.stringify(data ?? null), 'utf8', 'base64') + encryptor.final('base64');
}
