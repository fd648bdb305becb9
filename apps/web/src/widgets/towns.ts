import type { Region } from '@anlan/contract/modules/dictionary/dictionary';
import { towns } from '#lib/shared-calls.ts';

/** Everything that has been read of the tenant's streets and grids; let go after one is changed. */
export const townKey = ['town'] as const;

/** Streets and grids right below a division or street; every street of the tenant for ''. */
export const townsBelow = (parent: string) => ({
  queryKey: [...townKey, 'below', parent],
  queryFn: (): Promise<Region[]> => towns.list(parent === '' ? {} : { parent }, { quiet: true }),
  staleTime: 5 * 60_000,
});

/** Streets and grids by part of a name, a code or pinyin initials. */
export const townSearch = (q: string) => ({
  queryKey: [...townKey, 'search', q],
  queryFn: (): Promise<Region[]> => towns.list({ q }, { quiet: true }),
});
