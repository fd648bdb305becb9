// Tabs above a list: what each asks for together with the filters below it.
import { expect, it } from 'vitest';
import { besideTab, fittingTab, narrowed, tabOf, type ListTab } from './tab-rules.ts';

const open: ListTab = { key: 'open', label: '待整改', filter: { status: ['open', 'returned'] } };
const late: ListTab = { key: 'late', label: '超期', filter: { overdue: true } };
const all: ListTab = { key: 'all', label: '全部', filter: {}, isFirst: true };
const tabs = [open, late, all];

it('the URL says which tab is shown, else the one marked first', () => {
  expect(tabOf(tabs, '?tab=late', {})).toBe(late);
  expect(tabOf(tabs, '?tab=none', {})).toBe(all);
  expect(tabOf([open, late], '', {})).toBe(open);
  expect(tabOf([], '', {})).toBeUndefined();
});

it('a link that names rows but no tab shows exactly those', () => {
  const unmarked = { ...all, isFirst: false };
  expect(tabOf([open, unmarked], '?keyword=x', { keyword: 'x' })).toBe(unmarked);
  expect(tabOf([open, unmarked], '?keyword=x&tab=open', { keyword: 'x' })).toBe(open);
  expect(tabOf([open, unmarked], '', {})).toBe(open);
});

it('a filter narrows its tab and never widens it', () => {
  expect(narrowed(open.filter, { level: ['major'] })).toEqual({ status: ['open', 'returned'], level: ['major'] });
  expect(narrowed(open.filter, { status: ['returned', 'accepted'] })).toEqual({ status: ['returned'] });
  expect(narrowed(open.filter, { status: [] })).toEqual({ status: ['open', 'returned'] });
  expect(narrowed(late.filter, { overdue: true })).toEqual({ overdue: true });
});

it('a filter that contradicts its tab goes on to the first tab that it fits', () => {
  expect(narrowed(open.filter, { status: ['accepted'] })).toBeNull();
  expect(fittingTab(tabs, open, { status: ['accepted'] })).toBe(late);
  expect(fittingTab([open, all], open, { status: ['accepted'] })).toBe(all);
  expect(fittingTab(tabs, open, { status: ['open'] })).toBe(open);
});

it('going to a tab releases the filters that it says itself', () => {
  expect(besideTab(open, { status: ['accepted'], level: ['major'] })).toEqual({ level: ['major'] });
});
