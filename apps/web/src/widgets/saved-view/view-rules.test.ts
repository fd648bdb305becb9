import type { SavedView } from '@anlan/contract/modules/saved-view/view';
import { stationCalls } from '@anlan/contract/modules/station/calls';
import { describe, expect, it } from 'vitest';
import { defaultChoice, readChoice, type ColumnChoice } from '#ui/list/columns.ts';
import { readQuery, writeQuery } from '#ui/list/query.ts';
import { isAsKept, queryOf, readView, type ViewedList } from './view-rules.ts';

const { input: schema } = stationCalls.page;
const defaults = { size: 20, sort: [{ by: 'updatedAt' as const, desc: true }] };
const known = [{ key: 'name', locked: true as const }, { key: 'status' }, { key: 'kind' }];
const listWith = (choice: ColumnChoice): ViewedList => ({
  list: 'station',
  settings: 'station-1',
  understood: (said) =>
    writeQuery(schema, { ...readQuery(schema, said, defaults), page: 1, size: defaults.size }, defaults),
  beside: ['tab'],
  fresh: true,
  labelOf: (name) => ({ status: '状态', kind: '类型' })[name] ?? name,
  columns: { choice, choose: () => undefined, fit: (kept) => readChoice(kept, known) },
});
const list = listWith(defaultChoice(known));
const kept = (said: string) => queryOf(list, new URLSearchParams(said));
const viewOf = (query: string, columns: ColumnChoice | null = null): SavedView => ({
  id: '1',
  version: 1,
  name: '视图',
  query,
  columns,
  isShared: false,
  isOwn: true,
  ownerName: null,
  abilities: [],
});
const view = kept('kind=2&descs=name&tab=late&current=3&size=50&savedView=1&import=7');

describe('a view of a list', () => {
  it('keeps filters, order and tab, in one spelling, and not where one stands', () => {
    expect(view).toBe('descs=name&kind=2&tab=late');
    expect(kept('tab=late&kind=2&descs=name')).toBe(view);
    expect(kept('descs=updatedAt')).toBe('');
  });

  it('comes back as it was kept', () => {
    expect(readView(list, view)).toEqual({ query: view, ignored: [] });
  });

  it('leaves out fields and values that are gone, and names them', () => {
    const old = 'kind=2&status=gone&oldField=1&descs=formerColumn&keyword=%E6%B8%AF';
    expect(readView(list, old)).toEqual({
      query: kept('kind=2&keyword=港'),
      ignored: ['状态', 'oldField', '排序'],
    });
  });

  it('takes hostile text for nothing but text', () => {
    const text = '"><script>alert(1)</script>&kind=2';
    expect(readView(list, `keyword=${encodeURIComponent(text)}`).ignored).toEqual([]);
    expect(readView(list, '__proto__=1&constructor=2').query).toBe('');
  });

  it('is as kept until a filter, the order or a column is another', () => {
    const now = (said: string) => new URLSearchParams(said);
    expect(isAsKept(list, viewOf('kind=2'), now('kind=2&current=4&savedView=1'))).toBe(true);
    expect(isAsKept(list, viewOf('kind=2&gone=1'), now('kind=2'))).toBe(true);
    expect(isAsKept(list, viewOf('kind=2'), now('kind=2&ascs=name'))).toBe(false);
    const columns = { order: ['name', 'kind', 'status', 'former'], hidden: ['kind', 'former'] };
    expect(isAsKept(list, viewOf('kind=2', columns), now('kind=2'))).toBe(false);
    expect(isAsKept(listWith(readChoice(columns, known)), viewOf('kind=2', columns), now('kind=2'))).toBe(true);
  });
});
