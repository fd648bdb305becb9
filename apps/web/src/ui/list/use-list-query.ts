import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { PageInput, Sort } from '@anlan/contract/domain/paging';
import { useTabId } from '../tab-context.tsx';
import { countFilters, readQuery, writeQuery, type QueryDefaults, type QuerySchema } from './query.ts';

export interface ListQuery<F, S extends string> {
  input: PageInput<F, S>;
  filters: number;
  /** Changes filters and goes to page 1; `quiet` replaces the history entry (while typing). */
  setFilter: (change: Partial<F>, quiet?: boolean) => void;
  replaceFilter: (filter: F, said?: Readonly<Record<string, string>>, quiet?: boolean) => void;
  clear: () => void;
  /** Changes the sort order and goes to page 1; undefined restores the default order. */
  setSort: (sort: Sort<S> | undefined) => void;
  setPage: (page: number, size?: number) => void;
}

const alone: readonly string[] = [];

/**
 * Syncs filter, sort, page and size of a list with the tab's URL, validated by the call's codec. The URL parameters in
 * `beside` belong to the page and stay. @example const query = useListQuery(enterpriseQuery, { size: 20, sort: [{ by:
 * 'updatedAt', desc: true }] }); const state = useQuery(enterprisePage(query.input));
 */
export function useListQuery<F extends object, S extends string>(
  schema: QuerySchema<F, S>,
  defaults: QueryDefaults<S>,
  beside: readonly string[] = alone,
): ListQuery<F, S> {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const tab = useTabId();
  return useMemo(() => {
    const searchParams = new URLSearchParams(search);
    const input = readQuery(schema, searchParams, defaults);
    const write = (next: PageInput<F, S>, quiet = false, anew: Readonly<Record<string, string>> = {}) => {
      const params = writeQuery(schema, next, defaults);
      for (const name of beside)
        for (const value of anew[name] === undefined ? searchParams.getAll(name) : [anew[name]])
          params.append(name, value);
      void navigate({ pathname, search: params.toString() }, { replace: quiet, state: { tab } });
    };
    const go = (change: Partial<PageInput<F, S>>, quiet = false, anew = {}) =>
      write({ ...input, page: 1, ...change }, quiet, anew);
    return {
      input,
      filters: countFilters(input.filter),
      setFilter: (change, quiet) => go({ filter: { ...input.filter, ...change } }, quiet),
      replaceFilter: (filter, anew, quiet) => go({ filter }, quiet, anew),
      clear: () => write(readQuery(schema, new URLSearchParams(), defaults)),
      setSort: (sort) => go({ sort: sort ? [sort] : [...defaults.sort] }),
      setPage: (page, size = input.size) => go({ page: size === input.size ? page : 1, size }),
    };
  }, [schema, defaults, beside, pathname, search, navigate, tab]);
}
