import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decryptAnswer, encryptPassword } from './cipher.ts';

type Bytes = Uint8Array<ArrayBuffer>;
const keys = fc.string({ unit: 'grapheme-ascii', minLength: 16, maxLength: 16 });
const texts = fc.string({ unit: 'grapheme', maxLength: 80 });
const bytesOf = (text: string): Bytes => new Uint8Array(new TextEncoder().encode(text));
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

/** AES-128-CBC of whole blocks with WebCrypto. WebCrypto always adds a padding block, which is cut off. */
async function platformCbc(key: string, iv: Bytes, plain: Bytes): Promise<Bytes> {
  const secret = await crypto.subtle.importKey('raw', bytesOf(key), 'AES-CBC', false, ['encrypt']);
  const encrypted = await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, secret, plain);
  return new Uint8Array(encrypted.slice(0, plain.length));
}

function padded(text: string, byte: (missing: number) => number, always: boolean): Bytes {
  const plain = bytesOf(text);
  const missing = (16 - (plain.length % 16)) % 16 || (always ? 16 : 0);
  const whole = new Uint8Array(plain.length + missing).fill(byte(missing), plain.length);
  whole.set(plain);
  return whole;
}

test('encrypts any password in CBC mode as WebCrypto does', async () => {
  await fc.assert(
    fc.asyncProperty(keys, texts, async (key, text) => {
      const zeroPadded = padded(text, () => 0, false);
      expect(encryptPassword(text, key, 'CBC')).toBe(base64(await platformCbc(key, bytesOf(key), zeroPadded)));
    }),
  );
});

test('encrypts any password in CFB mode as a chain of WebCrypto blocks does', async () => {
  await fc.assert(
    fc.asyncProperty(keys, texts, async (key, text) => {
      const plain = bytesOf(text);
      const encrypted = new Uint8Array(plain.length);
      let last = bytesOf(key);
      for (let from = 0; from < plain.length; from += 16) {
        const stream = await platformCbc(key, new Uint8Array(16), last);
        plain.subarray(from, from + 16).forEach((byte, i) => (encrypted[from + i] = byte ^ (stream[i] ?? 0)));
        last = new Uint8Array(16);
        last.set(encrypted.subarray(from, from + 16));
      }
      expect(encryptPassword(text, key, 'CFB')).toBe(base64(encrypted));
    }),
  );
});

test('decrypts any response that WebCrypto encrypted in CBC mode', async () => {
  await fc.assert(
    fc.asyncProperty(keys, texts, async (key, text) => {
      const plain = padded(text, (missing) => missing, true);
      const encrypted = new Uint8Array(plain.length);
      for (let from = 0; from < plain.length; from += 16) {
        encrypted.set(await platformCbc(key, new Uint8Array(16), plain.slice(from, from + 16)), from);
      }
      expect(decryptAnswer(base64(encrypted), key)).toBe(text);
    }),
  );
});
