// Presets of filters that stand as tabs above a list.
import { countFilters, isEmpty } from '#ui/list/query.ts';
import type { AnyFilter } from './resource.ts';

/** A preset of filters: 待整改, 超期, 全部. */
export interface ListTab<F = AnyFilter> {
  /** How the URL says it. */
  readonly key: string;
  readonly label: string;
  readonly filter: F;
  /** Drawn as what calls for attention as soon as there is any: 超期. */
  readonly isAlarm?: boolean;
  /** Shown first; the first of all where none says so. */
  readonly isFirst?: boolean;
}

/** Under which name the URL keeps the tab. */
export const tabName = 'tab';

/** The tab that is shown while the URL says nothing. */
const firstTab = (tabs: readonly ListTab[]): ListTab | undefined => tabs.find(({ isFirst }) => isFirst) ?? tabs[0];

/** The tab that the URL says. Where it says none, a link that names rows shows exactly those, and nothing the first. */
export function tabOf(tabs: readonly ListTab[], search: string, own: AnyFilter): ListTab | undefined {
  const named = tabs.find(({ key }) => key === new URLSearchParams(search).get(tabName));
  const whole = countFilters(own) > 0 ? tabs.find(({ filter }) => countFilters(filter) === 0) : undefined;
  return named ?? whole ?? firstTab(tabs);
}

const both = (one: readonly unknown[], other: readonly unknown[]) => one.filter((value) => other.includes(value));
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The filter of a tab narrowed by the person's own; null where no row could fit both. */
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

/** The tab that fits a filter: the one that is shown, or the first that leaves anything. */
export const fittingTab = (tabs: readonly ListTab[], now: ListTab, own: AnyFilter): ListTab =>
  narrowed(now.filter, own) ? now : (tabs.find(({ filter }) => narrowed(filter, own)) ?? now);

/** A person's own filter without what a tab says itself. */
export const besideTab = ({ filter }: ListTab, own: AnyFilter): AnyFilter =>
  Object.fromEntries(Object.entries(own).filter(([key]) => !Object.hasOwn(filter, key)));
