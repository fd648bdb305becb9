import { expect, test } from 'vitest';
import { isProvincePrefix, regionAncestors, regionCodeProblem, regionLevel, regionPrefix } from './region-code.ts';

test('accepts exactly the 34 provinces as the first digits of a region code', () => {
  const all = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'));
  expect(all.filter(isProvincePrefix)).toHaveLength(34);
});

test('returns the error of a malformed division code', () => {
  expect(regionCodeProblem('')).toBe('行政区划不能为空');
  for (const bad of ['33010', '3301080', '33010a', '３３０１０８', '330108\n']) {
    expect(regionCodeProblem(bad)).toBe('行政区划代码应为6位数字');
  }
  expect(regionCodeProblem('990108')).toBe('行政区划代码前两位不是省级代码');
  expect(regionCodeProblem('330108')).toBeNull();
});

test('derives level, prefix and parent divisions from the trailing zeros of a region code', () => {
  expect([regionLevel('330000'), regionLevel('330100'), regionLevel('330108')]).toEqual([1, 2, 3]);
  expect(['330000', '330100', '330108'].map(regionPrefix)).toEqual(['33', '3301', '330108']);
  expect(regionAncestors('330108')).toEqual(['330000', '330100']);
  expect(regionAncestors('330100')).toEqual(['330000']);
  expect(regionAncestors('330000')).toEqual([]);
});

test('returns no parent city for counties that a province administers', () => {
  expect(regionAncestors('419001')).toEqual(['410000']);
  expect(regionAncestors('500229')).toEqual(['500000']);
});
