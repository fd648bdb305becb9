import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MenuEntry } from '@anlan/contract/modules/access/access';
import { recentFirst } from './recent-rules.ts';
import { bestOf, fitOf, nextIndex, placesOf, worthAsking } from './rules.ts';

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

describe('the search over the menu', () => {
  it('knows the leaves alone, with what stands above them and the query they open with (LY-13)', () => {
    const menu = [
      entry('企业', {
        children: [entry('企业管理', { path: '/bus/enterprise/index', query: { status: '2' } }), entry('空')],
      }),
    ];
    expect(placesOf(menu)).toEqual([
      { to: '/bus/enterprise/index?status=2', label: '企业管理', icon: null, pinyin: '', above: ['企业'] },
    ]);
  });

  it('puts a label’s beginning before initials, initials before the whole pinyin, and that before a label’s middle', () => {
    const pages = [
      page('重点企业', 'zdqy zhongdianqiye'),
      page('权限', 'qx quanxian'),
      page('QY-01 报表', 'qybb qybaobiao'),
      page('企业管理', 'qygl qiyeguanli'),
    ];
    const found = (typed: string, worst?: number) => bestOf(pages, typed, worst).map(({ label }) => label);
    expect(found('qy')).toEqual(['QY-01 报表', '企业管理']);
    expect(found('Ｑy')).toEqual(['QY-01 报表', '企业管理']);
    expect(found('企业')).toEqual(['企业管理', '重点企业']);
    expect(found('企业', 2)).toEqual(['企业管理']);
    expect(found('qi ye')).toEqual(['企业管理']);
    expect(found("QUAN'X")).toEqual(['权限']);
    expect(found('无此页')).toEqual([]);
  });

  it('finds every label by any beginning of itself, whatever its case', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(), (label, at) => {
        const typed = label.slice(0, 1 + (at % label.length));
        if (typed.trim() === '' || label !== label.trim()) return;
        // A cut in the middle of a composed letter is another letter.
        if (!label.normalize('NFKC').toLowerCase().startsWith(typed.normalize('NFKC').trim().toLowerCase())) return;
        expect(
          fitOf(label, '', typed.toUpperCase().toLowerCase() === typed.toLowerCase() ? typed.toUpperCase() : typed),
        ).toBe(0);
      }),
    );
    expect(fitOf('任何', 'rh renhe', '  ')).toBeNull();
  });

  it('goes round at both ends and stays within the list', () => {
    expect(nextIndex('ArrowDown', 2, 3)).toBe(0);
    expect(nextIndex('ArrowUp', 0, 3)).toBe(2);
    expect(nextIndex('ArrowUp', -1, 3)).toBe(2);
    expect(nextIndex('End', 0, 3)).toBe(2);
    expect(nextIndex('Home', 2, 3)).toBe(0);
    expect(nextIndex('a', 0, 3)).toBeNull();
    expect(nextIndex('ArrowDown', 0, 0)).toBeNull();
  });

  it('asks the server for one Chinese character, but not for one letter', () => {
    expect(worthAsking('企')).toBe(true);
    expect(worthAsking(' a ')).toBe(false);
    expect(worthAsking('91')).toBe(true);
    expect(worthAsking(' ')).toBe(false);
  });

  it('keeps the newest pages, each once and by its newest name', () => {
    const seen = (to: string, label = to) => ({ to, label });
    expect(recentFirst([seen('/a'), seen('/b')], seen('/b', '名称'), 3)).toEqual([seen('/b', '名称'), seen('/a')]);
    expect(recentFirst([seen('/a'), seen('/b'), seen('/c')], seen('/d'), 3).map(({ to }) => to)).toEqual([
      '/d',
      '/a',
      '/b',
    ]);
  });
});
