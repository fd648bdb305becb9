import type { MenuEntry } from '@anlan/contract/modules/access/menu-entry';
import { describe, expect, it } from 'vitest';
import { addressOf, entryAt, firstLeaf, trailTo, visibleMenu } from './menu-rules.ts';

const entry = (label: string, more: Partial<MenuEntry> = {}): MenuEntry => ({
  id: label,
  parentId: null,
  name: label,
  label,
  path: '',
  component: null,
  icon: null,
  type: '0',
  permission: null,
  sort: 0,
  keepAlive: true,
  group: [],
  query: {},
  redDot: null,
  pinyin: '',
  meta: { roles: [] },
  children: [],
  ...more,
});

const menu = [
  entry('工作台', { children: [entry('首页', { path: '/wel/index' })] }),
  entry('企业', {
    children: [
      entry('企业管理', { path: '/bus/enterprise/index', group: ['/bus/enterprise/dossier'] }),
      entry('审核', { path: '/audit', meta: { roles: ['ROLE_ADMIN'] } }),
      entry('新增', { type: '1', path: '/button' }),
    ],
  }),
  entry('空', { children: [entry('无权', { path: '/x', meta: { roles: ['ROLE_ADMIN'] } })] }),
];

describe('menu rules', () => {
  it('shows only entries without roles or with a role of the user', () => {
    const seen = visibleMenu(menu, ['ROLE_REGULATOR']);
    expect(seen.map(({ label }) => label)).toEqual(['工作台', '企业']);
    expect(seen[1]?.children.map(({ label }) => label)).toEqual(['企业管理']);
    expect(visibleMenu(menu, ['ROLE_ADMIN'])).toHaveLength(3);
  });

  it('finds the breadcrumb of a page by entry path and by entry group', () => {
    const labels = (path: string) => trailTo(menu, path).map(({ label }) => label);
    expect(labels('/bus/enterprise/index')).toEqual(['企业', '企业管理']);
    expect(labels('/bus/enterprise/dossier')).toEqual(['企业', '企业管理']);
    expect(labels('/nowhere')).toEqual([]);
    // A record page has the breadcrumb of the list page in the same path folder. A page directly under a service prefix
    // such as /bus has no folder, so it has no breadcrumb.
    expect(labels('/bus/enterprise/record')).toEqual(['企业', '企业管理']);
    expect(labels('/bus/other')).toEqual([]);
  });

  it('opens a top menu at its first page', () => {
    const [, second] = menu;
    expect(second && firstLeaf(second)?.label).toBe('企业管理');
    expect(entryAt(menu, '/bus/enterprise/dossier')).toBeUndefined();
    expect(addressOf(entry('a', { path: '/a', query: { type: '1' } }))).toBe('/a?type=1');
  });
});
