import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  codeOf,
  fromBase32,
  grouped,
  needsFactor,
  newRecoveryCodes,
  newSecret,
  stepAt,
  stepOf,
  toBase32,
  uriOf,
} from './rules.ts';

test('codes are those of RFC 6238, appendix B', () => {
  const secret = Buffer.from('12345678901234567890');
  const vectors: [number, string][] = [
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ];
  for (const [seconds, code] of vectors) {
    expect(codeOf(secret, stepAt(new Date(seconds * 1000)), 8)).toBe(code);
    expect(codeOf(secret, stepAt(new Date(seconds * 1000)))).toBe(code.slice(2));
  }
});

test('base32 is that of RFC 4648, and comes back as it was', () => {
  const vectors = { f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foob: 'MZXW6YQ', fooba: 'MZXW6YTB', foobar: 'MZXW6YTBOI' };
  for (const [text, coded] of Object.entries(vectors)) expect(toBase32(Buffer.from(text))).toBe(coded);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      expect(fromBase32(toBase32(bytes))).toEqual(Buffer.from(bytes));
    }),
  );
});

test('S04 a code is good one step before and after its own, and no further', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 2 ** 33 }), fc.integer({ min: -5, max: 5 }), (step, away) => {
      const secret = fromBase32(newSecret());
      const found = stepOf(secret, codeOf(secret, step + away), new Date(step * 30_000));
      // Two steps may have the same code by chance.
      if (Math.abs(away) <= 1) expect(found).not.toBeNull();
      else if (found !== null) expect(codeOf(secret, found)).toBe(codeOf(secret, step + away));
    }),
  );
});

test('what an authenticator reads names sender and account; recovery codes are read in groups', () => {
  expect(uriOf('ABC', 'admin 1', '安澜')).toBe(
    'otpauth://totp/%E5%AE%89%E6%BE%9C:admin%201?secret=ABC&issuer=%E5%AE%89%E6%BE%9C&algorithm=SHA1&digits=6&period=30',
  );
  const codes = newRecoveryCodes(10);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(grouped(code)).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
});

test('S04 the platform and whoever changes people, roles, menus or tenants, or pays, may not be without one', () => {
  expect(needsFactor('platform', [])).toBe(true);
  expect(needsFactor('regulator', ['sys:user:edit'])).toBe(true);
  expect(needsFactor('regulator', ['sys:role:perm'])).toBe(true);
  expect(needsFactor('enterprise', ['bus:enterprise:index', 'bus:enterprise:pay'])).toBe(true);
  expect(needsFactor('regulator', ['bus:enterprise:edit', 'sys:user:index', 'sys:log:del'])).toBe(false);
});
