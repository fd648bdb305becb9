import fc from 'fast-check';
import { expect, test } from 'vitest';
import { totpCode } from '../../../../testing/totp.ts';
import { grouped, needsFactor, newRecoveryCodes, newSecret, stepOf, uriOf } from './rules.ts';

test('computes the one-time codes of RFC 6238, appendix B', () => {
  // Base32 form of the text 12345678901234567890.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const vectors: [number, string][] = [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ];
  for (const [seconds, code] of vectors)
    expect(stepOf(secret, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
  expect(stepOf(secret, '287083', new Date(59_000))).toBeNull();
});

test('creates a second-factor secret of 160 bits as base32 without padding', () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/);
});

test('S04 accepts a code of the time step before or after the current step', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 2 ** 33 }), fc.integer({ min: -5, max: 5 }), (step, away) => {
      const secret = newSecret();
      const now = new Date(step * 30_000);
      const found = stepOf(secret, totpCode(secret, now, away), now);
      // A code outside the tolerance may still match, because two steps can have the same code by chance.
      if (Math.abs(away) <= 1) expect(found).not.toBeNull();
      else if (found !== null) expect(totpCode(secret, new Date(found * 30_000))).toBe(totpCode(secret, now, away));
    }),
  );
});

test('names issuer and account in the authenticator URI', () => {
  expect(uriOf('ABC', 'admin 1', '安澜')).toBe(
    'otpauth://totp/%E5%AE%89%E6%BE%9C:admin%201?secret=ABC&issuer=%E5%AE%89%E6%BE%9C&algorithm=SHA1&digits=6&period=30',
  );
  const codes = newRecoveryCodes(10);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(grouped(code)).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
});

test('S04 requires a second factor from platform staff and people with critical permits', () => {
  expect(needsFactor('platform', [])).toBe(true);
  expect(needsFactor('regulator', ['sys:user:edit'])).toBe(true);
  expect(needsFactor('regulator', ['sys:role:perm'])).toBe(true);
  expect(needsFactor('enterprise', ['bus:enterprise:index', 'bus:enterprise:pay'])).toBe(true);
  expect(needsFactor('regulator', ['bus:enterprise:edit', 'sys:user:index', 'sys:log:del'])).toBe(false);
});
