// How a tab above a list combines with the user's filters.
import { expect, it } from 'vitest';
import { besideTab, fittingTab, narrowed, tabOf, type ListTab } from './tab-rules.ts';

const open: ListTab = { key: 'open', label: '待整改', filter: { status: ['open', 'returned'] } };
const late: ListTab = { key: 'late', label: '超期', filter: { overdue: true } };
const all: ListTab = { key: 'all', label: '全部', filter: {}, isFirst: true };
const tabs = [open, late, all];

it('selects the tab that the URL names, else the default tab', () => {
  expect(tabOf(tabs, '?tab=late', {})).toBe(late);
  expect(tabOf(tabs, '?tab=none', {})).toBe(all);
  expect(tabOf([open, late], '', {})).toBe(open);
  expect(tabOf([], '', {})).toBeUndefined();
});

it('selects the unfiltered tab for a link with a filter but without a tab', () => {
  const unmarked = { ...all, isFirst: false };
  expect(tabOf([open, unmarked], '?keyword=x', { keyword: 'x' })).toBe(unmarked);
  expect(tabOf([open, unmarked], '?keyword=x&tab=open', { keyword: 'x' })).toBe(open);
  expect(tabOf([open, unmarked], '', {})).toBe(open);
});

it('combines a filter of the URL with the filter of the tab', () => {
  expect(narrowed(open.filter, { level: ['major'] })).toEqual({ status: ['open', 'returned'], level: ['major'] });
  expect(narrowed(open.filter, { status: ['returned', 'accepted'] })).toEqual({ status: ['returned'] });
  expect(narrowed(open.filter, { status: [] })).toEqual({ status: ['open', 'returned'] });
  expect(narrowed(late.filter, { overdue: true })).toEqual({ overdue: true });
});

it('selects the first fitting tab when a filter contradicts the current tab', () => {
  expect(narrowed(open.filter, { status: ['accepted'] })).toBeNull();
  expect(fittingTab(tabs, open, { status: ['accepted'] })).toBe(late);
  expect(fittingTab([open, all], open, { status: ['accepted'] })).toBe(all);
  expect(fittingTab(tabs, open, { status: ['open'] })).toBe(open);
});

it('drops filters that the tab already contains', () => {
  expect(besideTab(open, { status: ['accepted'], level: ['major'] })).toEqual({ level: ['major'] });
});
