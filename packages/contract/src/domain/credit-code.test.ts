import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  creditCodeBodyCheck,
  creditCodeBodyWarning,
  creditCodeCheckDigit,
  creditCodeProblem,
  normaliseCreditCode,
} from './credit-code.ts';

const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const valid = [
  '91330108DEM000014W',
  '91530102DEM000022E',
  '92330108DEM000030F',
  '91330108DEM000049F',
  '12330108DEM000057F',
];
const madeUp = fc
  .tuple(
    fc.constantFrom('91', '92', '93', '12', '52', 'N1', 'Y1'),
    fc.constantFrom('330108', '530102', '110105', '100000', '820101'),
    fc.integer({ min: 0, max: 9999 }),
  )
  .map(([kind, region, n]) => {
    const body = `DEM0${String(n).padStart(4, '0')}`;
    const first17 = `${kind}${region}${body}${creditCodeBodyCheck(body)}`;
    return first17 + creditCodeCheckDigit(first17);
  });
const anyText = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { minLength: 15, maxLength: 20 })
  .map((units) => String.fromCharCode(...units));

test.each(valid)('accepts %s, whose two check digits are both correct', (code) => {
  expect(creditCodeProblem(code)).toBeNull();
  expect(creditCodeBodyWarning(code)).toBeNull();
});

test('names the first rule that a credit code breaks', () => {
  expect(creditCodeProblem('91330108DEM000014X')?.kind).toBe('checkDigit');
  expect(creditCodeProblem('91330108DEM00001')?.message).toBe('统一社会信用代码应为18位，现为16位');
  expect(creditCodeProblem('')?.message).toBe('统一社会信用代码不能为空');
  expect(creditCodeProblem('91990108DEM000014W')?.kind).toBe('region');
  expect(creditCodeProblem('91AB0108DEM000014W')?.kind).toBe('region');
  expect(creditCodeProblem('91330108DEM0S0014W')).toMatchObject({ kind: 'charset' });
});

test('accepts the national authority 100000 as a region', () => {
  const first17 = `91100000DEM00001${creditCodeBodyCheck('DEM00001')}`;
  expect(creditCodeProblem(first17 + creditCodeCheckDigit(first17))).toBeNull();
});

test('suggests 0 and 1 for the letters O and I if the resulting credit code is valid', () => {
  expect(creditCodeProblem('91330108DEM0O0014W')).toMatchObject({
    kind: 'charset',
    fix: '91330108DEM000014W',
  });
  expect(creditCodeProblem('9I33OIO8DEMOOOOI4W')?.fix).toBe('91330108DEM000014W');
  expect(creditCodeProblem('91330108DEM0O0014X')).not.toHaveProperty('fix');
});

test('explains a credit code that a spreadsheet damaged', () => {
  expect(creditCodeProblem('9.13E+17')?.message).toContain('科学计数');
  expect(creditCodeProblem('913301080000000000')?.message).toContain('文本格式');
});

test.each([
  [' 91330108dem000014w ', '91330108DEM000014W'],
  ['９１３３０１０８ＤＥＭ００００１４Ｗ', '91330108DEM000014W'],
  ['\u300091330108DEM000014W\n', '91330108DEM000014W'],
])('normalises %j', (text, code) => {
  expect(normaliseCreditCode(text)).toBe(code);
});

test('warns about a wrong check digit of 主体标识码 (position 17), but accepts the credit code', () => {
  const first17 = '91330108DEM000015';
  const code = first17 + creditCodeCheckDigit(first17);
  expect(creditCodeProblem(code)).toBeNull();
  expect(creditCodeBodyWarning(code)).toContain('第9至17位');
});

test('detects any single wrong character in a credit code', () => {
  fc.assert(
    fc.property(madeUp, fc.nat(17), fc.constantFrom(...alphabet), (code, at, letter) => {
      fc.pre(code.charAt(at) !== letter);
      const wrong = code.slice(0, at) + letter + code.slice(at + 1);
      expect(creditCodeProblem(code)).toBeNull();
      expect(creditCodeProblem(wrong)).not.toBeNull();
    }),
    { numRuns: 2000 },
  );
});

test('suggests only valid credit codes', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const code = normaliseCreditCode(text);
      const problem = creditCodeProblem(code);
      if (problem === null) expect([...code].every((c) => alphabet.includes(c))).toBe(true);
      if (problem?.fix !== undefined) expect(creditCodeProblem(problem.fix)).toBeNull();
    }),
  );
});

test('refuses a very long credit code as a length error', () => {
  expect(creditCodeProblem('9'.repeat(50_000))?.kind).toBe('length');
});
