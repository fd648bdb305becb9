import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MenuEntry } from '@anlan/contract/modules/access/menu-entry';
import { recentFirst } from './recent-rules.ts';
import { placesOf } from './places.ts';
import { bestOf, fitOf, nextIndex, worthAsking } from './rules.ts';

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
const page = (label: string, pinyin: string) => ({ label, pinyin });

describe('search over the menu', () => {
  it('lists leaf entries with their parents and the query that opens them (LY-13)', () => {
    const menu = [
      entry('企业', {
        children: [entry('企业管理', { path: '/bus/enterprise/index', query: { status: '2' } }), entry('空')],
      }),
    ];
    expect(placesOf(menu)).toEqual([
      { to: '/bus/enterprise/index?status=2', label: '企业管理', icon: null, pinyin: '', above: ['企业'] },
    ]);
  });

  it('ranks a label prefix first, then initials, then pinyin, then the middle of a label', () => {
    const pages = [
      page('重点企业', 'zdqy zhongdianqiye'),
      page('权限', 'qx quanxian'),
      page('QY-01 报表', 'qybb qybaobiao'),
      page('企业管理', 'qygl qiyeguanli'),
    ];
    const labelsFor = (typed: string, worst?: number) => bestOf(pages, typed, worst).map(({ label }) => label);
    expect(labelsFor('qy')).toEqual(['QY-01 报表', '企业管理']);
    expect(labelsFor('Ｑy')).toEqual(['QY-01 报表', '企业管理']);
    expect(labelsFor('企业')).toEqual(['企业管理', '重点企业']);
    expect(labelsFor('企业', 2)).toEqual(['企业管理']);
    expect(labelsFor('qi ye')).toEqual(['企业管理']);
    expect(labelsFor("QUAN'X")).toEqual(['权限']);
    expect(labelsFor('无此页')).toEqual([]);
  });

  it('finds every label by each of its prefixes, ignoring case', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(), (label, at) => {
        const typed = label.slice(0, 1 + (at % label.length));
        if (typed.trim() === '' || label !== label.trim()) return;
        // Skips a prefix that ends inside a composed character: normalization turns it into another character.
        if (!label.normalize('NFKC').toLowerCase().startsWith(typed.normalize('NFKC').trim().toLowerCase())) return;
        expect(
          fitOf(label, '', typed.toUpperCase().toLowerCase() === typed.toLowerCase() ? typed.toUpperCase() : typed),
        ).toBe(0);
      }),
    );
    expect(fitOf('任何', 'rh renhe', '  ')).toBeNull();
  });

  it('moves the selection with the arrow keys and wraps at both ends', () => {
    expect(nextIndex('ArrowDown', 2, 3)).toBe(0);
    expect(nextIndex('ArrowUp', 0, 3)).toBe(2);
    expect(nextIndex('ArrowUp', -1, 3)).toBe(2);
    expect(nextIndex('End', 0, 3)).toBe(2);
    expect(nextIndex('Home', 2, 3)).toBe(0);
    expect(nextIndex('a', 0, 3)).toBeNull();
    expect(nextIndex('ArrowDown', 0, 0)).toBeNull();
  });

  it('searches the server for one Chinese character, but not for one Latin letter', () => {
    expect(worthAsking('企')).toBe(true);
    expect(worthAsking(' a ')).toBe(false);
    expect(worthAsking('91')).toBe(true);
    expect(worthAsking(' ')).toBe(false);
  });

  it('lists recent pages newest first, without duplicates', () => {
    const seen = (to: string, label = to) => ({ to, label });
    expect(recentFirst([seen('/a'), seen('/b')], seen('/b', '名称'), 3)).toEqual([seen('/b', '名称'), seen('/a')]);
    expect(recentFirst([seen('/a'), seen('/b'), seen('/c')], seen('/d'), 3).map(({ to }) => to)).toEqual([
      '/d',
      '/a',
      '/b',
    ]);
  });
});
