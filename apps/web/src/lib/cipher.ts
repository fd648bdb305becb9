import { decryptBlock, encryptBlock, expandKey } from './aes.ts';

const toBytes = (text: string) => new TextEncoder().encode(text);
const toBase64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const xor = (left: Uint8Array, right: Uint8Array) => left.map((value, i) => value ^ (right[i] ?? 0));

/**
 * Encrypts a password as the product family does (Q03): key and IV are the same 16 characters. This cipher does not
 * protect the password; TLS does.
 */
export function encryptPassword(password: string, key: string, mode: 'CBC' | 'CFB'): string {
  const text = toBytes(password);
  const vector = toBytes(key);
  const keys = expandKey(vector);
  const out = new Uint8Array(Math.ceil(text.length / 16) * 16);
  let last: Uint8Array = vector;
  for (let from = 0; from < text.length; from += 16) {
    const block = new Uint8Array(16);
    block.set(text.subarray(from, from + 16));
    last = mode === 'CBC' ? encryptBlock(xor(block, last), keys) : xor(block, encryptBlock(last, keys));
    out.set(last, from);
  }
  return toBase64(mode === 'CBC' ? out : out.subarray(0, text.length));
}

/** Decrypts the `encryptStr` of a response (Q02): AES-128-ECB with PKCS#7 padding; the plain text is JSON. */
export function decryptAnswer(text: string, key: string): string {
  const bytes = fromBase64(text);
  const keys = expandKey(toBytes(key));
  const out = new Uint8Array(bytes.length);
  for (let from = 0; from < bytes.length; from += 16)
    out.set(decryptBlock(bytes.subarray(from, from + 16), keys), from);
  return new TextDecoder().decode(out.subarray(0, out.length - (out.at(-1) ?? 0)));
}
