import { staffListing, userListing } from '@anlan/contract/modules/user/listings';
import type { UserRow } from '@anlan/contract/modules/user/admin';
import { describe, expect, test } from 'vitest';
import { changesOf, fieldProblem, formOf } from '#kit/field-rules.ts';
import { shownValues, typesOf } from './rules.ts';

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
const standingOf = (change: Partial<UserRow>) => shownValues({ ...row, ...change }).standing;

describe('the form of a person', () => {
  test('sends only changed values', () => {
    const before = formOf(userListing, { ...row, ...shownValues(row) });
    const changes = (change: object) => changesOf(userListing, before, { ...before, ...change });
    expect(changes({})).toEqual({});
    expect(changes({ nickName: '沈安然', email: '' })).toEqual({ nickName: '沈安然', email: null });
    expect(changes({ username: 'other', type: 'regulator' })).toEqual({});
    expect(changes({ roleIds: [] })).toEqual({ roleIds: [] });
  });

  test('checks typed values and accepts masked contacts', () => {
    const problem = (name: string, value: unknown) => fieldProblem(staffListing, name, value);
    expect(problem('phone', '139****0001')).toBeNull();
    expect(problem('phone', '')).toBe('手机号码不能为空');
    expect(problem('email', 'z****@example.com')).toBeNull();
    expect(problem('email', 'nobody')).toBe('邮箱格式不正确');
    expect(problem('username', 'Ab')).toBe('用户名请使用小写字母');
    expect(problem('username', '')).toBe('请输入用户名');
    expect(problem('nickName', ' ')).toBe('姓名不能为空');
  });

  test('offers the user types that the caller may create', () => {
    expect(typesOf('regulator')).toEqual(['regulator', 'enterprise', 'shop']);
    expect(typesOf('enterprise')).toEqual(['enterprise']);
    expect(standingOf({})).toBe('normal');
    expect(standingOf({ mustChangePassword: true })).toBe('change');
    expect(standingOf({ lockFlag: 'locked' })).toBe('locked');
    expect(standingOf({ approval: 'pending', lockFlag: 'locked' })).toBe('pending');
  });
});
