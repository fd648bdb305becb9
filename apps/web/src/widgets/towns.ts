import type { Region } from '@anlan/contract/modules/dictionary/dictionary';
import { towns } from '#lib/shared-calls.ts';

/** Prefix of the query keys of all towns and grids. Invalidate it after a change. */
export const townKey = ['town'] as const;

/** Towns and grids directly below a region or town; '' returns every town of the tenant. */
export const townsBelow = (parent: string) => ({
  queryKey: [...townKey, 'below', parent],
  queryFn: (): Promise<Region[]> => towns.list(parent === '' ? {} : { parent }, { quiet: true }),
  staleTime: 5 * 60_000,
});

/** Query that finds towns and grids by part of a name, by code or by pinyin initials. */
export const townSearch = (q: string) => ({
  queryKey: [...townKey, 'search', q],
  queryFn: (): Promise<Region[]> => towns.list({ q }, { quiet: true }),
});
