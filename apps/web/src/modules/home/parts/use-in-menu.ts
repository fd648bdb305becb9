import type { MenuEntry } from '@anlan/contract/modules/access/access';
import { usePerson } from '#lib/person.ts';

const has = (entries: readonly MenuEntry[], path: string): boolean =>
  entries.some((entry) => entry.path === path || has(entry.children, path));

/** Whether the person's menu leads to a page: what is not there is not offered. */
export const useInMenu = (path: string): boolean => usePerson(({ menu }) => has(menu, path));

// Pages that no menu entry opens stand beside one that does.
const beside: Readonly<Record<string, string>> = { '/bus/danger/report': '/bus/enterpriseexpinfo1/index' };

/** Says of addresses whether the person's menu leads to their page. */
export function useIsReachable(): (href: string) => boolean {
  const menu = usePerson((held) => held.menu);
  return (href) => {
    const [path = ''] = href.split('?');
    return has(menu, beside[path] ?? path);
  };
}
