import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { PageInput, Sort } from '@anlan/contract/domain/paging';
import { useTabId } from '../tab-scope.tsx';
import { countFilters, readQuery, writeQuery, type QueryDefaults, type QuerySchema } from './query.ts';

/** What a list asks for, and the ways to ask for something else; each way is a step of the back button. */
export interface ListQuery<F, S extends string> {
  /** The request, fit for the call. */
  input: PageInput<F, S>;
  /** How many filters narrow the list. */
  filters: number;
  /** Changes some filters and goes to page 1; `quiet` replaces the step instead of adding one (typing). */
  setFilter: (change: Partial<F>, quiet?: boolean) => void;
  /** Puts another filter in place of this one, and with it what the page around the list says in the URL. */
  replaceFilter: (filter: F, said?: Readonly<Record<string, string>>, quiet?: boolean) => void;
  /** Lets all filters go. */
  clear: () => void;
  /** Orders the list anew and goes to page 1; nothing orders it as it was at first. */
  setSort: (sort: Sort<S> | undefined) => void;
  /** Turns the page. */
  setPage: (page: number, size?: number) => void;
}

const alone: readonly string[] = [];

/**
 * Keeps filter, sort, page and size of a list in the URL of its tab, typed through the call's own codec; what the
 * URL says under the names `beside` belongs to the page around the list and stays.
 * @example
 * const query = useListQuery(enterpriseQuery, { size: 20, sort: [{ by: 'updatedAt', desc: true }] });
 * const state = useQuery(enterprisePage(query.input));
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
    const said = new URLSearchParams(search);
    const input = readQuery(schema, said, defaults);
    const write = (next: PageInput<F, S>, quiet = false, anew: Readonly<Record<string, string>> = {}) => {
      const params = writeQuery(schema, next, defaults);
      for (const name of beside)
        for (const value of anew[name] === undefined ? said.getAll(name) : [anew[name]]) params.append(name, value);
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
