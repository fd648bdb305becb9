import { describe, expect, it } from 'vitest';
import { changesOf, fieldProblem, filledOf } from './rules.ts';

describe('the form of a station', () => {
  it.each([
    ['code', '', '编号不能为空'],
    ['name', '站'.repeat(61), '名称最多 60 个字'],
    ['kind', null, '请选择类型'],
    ['regionCode', undefined, '请选择行政区划'],
    ['managerPhone', '123', '手机号码长度不为11位'],
    ['lng', 181, '经度应在 -180 到 180 之间'],
    ['areaSqm', -1, '不能小于 0'],
  ] as const)('refuses %s %j with %s', (name, value, said) => {
    expect(fieldProblem(name, value)).toBe(said);
  });

  it.each([
    ['grade', null],
    ['lng', undefined],
    ['managerPhone', '139****5678'],
    ['status', 'disabled'],
    ['status', undefined],
  ] as const)('takes %s %j', (name, value) => {
    expect(fieldProblem(name, value)).toBeNull();
  });

  it('sends what changed, and null for what was cleared', () => {
    expect(changesOf({ name: '甲', grade: '一级', lng: null }, { name: '甲', grade: '', lng: undefined })).toEqual({
      grade: null,
    });
    expect(filledOf({ name: '甲', grade: '', lng: null })).toEqual({ name: '甲' });
  });
});
