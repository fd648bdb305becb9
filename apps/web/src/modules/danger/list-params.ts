// Reads and writes the list state in the address: filters and order, and also tab, view and opened danger.
import type { DangerFilter, DangerSort } from '@anlan/contract/modules/danger/resource';
import { dangerArea, type DangerArea } from '@anlan/contract/modules/danger/views';
import type { Sort } from '@anlan/contract/domain/paging';
import { useLocation, useNavigate } from 'react-router';
import type { Use } from '#kit/use-resource.ts';
import { writeQuery, type QueryDefaults } from '#ui/list/query.ts';
import { useTabId } from '#ui/tab-context.tsx';
import { dangerQuery, listOrder } from './calls.ts';
import { listPath, type Tab } from './rules.ts';

/** List parameters that apply when the address has none. */
const defaults: QueryDefaults<DangerSort> = { size: 20, sort: listOrder };

/** Builds the address of the danger list with exactly the counted rows. */
export function rowsPath(tab: Tab, filter: DangerFilter, sort: readonly Sort<DangerSort>[] = defaults.sort): string {
  const params = writeQuery(dangerQuery, { page: 1, size: defaults.size, sort: [...sort], filter }, defaults);
  params.set('tab', tab);
  return `${listPath}?${params}`;
}

/** Enterprise and region of the list filter, which limit the counts. */
export const areaOf = (use: Use | undefined): DangerArea => {
  const { enterpriseId, region } = use?.query.input.filter ?? {};
  return dangerArea.parse({ enterpriseId, region });
};

export function useAddressParams() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const tab = useTabId();
  const params = new URLSearchParams(search);
  return {
    said: params,
    /** Sets address parameters; null removes a parameter. With `quiet` the browser history gets no new entry. */
    put: (change: Readonly<Record<string, string | null>>, quiet = false) => {
      const next = new URLSearchParams(search);
      for (const [name, value] of Object.entries(change))
        if (value === null) next.delete(name);
        else next.set(name, value);
      void navigate({ pathname, search: next.toString() }, { replace: quiet, state: { tab } });
    },
  };
}
