import fc from 'fast-check';
import { expect, test } from 'vitest';
import { passwordProblem } from './policy.ts';

const names = ['regulator1', '林知远', '13800138000', '临澜区应急管理局', null];

test.each([
  ['short', 'Ab3$xyz', '密码长度为 8 至 128 个字符'],
  ['too long', 'a'.repeat(129), '密码长度为 8 至 128 个字符'],
  ['common', 'Admin@123', '该密码过于常见，请换一个'],
  ['common, in full-width letters', 'ｐａｓｓｗ０ｒｄ', '该密码过于常见，请换一个'],
  ['published', 'Anlan@2026', '该密码过于常见，请换一个'],
  ['a sequence of characters', 'zyxwvutsrqp98765', '密码不能只是连续或重复的字符，请换一个'],
  ['made of repeated characters and sequences', 'aaaaabcdefgggg', '密码不能只是连续或重复的字符，请换一个'],
  ['the account name with a suffix', 'Regulator1@1', '密码不能由用户名、手机号或单位名称组成，请换一个'],
  ['the phone with a suffix', '13800138000#a', '密码不能由用户名、手机号或单位名称组成，请换一个'],
  ['the tenant name with a suffix', '临澜区应急管理局2026', '密码不能由用户名、手机号或单位名称组成，请换一个'],
])('refuses a password that is %s with a message (S03)', (_, password, problem) => {
  expect(passwordProblem(password, names, false)).toBe(problem);
});

test('accepts any character in a password (S03)', () => {
  for (const password of [
    'correct horse battery staple',
    '海上升明月天涯共此时',
    'Wǒ-shi-测试 2026+/=',
    'xkqvbzmw',
    'r'.repeat(64) + 'eg qz ul',
  ])
    expect(passwordProblem(password, names, false)).toBeNull();
});

test.each([
  ['correct horse battery staple', '密码须含大写字母、小写字母、数字、符号中的至少三种'],
  ['CORRECT-HORSE', '密码须含大写字母、小写字母、数字、符号中的至少三种'],
  ['海上升明月天涯共此时8', '密码须含大写字母、小写字母、数字、符号中的至少三种'],
  ['Ab3$xyz', '密码长度为 8 至 128 个字符'],
  ['Admin@123', '该密码过于常见，请换一个'],
  ['Correct-horse', null],
  ['correct horse 2', null],
  ['CorrectHorse2', null],
])('requires three character classes at protection level three, in addition to %j (S03)', (password, problem) => {
  expect(passwordProblem(password, names, true)).toBe(problem);
});

test('accepts a password of random letters that contains no name (S03)', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'bdfhjlnprtvxz2479#_'), minLength: 12, maxLength: 40 });
  fc.assert(
    fc.property(letters, (password) => {
      fc.pre(new Set(password).size > 8);
      expect(passwordProblem(password, names, false)).toBeNull();
    }),
  );
});
