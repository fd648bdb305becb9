import type { MenuEntry } from '@anlan/contract/modules/access/menu-entry';
import { create } from 'zustand';
import { onSignal } from '#lib/app-events.ts';
import { useMenu } from '../use-menu.ts';
import { trailOf } from '../resolve.ts';
import { placeOf } from '../tabs/rules.ts';
import { activeOf, useTabs } from '../tabs/state.ts';

/** The top-level menu that the user selected. The choice ends when another page comes to the front. */
const useChosen = create<{ id: string | null; at: string }>(() => ({ id: null, at: '' }));

onSignal('ended', () => useChosen.setState({ id: null, at: '' }));

export const chooseRoot = (id: string): void => useChosen.setState({ id, at: useTabs.getState().active });

export function useRoots(): { roots: MenuEntry[]; root: MenuEntry | undefined } {
  const roots = useMenu();
  const front = useTabs(activeOf);
  const { id, at } = useChosen();
  const selectedRoot = at === front?.id ? roots.find((one) => one.id === id) : undefined;
  return { roots, root: selectedRoot ?? trailOf(roots, front ? placeOf(front) : '')[0] ?? roots[0] };
}
