import { create } from 'zustand';
import { onSignal } from '#lib/app-events.ts';
import { saveItem, loadItem } from '#lib/storage.ts';
import { firstPath } from '../guard-rules.ts';
import * as rules from './rules.ts';

const fresh = () => rules.onlyFirst(firstPath, '首页');

function loadTabs(): rules.Tabs {
  const tabs = loadItem('session', 'tabs', rules.tabsSchema);
  // After a reload only the page in front mounts, so one page loads and not twelve.
  return tabs ? { ...tabs, recent: [tabs.active] } : fresh();
}

/** The open pages of this browser tab; they survive a reload. */
export const useTabs = create<rules.Tabs>(loadTabs);

/** Reload count per tab, and the label of the tab that was closed last because of the tab limit. */
export const useTabEvents = create<{ rounds: Readonly<Record<string, number>>; dropped: string | null }>(() => ({
  rounds: {},
  dropped: null,
}));

const change = (next: rules.Tabs): rules.Tabs => {
  if (next === useTabs.getState()) return next;
  useTabs.setState(next, true);
  saveItem('session', 'tabs', next);
  return next;
};

onSignal('ended', () => {
  useTabs.setState(fresh(), true);
  useTabEvents.setState({ rounds: {}, dropped: null });
});

export const activeOf = ({ tabs, active }: rules.Tabs): rules.Tab | undefined => tabs.find(({ id }) => id === active);

export function lastAddress(): string {
  const tab = activeOf(useTabs.getState());
  return tab ? rules.addressOf(tab) : firstPath;
}

const unsavedIds: { now: () => ReadonlySet<string> } = { now: () => new Set() };
/** Registers the function that returns the ids of tabs with unsaved input. The tab limit never closes those tabs. */
export const registerUnsavedTabs = (now: () => ReadonlySet<string>): void => void (unsavedIds.now = now);

export const reloadTab = (id: string): void =>
  useTabEvents.setState(({ rounds }) => ({ rounds: { ...rounds, [id]: (rounds[id] ?? 0) + 1 } }));

function arrived(before: rules.Tabs, going: rules.NavigationTarget): rules.Tabs {
  const of = before.tabs.find(({ value }) => value === going.path);
  // A form with unsaved input stays open, so a link with another filter opens a second tab.
  const to = of && unsavedIds.now().has(of.id) && going.from === undefined ? { ...going, single: false } : going;
  const next = rules.arrive(before, to);
  if (!to.anew || !before.tabs.some(({ id }) => id === next.active)) return next;
  // The page has unsaved input. A reload would discard the input.
  if (unsavedIds.now().has(next.active)) return rules.arrive(before, { ...to, anew: false });
  reloadTab(next.active);
  return next;
}

/**
 * Opens a tab for the target and returns the address that the tab now shows. The query of this address may differ from
 * the requested query.
 */
export function arriveAt(to: rules.NavigationTarget): string {
  const next = arrived(useTabs.getState(), to);
  const gone = rules.tabToEvict(next, unsavedIds.now());
  if (gone) useTabEvents.setState({ dropped: gone.label });
  change(gone ? rules.close(next, gone.id) : next);
  return lastAddress();
}

export function changeTabs(by: (state: rules.Tabs) => rules.Tabs): string {
  change(by(useTabs.getState()));
  return lastAddress();
}

export const labelTab = (id: string, label: string): void => {
  const state = useTabs.getState();
  if (state.tabs.some((tab) => tab.id === id && tab.label !== label)) change(rules.relabel(state, id, label));
};
