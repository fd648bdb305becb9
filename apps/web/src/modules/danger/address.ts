// What the list's address says beside its filters: the tab, the view, and which danger is open.
import type { DangerFilter, DangerSort } from '@anlan/contract/modules/danger/resource';
import type { Sort } from '@anlan/contract/domain/paging';
import { useLocation, useNavigate } from 'react-router';
import { writeQuery, type QueryDefaults } from '#ui/list/query.ts';
import { viewName } from '#ui/list/view-name.ts';
import { useTabId } from '#ui/tab-scope.tsx';
import { dangerQuery } from './calls.ts';
import { listPath, type Tab } from './rules.ts';

/** How the list stands while its address says nothing: the most urgent first. */
export const defaults: QueryDefaults<DangerSort> = { size: 20, sort: [{ by: 'deadlineOn', desc: false }] };
/** Names in the address that are none of the list's own. */
export const beside = ['tab', 'view', 'id', viewName] as const;

/** Address of the list with some of its rows: a number leads to exactly those that it counts. */
export function rowsPath(tab: Tab, filter: DangerFilter, sort: readonly Sort<DangerSort>[] = defaults.sort): string {
  const params = writeQuery(dangerQuery, { page: 1, size: defaults.size, sort: [...sort], filter }, defaults);
  params.set('tab', tab);
  return `${listPath}?${params}`;
}

/** Reads and changes what stands beside the filters; the rest of the address stays. */
export function useBeside() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const tab = useTabId();
  const said = new URLSearchParams(search);
  return {
    said,
    /** Sets some of them, null takes one away; `quiet` makes no step of the history. */
    put: (change: Readonly<Record<string, string | null>>, quiet = false) => {
      const next = new URLSearchParams(search);
      for (const [name, value] of Object.entries(change))
        if (value === null) next.delete(name);
        else next.set(name, value);
      void navigate({ pathname, search: next.toString() }, { replace: quiet, state: { tab } });
    },
  };
}
