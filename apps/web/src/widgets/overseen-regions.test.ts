import { expect, test } from 'vitest';
import { overseenText } from './overseen-regions.tsx';

const names = ['浙江省 / 杭州市 / 滨江区', '浙江省 / 宁波市', '江苏省', '北京市', '上海市', '广东省', '福建省'];

test('CA-03 names the first three regions, counts all regions and appends the note', () => {
  expect(overseenText([], null)).toBe('未设置');
  expect(overseenText(names.slice(0, 3), null)).toBe('滨江区、宁波市、江苏省');
  expect(overseenText(names.slice(0, 4), null)).toBe('滨江区、宁波市、江苏省 等 4 个区域');
  const note = '超出 6 片，仅显示前 6 片，请联系管理员调整';
  expect(overseenText(names, note)).toBe(`滨江区、宁波市、江苏省 等 7 个区域（${note}）`);
});
