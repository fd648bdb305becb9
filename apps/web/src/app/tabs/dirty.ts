import { create } from 'zustand';
import { tellUnsaved } from '#lib/unsaved.ts';
import { spareUnsaved, useTabs } from './state.ts';

const useDirtyTabs = create<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set<string>() }));

// What is closed is lost; what is only asleep is not.
useTabs.subscribe(({ tabs }) => {
  for (const id of useDirtyTabs.getState().ids) if (!tabs.some((tab) => tab.id === id)) setUnsaved(id, false);
});
spareUnsaved(() => useDirtyTabs.getState().ids);

/** Ids of the tabs that hold unsaved input. */
export const useUnsaved = (): ReadonlySet<string> => useDirtyTabs(({ ids }) => ids);

/** Whether a tab holds unsaved input. */
export const isUnsaved = (id: string): boolean => useDirtyTabs.getState().ids.has(id);

// What has no draft would be lost with the page.
const losable = new Set<string>();
tellUnsaved(() => losable.size > 0);

const drafts = new Map<string, string>();

/** Somebody said that what a tab holds may go: its draft goes too. */
export function giveUp(id: string): void {
  const draft = drafts.get(id);
  if (draft !== undefined) void import('#ui/form/draft.ts').then(({ dropDraft }) => dropDraft(draft));
  setUnsaved(id, false);
}

/** Note whether a tab holds unsaved input, whether a draft holds it all, and which. */
export function setUnsaved(id: string, dirty: boolean, drafted = false, draft?: string): void {
  if (dirty && draft !== undefined) drafts.set(id, draft);
  else drafts.delete(id);
  if (dirty && !drafted) losable.add(id);
  else losable.delete(id);
  const { ids } = useDirtyTabs.getState();
  if (ids.has(id) === dirty) return;
  const next = new Set(ids);
  if (dirty) next.add(id);
  else next.delete(id);
  useDirtyTabs.setState({ ids: next });
}
