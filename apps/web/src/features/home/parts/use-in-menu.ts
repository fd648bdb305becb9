import type { MenuEntry } from '@anlan/contract/domain/access';
import { usePerson } from '#lib/person.ts';

const has = (entries: readonly MenuEntry[], path: string): boolean =>
  entries.some((entry) => entry.path === path || has(entry.children, path));

/** Whether the person's menu leads to a page: what is not there is not offered. */
export const useInMenu = (path: string): boolean => usePerson(({ menu }) => has(menu, path));
