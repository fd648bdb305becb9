import { create } from 'zustand';
import { useTabs } from './state.ts';

const useDirtyTabs = create<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set<string>() }));

// What is closed is lost; what is only asleep is not.
useTabs.subscribe(({ tabs }) => {
  for (const id of useDirtyTabs.getState().ids) if (!tabs.some((tab) => tab.id === id)) setUnsaved(id, false);
});

/** Ids of the tabs that hold unsaved input. */
export const useUnsaved = (): ReadonlySet<string> => useDirtyTabs(({ ids }) => ids);

/** Whether a tab holds unsaved input. */
export const isUnsaved = (id: string): boolean => useDirtyTabs.getState().ids.has(id);

/** Note whether a tab holds unsaved input. */
export function setUnsaved(id: string, dirty: boolean): void {
  const { ids } = useDirtyTabs.getState();
  if (ids.has(id) === dirty) return;
  const next = new Set(ids);
  if (dirty) next.add(id);
  else next.delete(id);
  useDirtyTabs.setState({ ids: next });
}
