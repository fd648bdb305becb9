import { create } from 'zustand';
import { onSignal } from '#lib/signals.ts';
import { keep, recall } from '#lib/storage.ts';
import { firstPath } from '../guard-rules.ts';
import * as rules from './rules.ts';

const fresh = () => rules.onlyFirst(firstPath, '首页');

function kept(): rules.Tabs {
  const tabs = recall('session', 'tabs', rules.tabsSchema);
  // Asleep until somebody comes to them: a reload opens one page, not twelve.
  return tabs ? { ...tabs, recent: [tabs.active] } : fresh();
}

/** The open pages of this browser tab; they survive a reload. */
export const useTabs = create<rules.Tabs>(kept);

/** What happens to tabs beside their order: how often each was loaded anew, and which ones the limit closed. */
export const useTabEvents = create<{ rounds: Readonly<Record<string, number>>; dropped: string | null }>(() => ({
  rounds: {},
  dropped: null,
}));

const change = (next: rules.Tabs): rules.Tabs => {
  if (next === useTabs.getState()) return next;
  useTabs.setState(next, true);
  keep('session', 'tabs', next);
  return next;
};

onSignal('ended', () => {
  useTabs.setState(fresh(), true);
  useTabEvents.setState({ rounds: {}, dropped: null });
});

/** The page in front. */
export const activeOf = ({ tabs, active }: rules.Tabs): rules.Tab | undefined => tabs.find(({ id }) => id === active);

/** Address of the page in front, as it was left. */
export function lastAddress(): string {
  const tab = activeOf(useTabs.getState());
  return tab ? rules.addressOf(tab) : firstPath;
}

const unsavedIds: { now: () => ReadonlySet<string> } = { now: () => new Set() };
/** Says which tabs hold input that would be lost; the limit spares them. */
export const spareUnsaved = (now: () => ReadonlySet<string>): void => void (unsavedIds.now = now);

/** Load the page of a tab anew. */
export const reloadTab = (id: string): void =>
  useTabEvents.setState(({ rounds }) => ({ rounds: { ...rounds, [id]: (rounds[id] ?? 0) + 1 } }));

function arrived(before: rules.Tabs, going: rules.Going): rules.Tabs {
  const of = before.tabs.find(({ value }) => value === going.path);
  // What somebody has typed into a form of the screen stays there: the other filter gets a tab of its own.
  const to = of && unsavedIds.now().has(of.id) && going.from === undefined ? { ...going, single: false } : going;
  const next = rules.arrive(before, to);
  if (!to.anew || !before.tabs.some(({ id }) => id === next.active)) return next;
  // What somebody has typed there is not thrown away.
  if (unsavedIds.now().has(next.active)) return rules.arrive(before, { ...to, anew: false });
  reloadTab(next.active);
  return next;
}

/** Arrive at an address; answers where the page stands, which may be further on than the address. */
export function arriveAt(to: rules.Going): string {
  const next = arrived(useTabs.getState(), to);
  const gone = rules.surplus(next, unsavedIds.now());
  if (gone) useTabEvents.setState({ dropped: gone.label });
  change(gone ? rules.close(next, gone.id) : next);
  return lastAddress();
}

/** Change the open pages; answers the address to be at afterwards. */
export function changeTabs(by: (state: rules.Tabs) => rules.Tabs): string {
  change(by(useTabs.getState()));
  return lastAddress();
}

/** Call a tab by another name. */
export const labelTab = (id: string, label: string): void => {
  const state = useTabs.getState();
  if (state.tabs.some((tab) => tab.id === id && tab.label !== label)) change(rules.relabel(state, id, label));
};
