import { create } from 'zustand';
import { registerUnsavedCheck } from '#lib/unsaved.ts';
import { registerUnsavedTabs, useTabs } from './state.ts';

const useDirtyTabs = create<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set<string>() }));

// Closing a tab discards its input, so the tab is no longer unsaved. A background tab keeps its input.
useTabs.subscribe(({ tabs }) => {
  for (const id of useDirtyTabs.getState().ids) if (!tabs.some((tab) => tab.id === id)) setUnsaved(id, false);
});
registerUnsavedTabs(() => useDirtyTabs.getState().ids);

export const useUnsaved = (): ReadonlySet<string> => useDirtyTabs(({ ids }) => ids);

export const isUnsaved = (id: string): boolean => useDirtyTabs.getState().ids.has(id);

// Tabs with input that no draft covers: unloading the page would lose it.
const losable = new Set<string>();
registerUnsavedCheck(() => losable.size > 0);

const drafts = new Map<string, string>();

/** Marks a tab as saved and deletes its draft, after the user agreed to discard the input. */
export function discardInput(id: string): void {
  const draft = drafts.get(id);
  if (draft !== undefined) void import('#ui/form/draft.ts').then(({ dropDraft }) => dropDraft(draft));
  setUnsaved(id, false);
}

/** Sets whether a tab has unsaved input (`dirty`), whether a draft covers it (`drafted`), and the name of the draft. */
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
