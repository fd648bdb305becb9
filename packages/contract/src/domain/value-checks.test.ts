import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEmptyValue, isExternalUrl } from './value-checks.ts';

test('treats a URL as external if it begins with http or https (VA-13)', () => {
  for (const url of ['http://a.cn', 'https://a.cn/x?y', 'HTTPS://A.CN', ' https://a.cn'])
    expect(isExternalUrl(url)).toBe(true);
  for (const url of ['', '/bus/http://a', 'ftp://a', 'httpx://a', 'mailto:a@b.cn', '//a.cn', 'a http://b'])
    expect(isExternalUrl(url)).toBe(false);
  fc.assert(
    fc.property(fc.constantFrom('http://', 'https://'), fc.string(), (scheme, rest) => {
      expect(isExternalUrl(scheme + rest)).toBe(true);
    }),
  );
  fc.assert(
    fc.property(fc.string(), (path) => {
      expect(isExternalUrl(`/${path}`)).toBe(false);
    }),
  );
});

test('treats only null, undefined and an empty text, list or object as empty (VA-13)', () => {
  for (const value of [null, undefined, '', [], {}, Object.create(null)]) expect(isEmptyValue(value)).toBe(true);
  for (const value of [
    0,
    Number.NaN,
    -0,
    0n,
    false,
    true,
    ' ',
    [undefined],
    { a: undefined },
    new Date(0),
    new Map(),
    /x/,
  ])
    expect(isEmptyValue(value)).toBe(false);
  fc.assert(
    fc.property(fc.oneof(fc.integer(), fc.double(), fc.boolean()), (value) => {
      expect(isEmptyValue(value)).toBe(false);
    }),
  );
  fc.assert(
    fc.property(fc.array(fc.anything()), (list) => {
      expect(isEmptyValue(list)).toBe(list.length === 0);
    }),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.anything()), (object) => {
      expect(isEmptyValue(object)).toBe(Object.keys(object).length === 0);
    }),
  );
});
