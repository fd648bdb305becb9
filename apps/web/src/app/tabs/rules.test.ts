import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressOf,
  aliveMax,
  alive,
  arrive,
  closable,
  close,
  closeAll,
  closeOthers,
  closeSide,
  move,
  onlyFirst,
} from './rules.ts';
import { pin, placeOf, sameSearch, tabToEvict, tabsMax, tabsSchema, type Tabs } from './rules.ts';

const start = onlyFirst('/wel/index', '首页');
const goFrom = (state: Tabs, address: string, from?: string) => {
  const [path = '', query] = address.split('?');
  return arrive(state, { path, search: query ? `?${query}` : '', label: path, from });
};
const go = (state: Tabs, ...addresses: string[]) => addresses.reduce((now, one) => goFrom(now, one), state);
const ids = (state: Tabs) => state.tabs.map(({ id }) => id);
const none: ReadonlySet<string> = new Set();

describe('tabs', () => {
  it('open once per path and query, in any order of the query (ST-07)', () => {
    const state = go(start, '/a?x=1&y=2', '/wel/index', '/a?y=2&x=1', '/wel/index', '/a?x=9');
    expect(ids(state)).toEqual(['/wel/index', '/a?x=1&y=2', '/a?x=9']);
    expect(state.active).toBe('/a?x=9');
    expect(
      ids(go(start, '/myiframe/urlPath?src=https%3A%2F%2Fa', '/myiframe/urlPath?src=https%3A%2F%2Fb')),
    ).toHaveLength(3);
  });

  it('change their URL when the page itself navigates, also back (ST-07)', () => {
    let state = goFrom(go(start, '/list'), '/list?page=3', '/list');
    expect(ids(state)).toEqual(['/wel/index', '/list']);
    expect(state.tabs[1]?.search).toBe('?page=3');
    // Going back: first to the earlier list page, then to the page before the list.
    state = goFrom(goFrom(state, '/list?page=4', '/list'), '/list?page=3', '/list');
    expect(state.tabs[1]?.search).toBe('?page=3');
    expect(go(state, '/list').tabs[1]?.search).toBe('');
    // The tab was closed since, so going back opens a new tab.
    expect(ids(goFrom(close(state, '/list'), '/list?page=3', '/list'))).toEqual(['/wel/index', '/list?page=3']);
  });

  it('show their last URL when opened again', () => {
    const state = go(goFrom(go(start, '/list'), '/list?page=3', '/list'), '/wel/index', '/list');
    expect(state.active).toBe('/list');
    expect(state.tabs[1]?.search).toBe('?page=3');
    expect(go(state, '/wel/index', '/list?page=3').tabs).toHaveLength(2);
  });

  it('start at the exact URL of a link that requests it, also in the background', () => {
    const left = go(goFrom(go(start, '/list?import=1'), '/list?page=3', '/list?import=1'), '/wel/index');
    const to = { path: '/list', search: '?import=1', label: '列表' };
    expect(arrive(left, to).tabs[1]?.search).toBe('?page=3');
    const state = arrive(left, { ...to, anew: true });
    expect(ids(state)).toEqual(['/wel/index', '/list?import=1']);
    expect([state.active, state.tabs[1]?.search]).toEqual(['/list?import=1', '?import=1']);
  });

  it('change the filter when a link opens a page that has only one tab', () => {
    const to = (search: string, left = false) => ({ path: '/list', search, label: '列表', single: true, left });
    const state = go(arrive(arrive(start, to('?status=1')), to('?status=2')), '/wel/index');
    expect(ids(state)).toEqual(['/wel/index', '/list?status=1']);
    expect(state.tabs[1]?.search).toBe('?status=2');
    expect(arrive(state, to('', true)).tabs[1]?.search).toBe('?status=2');
    expect(arrive(state, to('?status=3')).tabs[1]?.search).toBe('?status=3');
    // A link without a filter shows all rows.
    expect(arrive(state, to('')).tabs[1]?.search).toBe('');
    // A click on the menu entry of the page in front resets that page.
    expect(arrive(arrive(state, to('?status=3')), to('', true)).tabs[1]?.search).toBe('');
  });

  it('cannot be closed when first, only or pinned (LY-09, ST-07)', () => {
    expect(closable(start, '/wel/index')).toBe(false);
    const state = go(start, '/a');
    expect(closable(state, '/wel/index')).toBe(false);
    expect(closable(state, '/a')).toBe(true);
    expect(closable(pin(state, '/a', true), '/a')).toBe(false);
    expect(close(state, '/wel/index')).toBe(state);
    expect(close(state, '/gone')).toBe(state);
  });

  it('activate the left neighbour when the front tab closes (LY-11)', () => {
    const state = go(start, '/a', '/b', '/c', '/b');
    expect(close(state, '/b').active).toBe('/a');
    expect(close(go(start, '/a'), '/a').active).toBe('/wel/index');
    expect(close(state, '/c').active).toBe('/b');
  });

  it('are closed in groups, except the first and pinned tabs (LY-10, LY-11)', () => {
    const state = go(start, '/a', '/b', '/c');
    expect(ids(closeOthers(state, '/b'))).toEqual(['/wel/index', '/b']);
    expect(closeOthers(state, '/b').active).toBe('/b');
    expect(ids(closeOthers(state, '/wel/index'))).toEqual(['/wel/index']);
    expect(closeAll(state)).toEqual(start);
    expect(ids(closeSide(state, '/b', 'left'))).toEqual(['/wel/index', '/b', '/c']);
    expect(closeSide(state, '/b', 'left').active).toBe('/c');
    expect(closeSide(state, '/b', 'right').active).toBe('/b');
    const pinned = pin(state, '/c', true);
    expect(ids(pinned)).toEqual(['/wel/index', '/c', '/a', '/b']);
    expect(ids(closeOthers(pinned, '/a'))).toEqual(['/wel/index', '/c', '/a']);
    expect(ids(closeAll(pinned))).toEqual(['/wel/index', '/c']);
    expect(closeAll(pinned).active).toBe('/wel/index');
    expect(ids(pin(pinned, '/c', false))).toEqual(['/wel/index', '/c', '/a', '/b']);
  });

  it('keep the page mounted when the tab is recent, pinned or unsaved', () => {
    const many = Array.from({ length: 15 }, (_, i) => `/p${i}`);
    const state = go(start, ...many, '/p0');
    const aliveIds = (unsaved: ReadonlySet<string>, from = state) => alive(from, unsaved).map(({ id }) => id);
    expect(aliveIds(none)).toHaveLength(aliveMax);
    expect(aliveIds(none)).toContain('/p0');
    expect(aliveIds(none)).not.toContain('/p3');
    expect(aliveIds(none)[0]).toBe('/p0');
    expect(aliveIds(new Set(['/p3']))).toContain('/p3');
    expect(aliveIds(none, pin(state, '/p1', true))).toContain('/p1');
    expect(aliveIds(none, pin(state, '/p1', true))).toHaveLength(aliveMax);
  });

  it('are closed at the limit, least recently used first, except unsaved tabs', () => {
    const many = Array.from({ length: tabsMax }, (_, i) => `/p${i}`);
    const state = go(start, ...many);
    expect(tabToEvict(go(start, ...many.slice(1)), none)).toBeUndefined();
    expect(tabToEvict(state, none)?.id).toBe('/p0');
    expect(tabToEvict(go(state, '/p0', '/p9'), none)?.id).toBe('/p1');
    expect(tabToEvict(pin(state, '/p0', true), new Set(['/p1']))?.id).toBe('/p2');
    expect(tabToEvict(state, new Set(many))).toBeUndefined();
  });

  it('are found in the menu by the URL of their external page (RT-30)', () => {
    const [, tab] = go(start, '/myiframe/urlPath?name=gis&src=https%3A%2F%2Fgis.example.cn%2F').tabs;
    expect(tab && placeOf(tab)).toBe('https://gis.example.cn/');
    expect(placeOf({ value: '/a', query: '?src=x' })).toBe('/a');
  });
});

const pool = ['/wel/index', '/a', '/b?x=1', '/b?x=2', '/c', '/d', '/e?y=1&x=2', '/e?x=2&y=1'];
const place = fc.constantFrom(...pool);
const step: fc.Arbitrary<(state: Tabs) => Tabs> = fc.oneof(
  { weight: 4, arbitrary: place.map((to) => (state: Tabs) => go(state, to)) },
  fc.record({ to: place, page: fc.nat(9) }).map(({ to, page }) => (state: Tabs) => {
    const tab = state.tabs.find(({ id }) => id === state.active);
    return goFrom(state, `${tab?.value ?? to}?page=${page}`, state.active);
  }),
  fc
    .record({
      at: fc.nat(9),
      how: fc.constantFrom('close', 'closeOthers', 'left', 'right', 'pin', 'unpin', 'move', 'all'),
      to: fc.integer({ min: -2, max: 12 }),
    })
    .map(({ at, how, to }) => (state: Tabs) => {
      const id = state.tabs[at % state.tabs.length]?.id ?? '';
      if (how === 'left' || how === 'right') return closeSide(state, id, how);
      if (how === 'pin' || how === 'unpin') return pin(state, id, how === 'pin');
      if (how === 'move') return move(state, id, to);
      if (how === 'all') return closeAll(state);
      return how === 'close' ? close(state, id) : closeOthers(state, id);
    }),
);

describe('tabs for any input', () => {
  it('keep the first tab, unique URLs, an open active tab, and pinned tabs in front (LY-09, ST-07)', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const state = steps.reduce((now, one) => one(now), start);
        expect(ids(state)[0]).toBe('/wel/index');
        expect(new Set(ids(state)).size).toBe(state.tabs.length);
        expect(ids(state)).toContain(state.active);
        expect(state.recent[0]).toBe(state.active);
        expect(new Set(state.recent).size).toBe(state.recent.length);
        for (const id of state.recent) expect(ids(state)).toContain(id);
        const pinned = state.tabs.slice(1).map(({ meta }) => meta.pinned);
        expect(pinned.indexOf(true, pinned.indexOf(false) + 1) > -1 && pinned.includes(false)).toBe(false);
        expect(alive(state, none).map(({ id }) => id)).toContain(state.active);
        expect(tabsSchema.safeParse(JSON.parse(JSON.stringify(state))).data).toEqual(state);
      }),
    );
  });

  it('close only when requested (LY-10)', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), fc.nat(20), (steps, at) => {
        const state = steps.reduce((now, one) => one(now), start);
        const front = state.tabs.find(({ id }) => id === state.active);
        expect(front && ids(go(state, addressOf(front)))).toEqual(ids(state));
        const { id = '' } = state.tabs[at % state.tabs.length] ?? {};
        const lost = (next: Tabs) => ids(state).filter((one) => !ids(next).includes(one));
        expect(lost(close(state, id))).toEqual(closable(state, id) ? [id] : []);
        const others = ids(state).filter((one) => one !== id && closable(state, one));
        expect(lost(closeOthers(state, id))).toEqual(others);
        expect([...lost(closeSide(state, id, 'left')), ...lost(closeSide(state, id, 'right'))]).toEqual(others);
        expect(lost(move(state, id, at))).toEqual([]);
      }),
    );
  });

  it('do not change a query that is already normalized', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), (query) => {
        const text = `?${new URLSearchParams(query)}`;
        expect(sameSearch(sameSearch(text))).toBe(sameSearch(text));
      }),
    );
  });
});
