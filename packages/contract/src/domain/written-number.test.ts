import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writtenNumber } from './written-number.ts';

const wide = (text: string) => text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
const grouped = (whole: string) => whole.replace(/\B(?=(\d{3})+$)/g, ',');
/** The digits without leading and trailing zeros. */
const significant = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '');
const number = fc.tuple(
  fc.boolean(),
  fc.bigInt({ min: 0n, max: 999_999_999n }).map(String),
  fc.stringMatching(/^(\d{0,5}[1-9])?$/),
);

test('every form in which keyboards, input methods and spreadsheets write a number is read without a change', () => {
  fc.assert(
    fc.property(number, ([isNegative, whole, decimals]) => {
      const sign = isNegative && /[1-9]/.test(whole + decimals) ? '-' : '';
      const point = (mark: string) => (decimals === '' ? '' : `${mark}${decimals}`);
      const value = `${sign}${whole}${point('.')}`;
      const forms = [value, `${sign}${grouped(whole)}${point('.')}`, `${sign}${whole}${point('。')}`, ` ${value} 米 `];
      const spelled = [wide(value), wide(`${sign}${grouped(whole)}`) + wide(point('.')), value.replace('-', '\u2212')];
      for (const form of [...forms, ...spelled, decimals === '' ? `${value}.00` : `${value}000`])
        expect(writtenNumber(form, 6, '米'), form).toEqual({ value });
    }),
  );
});

test('a number is never rounded: what is read is what is written, or a problem', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'0123456789.,-+eE ，。０５－元x') }),
      fc.nat(3),
      (text, digits) => {
        const read = writtenNumber(text, digits);
        if (!('value' in read)) return;
        expect(String(Number(read.value))).toBe(read.value);
        expect(significant(read.value)).toBe(significant(text));
      },
    ),
  );
});

test.each([
  ['', 0, 'notNumber'],
  ['1.5', 0, 'notWhole'],
  ['1。5', 0, 'notWhole'],
  ['1.234', 2, 'decimals'],
  ['1,2345', 0, 'notNumber'],
  ['12,34', 2, 'notNumber'],
  ['1.2.3', 2, 'notNumber'],
  ['1e5', 2, 'notNumber'],
  ['约 30', 0, 'notNumber'],
  ['一百', 0, 'notNumber'],
  ['--5', 0, 'notNumber'],
  ['1234567890123456', 0, 'tooLong'],
  ['12345678901234.56', 2, 'tooLong'],
] as const)('%j with %i decimals: %s', (text, digits, problem) => {
  expect(writtenNumber(text, digits)).toEqual({ problem });
});
