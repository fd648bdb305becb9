import { describe, expect, it } from 'vitest';
import { phoneFormProblem, saveWarning, sendWarning, strengthOf, type PhoneForm } from './rules.ts';

const full: PhoneForm = { phone: '13800138000', code: '123456', phone2: '13900139000', code2: '654321' };

describe('changing the own phone number', () => {
  it('warns of empty fields in the order of the specification (VA-03)', () => {
    expect(saveWarning({})).toBe('原手机号不能为空');
    expect(saveWarning({ ...full, phone: ' ', code2: '' })).toBe('原手机号不能为空');
    expect(saveWarning({ ...full, code: '', phone2: '' })).toBe('验证码不能为空');
    expect(saveWarning({ ...full, phone2: '', code2: '' })).toBe('新手机号不能为空');
    expect(saveWarning({ ...full, code2: '' })).toBe('验证码不能为空');
    expect(saveWarning(full)).toBeNull();
  });

  it('requires a phone number before an SMS code is sent to it (VA-03)', () => {
    expect(sendWarning({}, 'old')).toBe('原手机号不能为空');
    expect(sendWarning({ phone: full.phone }, 'new')).toBe('新手机号不能为空');
    expect(sendWarning(full, 'old')).toBeNull();
    expect(sendWarning(full, 'new')).toBeNull();
  });

  it('reports field errors in the words of the specification (VA-02)', () => {
    expect(phoneFormProblem('phone', '1380013800')).toBe('手机号格式错误');
    expect(phoneFormProblem('phone', '')).toBe('手机号格式错误');
    expect(phoneFormProblem('code', ' ')).toBe('请输入验证码');
    expect(phoneFormProblem('phone2', '')).toBe('请输入新手机号');
    expect(phoneFormProblem('phone2', '12800138000')).toBe('手机格式错误');
    expect(phoneFormProblem('phone2', '1380013800')).toBe('手机格式错误');
    expect(phoneFormProblem('phone2', '＋86 138 0013 8000')).toBeNull();
    expect(phoneFormProblem('code2', undefined)).toBe('请输入验证码');
  });
});

it('rates a password as stronger when it is longer and more varied', () => {
  expect(['', 'abc', 'aaaaaaaaaaaa', 'abcdefgh', '潮起江南-2026-望海'].map(strengthOf)).toEqual([0, 1, 1, 2, 3]);
});
