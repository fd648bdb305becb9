import type { MenuEntry } from '@anlan/contract/modules/access/menu-entry';
import type { UserInfo } from '@anlan/contract/modules/user/user';
import { usePerson } from '#lib/current-user.ts';
import { visibleMenu } from './menu-rules.ts';

const seen = new WeakMap<readonly MenuEntry[], MenuEntry[]>();

export function menuOf({ menu, info }: { menu: MenuEntry[]; info: UserInfo | null }): MenuEntry[] {
  const cached = seen.get(menu);
  if (cached) return cached;
  const made = visibleMenu(menu, info?.roles ?? []);
  seen.set(menu, made);
  return made;
}

export const useMenu = (): MenuEntry[] => usePerson(menuOf);
