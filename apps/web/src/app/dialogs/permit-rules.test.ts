import { expect, it } from 'vitest';
import type { MenuEntry } from '@anlan/contract/modules/access/menu-entry';
import { countPermits, permitTree, searchPermits } from './permit-rules.ts';

const entry = (label: string, permission: string | null, children: MenuEntry[] = []): MenuEntry => ({
  id: label,
  parentId: null,
  name: label,
  label,
  path: children.length > 0 ? '' : `/${label}`,
  component: null,
  icon: null,
  type: '0',
  permission,
  sort: 0,
  keepAlive: true,
  group: [],
  query: {},
  redDot: null,
  pinyin: '',
  meta: { roles: [] },
  children,
});
const menu = [
  entry('企业', null, [entry('企业管理', 'bus:enterprise:index'), entry('企业地图', 'bus:enterprise:index')]),
];
const held = ['bus:enterprise:index', 'bus:enterprise:add', 'sys:openapi:get', 'x:unknown:verb'];

it('lists every permit once, under the first page of its resource', () => {
  const tree = permitTree(menu, held);
  expect(tree.map(({ label }) => label)).toEqual(['企业', '其他']);
  expect(tree[0]?.children.map(({ label, may }) => [label, may.map(({ words }) => words)])).toEqual([
    ['企业管理', ['查看列表', '新增']],
    ['企业地图', []],
  ]);
  expect(tree[1]?.children.map(({ label, may }) => [label, may[0]?.permit])).toEqual([
    ['接口文档', 'sys:openapi:get'],
    ['x:unknown:verb', 'x:unknown:verb'],
  ]);
  expect(countPermits(tree)).toEqual({ pages: 2, permits: 4 });
});

it('finds permits by page name, permit name and permit string', () => {
  const tree = permitTree(menu, held);
  expect(countPermits(searchPermits(tree, '企业管理'))).toEqual({ pages: 1, permits: 2 });
  expect(searchPermits(tree, '新增')[0]?.children[0]?.may).toEqual([{ permit: 'bus:enterprise:add', words: '新增' }]);
  expect(searchPermits(tree, 'SYS:openapi')[0]?.label).toBe('其他');
  expect(searchPermits(tree, '没有')).toEqual([]);
});
