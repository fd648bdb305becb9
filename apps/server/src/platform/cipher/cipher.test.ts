import { createCipheriv, createDecipheriv } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openPassword, type PasswordMode, encryptAnswer } from './index.ts';

const key = '0123456789abcdef';
const modes: readonly PasswordMode[] = ['CBC', 'CFB'];

function encrypt(mode: PasswordMode, text: string): string {
  const bytes = Buffer.from(key);
  const plain = Buffer.from(text, 'utf8');
  const padded = mode === 'CBC' ? Buffer.concat([plain, Buffer.alloc((16 - (plain.length % 16)) % 16)]) : plain;
  const cipher = createCipheriv(mode === 'CBC' ? 'aes-128-cbc' : 'aes-128-cfb', bytes, bytes).setAutoPadding(false);
  return Buffer.concat([cipher.update(padded), cipher.final()]).toString('base64');
}

test('decrypts the test vectors of the contract', () => {
  expect(openPassword('CBC', key, 'vnfkFcya8tN3tU+tvS16dQ==')).toBe('Admin@12345');
  expect(openPassword('CFB', key, 'MxYT4XCczDMzky0=')).toBe('Admin@12345');
});

test('reads a space in an encrypted password as a plus sign', () => {
  expect(openPassword('CBC', key, 'vnfkFcya8tN3tU tvS16dQ==')).toBe('Admin@12345');
});

test('decrypts every encrypted password, also with spaces in place of plus signs', () => {
  const password = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((text) => !text.endsWith('\0'));
  fc.assert(
    fc.property(password, fc.constantFrom(...modes), (text, mode) => {
      expect(openPassword(mode, key, encrypt(mode, text))).toBe(text);
      expect(openPassword(mode, key, encrypt(mode, text).replaceAll('+', ' '))).toBe(text);
    }),
  );
});

test('returns a text or null for any encrypted input, never throws', () => {
  const anything = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.base64String({ maxLength: 200 }),
    fc.constantFrom('', '=', '====', 'A', 'vnfkFcya8tN3tU+tvS16', 'AAAA', 'é', '\0', 'A'.repeat(2000), 'AAAA\n'),
  );
  fc.assert(
    fc.property(anything, fc.constantFrom(...modes), (text, mode) => {
      const opened = openPassword(mode, key, text);
      expect(opened === null || opened.length > 0).toBe(true);
    }),
    { numRuns: 500 },
  );
  expect(openPassword('CBC', key, 'A'.repeat(50_000))).toBeNull();
  expect(openPassword('CBC', key, encrypt('CBC', '\0\0\0'))).toBeNull();
  expect(openPassword('CBC', 'fedcba9876543210', 'vnfkFcya8tN3tU+tvS16dQ==')).toBeNull();
});

test('encrypts a response that decrypts to the same JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (data) => {
      const open = createDecipheriv('aes-128-ecb', Buffer.from(key), null);
      const json = open.update(encryptAnswer(key, data), 'base64', 'utf8') + open.final('utf8');
      expect(json).toBe(JSON.stringify(data));
    }),
  );
  const open = createDecipheriv('aes-128-ecb', Buffer.from(key), null);
  expect(open.update(encryptAnswer(key, undefined), 'base64', 'utf8') + open.final('utf8')).toBe('null');
});
