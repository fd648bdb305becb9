import type { MenuEntry } from '@anlan/contract/modules/access/menu-entry';
import { usePerson } from '#lib/current-user.ts';

const has = (entries: readonly MenuEntry[], path: string): boolean =>
  entries.some((entry) => entry.path === path || has(entry.children, path));

export const useInMenu = (path: string): boolean => usePerson(({ menu }) => has(menu, path));

// A page without a menu entry is reachable when the page of its list is in the menu.
const parentPaths: Readonly<Record<string, string>> = { '/bus/danger/report': '/bus/enterpriseexpinfo1/index' };

export function useIsReachable(): (href: string) => boolean {
  const menu = usePerson((held) => held.menu);
  return (href) => {
    const [path = ''] = href.split('?');
    return has(menu, parentPaths[path] ?? path);
  };
}
