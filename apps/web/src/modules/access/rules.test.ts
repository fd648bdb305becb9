import type { MenuNode } from '@anlan/contract/modules/access/menu';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chose,
  idsOf,
  menuRows,
  movedTo,
  permitGroups,
  placesFor,
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
  it('holds pages with buttons alone, and is searched by page, button and permit', () => {
    const groups = permitGroups(tree);
    expect(groups.map(({ name, pages }) => [name, pages.map((page) => page.name)])).toEqual([
      ['企业', ['企业管理', '站点']],
    ]);
    const found = (word: string) => searchGroups(groups, word).flatMap(({ pages }) => idsOf(pages));
    expect(found('站点')).toEqual(['导出']);
    expect(found('新增')).toEqual(['新增']);
    expect(found('bus:enterprise')).toEqual(['新增', '删除']);
    expect(found('企业')).toEqual(['新增', '删除', '导出']);
    expect(found('没有')).toEqual([]);
  });

  it('checks all below and unchecks all below, whatever was chosen', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string()), fc.uniqueArray(fc.string(), { minLength: 1 }), (before, ids) => {
        const on = chose(new Set(before), ids, true);
        expect(shareOf(ids, on)).toBe('all');
        expect(shareOf(ids, chose(on, ids, false))).toBe('none');
      }),
    );
  });
});

describe('the menu', () => {
  it('shows what is open, with its depth', () => {
    const rows = menuRows(tree, new Set(['企业']));
    expect(rows.map(({ node: { name }, depth }) => `${depth}${name}`)).toEqual([
      '0工作台',
      '0企业',
      '1企业管理',
      '1站点',
    ]);
  });

  it('moves an entry and loses none', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(), { minLength: 1 }),
        fc.nat(),
        fc.integer({ min: -3, max: 30 }),
        (numbers, pick, place) => {
          const ids = numbers.map(String);
          const id = ids[pick % ids.length] ?? '';
          const moved = movedTo(ids, id, place);
          expect([...moved].sort()).toEqual([...ids].sort());
          expect(moved.indexOf(id)).toBe(Math.max(0, Math.min(place, ids.length - 1)));
        },
      ),
    );
  });

  it('offers headings as places, never the entry itself', () => {
    expect(placesFor(tree, null).map(({ label }) => label)).toEqual(['工作台', '企业']);
    expect(placesFor(tree, '企业').map(({ label }) => label)).toEqual(['工作台']);
  });

  it('reads a typed query back as it wrote it', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[A-Za-z0-9_-]{1,9}$/), fc.string()), (query) => {
        expect(queryOf(queryText(query))).toEqual({ ...query });
      }),
    );
  });
});
