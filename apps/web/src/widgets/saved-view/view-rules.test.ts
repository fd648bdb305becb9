import type { SavedView } from '@anlan/contract/modules/saved-view/view';
import { stationCalls } from '@anlan/contract/modules/station/calls';
import { describe, expect, it } from 'vitest';
import { defaultChoice, readChoice, type ColumnChoice } from '#ui/list/columns.ts';
import { readQuery, writeQuery } from '#ui/list/query.ts';
import { isUnchanged, queryOf, readView, type ViewedList } from './view-rules.ts';

const { input: schema } = stationCalls.page;
const defaults = { size: 20, sort: [{ by: 'updatedAt' as const, desc: true }] };
const listColumns = [{ key: 'name', locked: true as const }, { key: 'status' }, { key: 'kind' }];
const listWith = (choice: ColumnChoice): ViewedList => ({
  list: 'station',
  settings: 'station-1',
  pageParams: [],
  understood: (params) =>
    writeQuery(schema, { ...readQuery(schema, params, defaults), page: 1, size: defaults.size }, defaults),
  beside: ['tab'],
  fresh: true,
  labelOf: (name) => ({ status: '状态', kind: '类型' })[name] ?? name,
  columns: { choice, choose: () => undefined, fit: (stored) => readChoice(stored, listColumns) },
});
const list = listWith(defaultChoice(listColumns));
const queryText = (search: string) => queryOf(list, new URLSearchParams(search));
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
const view = queryText('kind=2&descs=name&tab=late&current=3&size=50&savedView=1&import=7');

describe('saved view of a list', () => {
  it('stores filters, order and tab in normalized form, without the page number', () => {
    expect(view).toBe('descs=name&kind=2&tab=late');
    expect(queryText('tab=late&kind=2&descs=name')).toBe(view);
    expect(queryText('descs=updatedAt')).toBe('');
  });

  it('does not change when the view is stored and read again', () => {
    expect(readView(list, view)).toEqual({ query: view, ignored: [] });
  });

  it('drops fields and values that no longer exist, and names the dropped fields and values', () => {
    const old = 'kind=2&status=gone&oldField=1&descs=formerColumn&keyword=%E6%B8%AF';
    expect(readView(list, old)).toEqual({
      query: queryText('kind=2&keyword=港'),
      ignored: ['状态', 'oldField', '排序'],
    });
  });

  it('treats hostile text as plain text', () => {
    const text = '"><script>alert(1)</script>&kind=2';
    expect(readView(list, `keyword=${encodeURIComponent(text)}`).ignored).toEqual([]);
    expect(readView(list, '__proto__=1&constructor=2').query).toBe('');
  });

  it('differs from the list after a change of filter, order or column', () => {
    const now = (search: string) => new URLSearchParams(search);
    expect(isUnchanged(list, viewOf('kind=2'), now('kind=2&current=4&savedView=1'))).toBe(true);
    expect(isUnchanged(list, viewOf('kind=2&gone=1'), now('kind=2'))).toBe(true);
    expect(isUnchanged(list, viewOf('kind=2'), now('kind=2&ascs=name'))).toBe(false);
    const columns = { order: ['name', 'kind', 'status', 'former'], hidden: ['kind', 'former'] };
    expect(isUnchanged(list, viewOf('kind=2', columns), now('kind=2'))).toBe(false);
    expect(isUnchanged(listWith(readChoice(columns, listColumns)), viewOf('kind=2', columns), now('kind=2'))).toBe(
      true,
    );
  });
});
