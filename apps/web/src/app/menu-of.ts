import type { MenuEntry } from '@anlan/contract/modules/access/access';
import type { UserInfo } from '@anlan/contract/modules/user/user';
import { usePerson } from '#lib/person.ts';
import { visibleMenu } from './menu-rules.ts';

const seen = new WeakMap<readonly MenuEntry[], MenuEntry[]>();

/** The menu as the signed-in person sees it; the same answer for the same menu. */
export function menuOf({ menu, info }: { menu: MenuEntry[]; info: UserInfo | null }): MenuEntry[] {
  const known = seen.get(menu);
  if (known) return known;
  const made = visibleMenu(menu, info?.roles ?? []);
  seen.set(menu, made);
  return made;
}

/** The menu as the signed-in person sees it. */
export const useMenu = (): MenuEntry[] => usePerson(menuOf);
