import type { MenuNode } from '@anlan/contract/modules/access/menu';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  toggleIds,
  idsOf,
  menuRows,
  moveId,
  permitGroups,
  parentChoices,
  queryOf,
  queryText,
  searchGroups,
  shareOf,
} from './rules.ts';

const node = (name: string, more: Partial<MenuNode> = {}): MenuNode => ({
  id: name,
  version: 1,
  parentId: null,
  name,
  label: name,
  path: '',
  component: null,
  icon: null,
  type: '0',
  permission: null,
  sort: 1,
  keepAlive: true,
  query: {},
  meta: { roles: [] },
  userTypes: [],
  hidden: false,
  preset: true,
  children: [],
  ...more,
});
const button = (name: string, permission: string) => node(name, { type: '1', permission });
const tree = [
  node('工作台', { children: [node('首页', { path: '/wel/index' })] }),
  node('企业', {
    children: [
      node('企业管理', {
        path: '/a',
        children: [button('新增', 'bus:enterprise:add'), button('删除', 'bus:enterprise:del')],
      }),
      node('站点', { path: '/b', children: [button('导出', 'bus:station:export')] }),
    ],
  }),
];

describe('the permit tree', () => {
  it('finds a page by the page name, a button or a permit', () => {
    const groups = permitGroups(tree);
    expect(groups.map(({ name, pages }) => [name, pages.map((page) => page.name)])).toEqual([
      ['企业', ['企业管理', '站点']],
    ]);
    const findIds = (word: string) => searchGroups(groups, word).flatMap(({ pages }) => idsOf(pages));
    expect(findIds('站点')).toEqual(['导出']);
    expect(findIds('新增')).toEqual(['新增']);
    expect(findIds('bus:enterprise')).toEqual(['新增', '删除']);
    expect(findIds('企业')).toEqual(['新增', '删除', '导出']);
    expect(findIds('没有')).toEqual([]);
  });

  it('checks or unchecks all descendants of an entry', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string()), fc.uniqueArray(fc.string(), { minLength: 1 }), (before, ids) => {
        const on = toggleIds(new Set(before), ids, true);
        expect(shareOf(ids, on)).toBe('all');
        expect(shareOf(ids, toggleIds(on, ids, false))).toBe('none');
      }),
    );
  });
});

describe('the menu', () => {
  it('flattens the visible entries with their depth in the tree', () => {
    const rows = menuRows(tree, new Set(['企业']));
    expect(rows.map(({ node: { name }, depth }) => `${depth}${name}`)).toEqual([
      '0工作台',
      '0企业',
      '1企业管理',
      '1站点',
    ]);
  });

  it('moves an entry and keeps all other entries', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(), { minLength: 1 }),
        fc.nat(),
        fc.integer({ min: -3, max: 30 }),
        (numbers, pick, place) => {
          const ids = numbers.map(String);
          const id = ids[pick % ids.length] ?? '';
          const moved = moveId(ids, id, place);
          expect([...moved].sort()).toEqual([...ids].sort());
          expect(moved.indexOf(id)).toBe(Math.max(0, Math.min(place, ids.length - 1)));
        },
      ),
    );
  });

  it('offers headings and top menus as parents, but not the entry itself', () => {
    expect(parentChoices(tree, null).map(({ label }) => label)).toEqual(['工作台', '企业']);
    expect(parentChoices(tree, '企业').map(({ label }) => label)).toEqual(['工作台']);
  });

  it('restores the query of an entry from the formatted query text', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[A-Za-z0-9_-]{1,9}$/), fc.string()), (query) => {
        expect(queryOf(queryText(query))).toEqual({ ...query });
      }),
    );
  });
});
