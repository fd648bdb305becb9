import type { MenuEntry } from '@anlan/contract/modules/access/access';
import { create } from 'zustand';
import { onSignal } from '#lib/signals.ts';
import { useMenu } from '../menu-of.ts';
import { trailOf } from '../resolve.ts';
import { placeOf } from '../tabs/rules.ts';
import { activeOf, useTabs } from '../tabs/state.ts';

/** A top menu that a person chose, until they stand on a page of another. */
const useChosen = create<{ id: string | null; at: string }>(() => ({ id: null, at: '' }));

onSignal('ended', () => useChosen.setState({ id: null, at: '' }));

/** Show the side menu of a top menu without leaving the page in front. */
export const chooseRoot = (id: string): void => useChosen.setState({ id, at: useTabs.getState().active });

/** The top menus and the one whose side menu shows: the one chosen here, else that of the page in front. */
export function useRoots(): { roots: MenuEntry[]; root: MenuEntry | undefined } {
  const roots = useMenu();
  const front = useTabs(activeOf);
  const { id, at } = useChosen();
  const chosen = at === front?.id ? roots.find((one) => one.id === id) : undefined;
  return { roots, root: chosen ?? trailOf(roots, front ? placeOf(front) : '')[0] ?? roots[0] };
}
