import type { EnterpriseSort } from '@anlan/contract/modules/enterprise/enterprise';
import type { Sort } from '@anlan/contract/domain/paging';
import type { Tx } from '#platform/db/index.ts';
import { idsPlace, type KeysQuery } from '#platform/sheets/index.ts';
import type { Found } from '../selection/service.ts';
import { orderedQuery } from '../store.ts';

/**
 * SQL for the officer and columns of rows by id, in id order. A join looks each id up in the primary key; `= any` makes
 * the planner scan a narrow index and is six times slower.
 */
export const rowsQuery = (columns: readonly string[]): string =>
  `select e.officer_id, ${columns.map((column) => `e.${column}`).join(', ')}
   from unnest(${idsPlace}::uuid[]) with ordinality as k (id, place)
     join enterprise e on e.tenant_id = current_setting('anlan.tenant_id', true) and e.id = k.id and e.removed_at is null
   order by k.place`;

/** SQL for the ids in list order, read from the index of that order. */
export function keysQuery(tx: Tx, resolvedSelection: Found, sort: Sort<EnterpriseSort>[]): KeysQuery {
  const among = 'ids' in resolvedSelection ? { among: resolvedSelection.ids } : resolvedSelection.filter;
  const { sql, parameters } = orderedQuery(tx, among, sort).compile();
  return { sql, parameters, except: 'ids' in resolvedSelection ? [] : resolvedSelection.except };
}
