import { create } from 'zustand';
import { onSignal } from '#lib/signals.ts';
import { keep, recall } from '#lib/storage.ts';
import { firstPath } from '../guard-rules.ts';
import * as rules from './rules.ts';

const fresh = () => rules.onlyFirst(firstPath, '首页');

/** The open pages of this browser tab; they survive a reload. */
export const useTabs = create<rules.Tabs>(() => recall('session', 'tabs', rules.tabsSchema) ?? fresh());

const change = (next: rules.Tabs): rules.Tabs => {
  useTabs.setState(next, true);
  keep('session', 'tabs', next);
  return next;
};

onSignal('ended', () => useTabs.setState(fresh(), true));

/** The page in front. */
export const activeOf = ({ tabs, active }: rules.Tabs): rules.Tab | undefined => tabs.find(({ id }) => id === active);

/** Address of the page in front, as it was left. */
export function lastAddress(): string {
  const tab = activeOf(useTabs.getState());
  return tab ? rules.addressOf(tab) : firstPath;
}

const after = (next: rules.Tabs): string => {
  const tab = activeOf(change(next));
  return tab ? rules.addressOf(tab) : firstPath;
};

/** Arrive at an address; answers where the page stands, which may be further on than the address. */
export const arriveAt = (to: { path: string; search: string; label: string }): string =>
  after(rules.arrive(useTabs.getState(), to));
/** Call a tab by another name. */
export const labelTab = (id: string, label: string): void => {
  const state = useTabs.getState();
  if (state.tabs.some((tab) => tab.id === id && tab.label !== label)) change(rules.relabel(state, id, label));
};
/** Close a tab; answers the address to be at afterwards. */
export const closeTab = (id: string): string => after(rules.close(useTabs.getState(), id));
/** Close the others; answers the address to be at afterwards. */
export const closeOtherTabs = (id: string): string => after(rules.closeOthers(useTabs.getState(), id));
/** Close all; answers the address to be at afterwards. */
export const closeAllTabs = (): string => after(rules.closeAll(useTabs.getState()));
