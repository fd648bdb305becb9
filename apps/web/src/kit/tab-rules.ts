// Tabs above a list; each tab is a filter preset.
import { countFilters, isEmpty } from '#ui/list/query.ts';
import type { AnyFilter } from './resource.ts';

/** A tab above a list with its filter, for example 待整改, 超期, 全部. */
export interface ListTab<F = AnyFilter> {
  readonly key: string;
  readonly label: string;
  readonly filter: F;
  /** Whether the tab is highlighted when its count is above 0, as 超期 is. */
  readonly isAlarm?: boolean;
  readonly isFirst?: boolean;
  /** Text of the empty tab, when the user set no other filter. */
  readonly empty?: string;
}

export const tabName = 'tab';

const firstTab = (tabs: readonly ListTab[]): ListTab | undefined => tabs.find(({ isFirst }) => isFirst) ?? tabs[0];

/**
 * Returns the tab that the URL names. When it names none: the unfiltered tab if the URL has a filter, else the first
 * tab.
 */
export function tabOf(tabs: readonly ListTab[], search: string, own: AnyFilter): ListTab | undefined {
  const named = tabs.find(({ key }) => key === new URLSearchParams(search).get(tabName));
  const whole = countFilters(own) > 0 ? tabs.find(({ filter }) => countFilters(filter) === 0) : undefined;
  return named ?? whole ?? firstTab(tabs);
}

const both = (one: readonly unknown[], other: readonly unknown[]) => one.filter((value) => other.includes(value));
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Combines the filter of a tab with the user's filter; null when no row can match both. */
export function narrowed(tab: AnyFilter, own: AnyFilter): AnyFilter | null {
  const all: AnyFilter = { ...own };
  for (const [key, value] of Object.entries(tab)) {
    const other = own[key];
    if (isEmpty(other)) all[key] = value;
    else if (Array.isArray(value) && Array.isArray(other)) {
      const left = both(other, value);
      if (left.length === 0) return null;
      all[key] = left;
    } else if (!isSame(value, other)) return null;
  }
  return all;
}

/** Returns the current tab when it fits the user's filter, else the first tab that does. */
export const fittingTab = (tabs: readonly ListTab[], now: ListTab, own: AnyFilter): ListTab =>
  narrowed(now.filter, own) ? now : (tabs.find(({ filter }) => narrowed(filter, own)) ?? now);

/** Returns the user's filter without the parts that the tab's filter already contains. */
export const besideTab = ({ filter }: ListTab, own: AnyFilter): AnyFilter =>
  Object.fromEntries(Object.entries(own).filter(([key]) => !Object.hasOwn(filter, key)));
