import { expect, test } from 'vitest';
import { bytesOf, wxMenuProblems } from '@anlan/contract/modules/wx-menu/menu';
import { add, at, moved, without } from './rules.ts';

const two = [
  { name: '办事', type: 'click' as const, key: 'guide' },
  { name: '我的', entries: [{ name: '隐患', type: 'view' as const, url: 'https://a.example.com' }, { name: '证照' }] },
];

test('measures menu names in bytes', () => {
  expect(bytesOf('安全管理平台')).toBe(18);
  expect(wxMenuProblems(two)).toEqual([{ button: 1, entry: 1, field: 'type', msg: '请选择点击后做什么' }]);
  expect(wxMenuProblems([{ name: '安全管理平台', type: 'click', key: 'a' }])[0]).toMatchObject({ field: 'name' });
  const mini = { name: '小程序', type: 'miniprogram' as const, url: 'https://a.example.com', appid: 'wx1234567890' };
  expect(wxMenuProblems([mini])[0]).toMatchObject({ field: 'pagepath' });
  expect(wxMenuProblems([{ name: '网页', type: 'view', url: 'ftp://a.example.com' }])[0]).toMatchObject({
    field: 'url',
  });
});

test('removes the action of a menu button that gets a sub-entry', () => {
  const grown = add(two, 0);
  expect(grown[0]).toEqual({ name: '办事', entries: [{ name: '子菜单名称' }] });
  expect(without(grown, { button: 0, entry: 0 })[0]).toEqual({ name: '办事' });
});

test('moves an entry within its list and returns its new position', () => {
  const down = moved(two, { button: 1, entry: 0 }, 1);
  expect(down && at(down.buttons, down.place)).toMatchObject({ name: '隐患' });
  expect(moved(two, { button: 0, entry: null }, -1)).toBeNull();
});
