import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isMaskedPhone, maskPhone, normalisePhone, phoneProblem } from './phone.ts';

test.each([
  ['１３８００１３８０００', '13800138000'],
  [' 138 0013 8000 ', '13800138000'],
  ['+8613800138000', '13800138000'],
  ['＋８６ 138-0013-8000', '13800138000'],
  ['008613800138000', '13800138000'],
  ['8613800138000', '13800138000'],
  ['\u202D13800138000\u202C', '13800138000'],
  ['86138001380', '86138001380'],
])('normalises %j to %s', (text, phone) => {
  expect(normalisePhone(text)).toBe(phone);
});

test('VA-12 checks a mobile number by the rules in the order of the specification', () => {
  expect(phoneProblem('')).toBe('手机号码不能为空');
  expect(phoneProblem('1380013800')).toBe('手机号码长度不为11位');
  expect(phoneProblem('138001380000')).toBe('手机号码长度不为11位');
  for (const bad of ['12800138000', '0571-880012', '1380013800a', '２３８００１３８０００']) {
    expect(phoneProblem(bad)).toBe('手机号码格式不正确');
  }
  expect(phoneProblem('19900001234')).toBeNull();
});

test('masks all but the first three and last four digits of a mobile number', () => {
  expect(maskPhone('13800130000')).toBe('138****0000');
  expect(maskPhone('0571-00001234')).toBe('****');
  expect(maskPhone('')).toBe('****');
  expect(['138****0000', '138***00000', '****', '13800130000'].map(isMaskedPhone)).toEqual([true, false, false, false]);
});

test('refuses a masked mobile number as input', () => {
  const phones = fc.integer({ min: 13_000_000_000, max: 19_999_999_999 }).map(String);
  fc.assert(
    fc.property(phones, fc.constantFrom('', ' ', '+86', '+86 ', '0086'), (phone, prefix) => {
      expect(normalisePhone(prefix + phone)).toBe(phone);
      expect(normalisePhone(normalisePhone(prefix + phone))).toBe(phone);
      expect(isMaskedPhone(maskPhone(phone))).toBe(true);
      expect(phoneProblem(maskPhone(phone))).toBe('手机号码格式不正确');
    }),
  );
});
