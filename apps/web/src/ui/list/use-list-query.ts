import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { PageInput, Sort } from '@anlan/contract/domain/paging';
import { countFilters, readQuery, writeQuery, type QueryDefaults, type QuerySchema } from './query.ts';

/** What a list asks for, and the ways to ask for something else; each way is a step of the back button. */
export interface ListQuery<F, S extends string> {
  /** The request, fit for the call. */
  input: PageInput<F, S>;
  /** How many filters narrow the list. */
  filters: number;
  /** Changes some filters and goes to page 1; `quiet` replaces the step instead of adding one (typing). */
  setFilter: (change: Partial<F>, quiet?: boolean) => void;
  /** Puts another filter in place of this one. */
  replaceFilter: (filter: F) => void;
  /** Lets all filters go. */
  clear: () => void;
  /** Orders the list anew and goes to page 1; nothing orders it as it was at first. */
  setSort: (sort: Sort<S> | undefined) => void;
  /** Turns the page. */
  setPage: (page: number, size?: number) => void;
}

/**
 * Keeps filter, sort, page and size of a list in the URL of its tab, typed through the call's own codec.
 * @example
 * const query = useListQuery(enterpriseQuery, { size: 20, sort: [{ by: 'updatedAt', desc: true }] });
 * const state = useQuery(enterprisePage(query.input));
 */
export function useListQuery<F extends object, S extends string>(
  schema: QuerySchema<F, S>,
  defaults: QueryDefaults<S>,
): ListQuery<F, S> {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return useMemo(() => {
    const input = readQuery(schema, new URLSearchParams(search), defaults);
    const setText = (text: string, quiet = false) => void navigate({ pathname, search: text }, { replace: quiet });
    const go = (change: Partial<PageInput<F, S>>, quiet = false) =>
      setText(writeQuery(schema, { ...input, page: 1, ...change }, defaults).toString(), quiet);
    return {
      input,
      filters: countFilters(input.filter),
      setFilter: (change, quiet) => go({ filter: { ...input.filter, ...change } }, quiet),
      replaceFilter: (filter) => go({ filter }),
      clear: () => setText(writeQuery(schema, readQuery(schema, new URLSearchParams(), defaults), defaults).toString()),
      setSort: (sort) => go({ sort: sort ? [sort] : [...defaults.sort] }),
      setPage: (page, size = input.size) => go({ page: size === input.size ? page : 1, size }),
    };
  }, [schema, defaults, pathname, search, navigate]);
}
