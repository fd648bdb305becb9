import { create } from 'zustand';
import * as z from 'zod/mini';
import { onSignal } from '#lib/app-events.ts';
import { deleteItem, saveItem, loadItem } from '#lib/storage.ts';
import { tokens } from '#lib/tokens.ts';
import { activeOf, useTabs } from '../tabs/state.ts';
import { recentFirst, type Seen } from './recent-rules.ts';

const keptMost = 12;
const recentSchema = z.array(z.object({ to: z.string(), label: z.string() }));

/** Recently opened pages, including closed ones; cleared at sign-out. */
export const useRecent = create<{ pages: readonly Seen[] }>(() => ({
  pages: loadItem('session', 'recentPages', recentSchema) ?? [],
}));

function note(): void {
  const tab = activeOf(useTabs.getState());
  const { pages } = useRecent.getState();
  // After the session has ended, tabs still change while they close. These changes are not recorded.
  if (!tab || tokens() === null || (pages[0]?.to === tab.id && pages[0].label === tab.label)) return;
  const next = recentFirst(pages, { to: tab.id, label: tab.label }, keptMost);
  useRecent.setState({ pages: next });
  saveItem('session', 'recentPages', next);
}

export function noteRecent(): () => void {
  note();
  const drop = () => {
    useRecent.setState({ pages: [] });
    deleteItem('session', 'recentPages');
  };
  const stops = [useTabs.subscribe(note), onSignal('ended', drop)];
  return () => stops.forEach((stop) => stop());
}
