import fc from 'fast-check';
import { expect, test } from 'vitest';
import { citizenIdCheckDigit, citizenIdProblem, maskCitizenId, normaliseCitizenId } from './citizen-id.ts';

const provinces =
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83'.split(' ');
const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((list) => list.join(''));
const first17 = fc.tuple(fc.constantFrom(...provinces), digits(15)).map(([province, rest]) => province + rest);
const valid = first17.map((body) => body + citizenIdCheckDigit(body));

test('checks a citizen ID by the rules in the order of the specification (VA-11)', () => {
  expect(citizenIdProblem('')).toBe('证件号码不能为空');
  expect(citizenIdProblem('  ')).toBe('证件号码不能为空');
  expect(citizenIdProblem('11010519491231002')).toBe('证件号码长度不为18位');
  expect(citizenIdProblem('11010519491231002XX')).toBe('证件号码长度不为18位');
  expect(citizenIdProblem('1101051949123100AX')).toBe('证件号码格式错误');
  expect(citizenIdProblem('X10105194912310021')).toBe('证件号码格式错误');
  expect(citizenIdProblem('000105194912310021')).toBe('证件号码格式错误');
  expect(citizenIdProblem('110105194912310021')).toBe('证件号码校验位错误');
  // Example number from GB 11643.
  expect(citizenIdProblem('11010519491231002X')).toBeNull();
  expect(citizenIdProblem('11010519491231002x')).toBeNull();
});

test('accepts a citizen ID with a correct check digit, with x in either case (VA-11)', () => {
  fc.assert(
    fc.property(valid, (id) => {
      expect(citizenIdProblem(id)).toBeNull();
      expect(citizenIdProblem(id.toLowerCase())).toBeNull();
      expect(normaliseCitizenId(id.toLowerCase())).toBe(id);
    }),
  );
});

test('detects one wrong digit or two swapped neighbours in a citizen ID (VA-11)', () => {
  fc.assert(
    fc.property(valid, fc.integer({ min: 2, max: 16 }), fc.integer({ min: 1, max: 9 }), (id, at, by) => {
      const other = String((Number(id.charAt(at)) + by) % 10);
      expect(citizenIdProblem(id.slice(0, at) + other + id.slice(at + 1))).toBe('证件号码校验位错误');
    }),
  );
  fc.assert(
    fc.property(valid, fc.integer({ min: 2, max: 15 }), (id, at) => {
      fc.pre(id.charAt(at) !== id.charAt(at + 1));
      const swapped = id.slice(0, at) + id.charAt(at + 1) + id.charAt(at) + id.slice(at + 2);
      expect(citizenIdProblem(swapped)).toBe('证件号码校验位错误');
    }),
  );
});

test('refuses a citizen ID with an unknown province as a format error (VA-11)', () => {
  const others = fc
    .integer({ min: 0, max: 99 })
    .map((number) => String(number).padStart(2, '0'))
    .filter((prefix) => !provinces.includes(prefix));
  fc.assert(
    fc.property(others, digits(15), (prefix, rest) => {
      const body = prefix + rest;
      expect(citizenIdProblem(body + citizenIdCheckDigit(body))).toBe('证件号码格式错误');
    }),
  );
});

test('never throws for any text and refuses a masked citizen ID (VA-11)', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(['string', 'object']).toContain(typeof citizenIdProblem(text));
    }),
  );
  fc.assert(
    fc.property(valid, (id) => {
      const mask = maskCitizenId(id);
      expect(mask).toHaveLength(18);
      expect(mask.replaceAll('*', '')).toBe(id.slice(0, 3) + id.slice(14));
      expect(citizenIdProblem(mask)).toBe('证件号码格式错误');
    }),
  );
});
