import { describe, expect, it } from 'vitest';
import { aliveMax, alive, arrive, closable, close, closeAll, closeOthers, onlyFirst, type Tabs } from './rules.ts';

const start = onlyFirst('/wel/index', '首页');
const go = (state: Tabs, ...addresses: string[]) =>
  addresses.reduce((now, address) => {
    const [path = '', query] = address.split('?');
    return arrive(now, { path, search: query ? `?${query}` : '', label: path });
  }, state);
const ids = (state: Tabs) => state.tabs.map(({ id }) => id);

describe('tabs', () => {
  it('open once for a path and query, in whatever order the query is written', () => {
    const state = go(start, '/a?x=1&y=2', '/wel/index', '/a?y=2&x=1', '/wel/index', '/a?x=9');
    expect(ids(state)).toEqual(['/wel/index', '/a?x=1&y=2', '/a?x=9']);
    expect(state.active).toBe('/a?x=9');
  });

  it('move with the page in front instead of opening another', () => {
    const state = go(start, '/list', '/list?page=3');
    expect(ids(state)).toEqual(['/wel/index', '/list']);
    expect(state.tabs[1]?.search).toBe('?page=3');
  });

  it('come back where they stood when opened again from elsewhere', () => {
    const state = go(start, '/list', '/list?page=3', '/wel/index', '/list');
    expect(state.active).toBe('/list');
    expect(state.tabs[1]?.search).toBe('?page=3');
    expect(go(state, '/wel/index', '/list?page=3').tabs).toHaveLength(2);
  });

  it('never close the first, nor the only one', () => {
    expect(closable(start, '/wel/index')).toBe(false);
    const state = go(start, '/a');
    expect(closable(state, '/wel/index')).toBe(false);
    expect(closable(state, '/a')).toBe(true);
    expect(close(state, '/wel/index')).toBe(state);
    expect(close(state, '/gone')).toBe(state);
  });

  it('give place to the left neighbour when the one in front closes', () => {
    const state = go(start, '/a', '/b', '/c', '/b');
    expect(close(state, '/b').active).toBe('/a');
    expect(close(go(start, '/a'), '/a').active).toBe('/wel/index');
    expect(close(state, '/c').active).toBe('/b');
  });

  it('close others but the first, and close all', () => {
    const state = go(start, '/a', '/b', '/c');
    expect(ids(closeOthers(state, '/b'))).toEqual(['/wel/index', '/b']);
    expect(closeOthers(state, '/b').active).toBe('/b');
    expect(ids(closeOthers(state, '/wel/index'))).toEqual(['/wel/index']);
    expect(closeAll(state)).toEqual(start);
  });

  it('keep the most recent ones and unsaved input alive, in the order of the strip', () => {
    const many = Array.from({ length: 15 }, (_, i) => `/p${i}`);
    const state = go(start, ...many, '/p0');
    const ids = alive(state, new Set()).map(({ id }) => id);
    expect(ids).toHaveLength(aliveMax);
    expect(ids).toContain('/p0');
    expect(ids).not.toContain('/p3');
    expect(ids[0]).toBe('/p0');
    expect(alive(state, new Set(['/p3'])).map(({ id }) => id)).toContain('/p3');
  });
});
