import { create } from 'zustand';
import * as z from 'zod/mini';
import { onSignal } from '#lib/signals.ts';
import { forget, keep, recall } from '#lib/storage.ts';
import { tokens } from '#lib/tokens.ts';
import { activeOf, useTabs } from '../tabs/state.ts';
import { recentFirst, type Seen } from './recent-rules.ts';

const keptMost = 12;
const kept = z.array(z.object({ to: z.string(), label: z.string() }));

/** The pages that were in front last, closed ones too; they go with the session. */
export const useRecent = create<{ pages: readonly Seen[] }>(() => ({
  pages: recall('session', 'recentPages', kept) ?? [],
}));

function note(): void {
  const tab = activeOf(useTabs.getState());
  const { pages } = useRecent.getState();
  // Tabs still close after the session has ended.
  if (!tab || tokens() === null || (pages[0]?.to === tab.id && pages[0].label === tab.label)) return;
  const next = recentFirst(pages, { to: tab.id, label: tab.label }, keptMost);
  useRecent.setState({ pages: next });
  keep('session', 'recentPages', next);
}

/** Notes which pages come to the front; the answer stops it. */
export function noteRecent(): () => void {
  note();
  const drop = () => {
    useRecent.setState({ pages: [] });
    forget('session', 'recentPages');
  };
  const stops = [useTabs.subscribe(note), onSignal('ended', drop)];
  return () => stops.forEach((stop) => stop());
}
