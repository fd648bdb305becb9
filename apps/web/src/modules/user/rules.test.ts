import type { UserRow } from '@anlan/contract/modules/user/admin';
import { describe, expect, test } from 'vitest';
import { changesOf, fieldProblem, formOf, standingOf, typesOf } from './rules.ts';

const row: UserRow = {
  id: '01a00000-0000-7000-8000-000000000000',
  version: 3,
  abilities: [],
  username: 'zhouming',
  nickName: '周明舟',
  phone: '139****0001',
  email: 'z****@example.com',
  type: 'enterprise',
  lockFlag: 'open',
  approval: 'approved',
  claimedEnterprise: null,
  roleList: [{ id: '01a00000-0000-7000-8000-000000000001', code: 'ROLE_ENT_STAFF', name: '企业员工' }],
  organId: null,
  organName: null,
  entName: null,
  enterprises: [],
  mustChangePassword: false,
  createTime: new Date(0),
};

describe('the form of a person', () => {
  test('sends only what was changed; a mask that was not touched is none', () => {
    const before = formOf(row);
    expect(changesOf(before, { ...before })).toEqual({});
    expect(changesOf(before, { ...before, nickName: '沈安然', email: '' })).toEqual({
      nickName: '沈安然',
      email: null,
    });
    expect(changesOf(before, { ...before, username: 'other', type: 'regulator' })).toEqual({});
  });

  test('checks by the contract: a new person has a whole phone, an old one may keep the mask', () => {
    expect(fieldProblem('phone', '139****0001', true)).toBe('手机号码格式不正确');
    expect(fieldProblem('phone', '139****0001', false)).toBeNull();
    expect(fieldProblem('phone', '', true)).toBe('手机号码不能为空');
    expect(fieldProblem('email', 'z****@example.com', false)).toBeNull();
    expect(fieldProblem('email', 'nobody', true)).toBe('邮箱格式不正确');
    expect(fieldProblem('username', 'Ab', true)).toBe('用户名请使用小写字母');
    expect(fieldProblem('nickName', ' ', true)).toBe('姓名不能为空');
  });

  test('offers the kinds that one may make, and says how an account stands', () => {
    expect(typesOf('regulator')).toEqual(['regulator', 'enterprise', 'shop']);
    expect(typesOf('enterprise')).toEqual(['enterprise']);
    expect(standingOf(row).label).toBe('正常');
    expect(standingOf({ ...row, lockFlag: 'locked' }).label).toBe('停用');
    expect(standingOf({ ...row, approval: 'pending', lockFlag: 'locked' }).label).toBe('待审核');
  });
});
