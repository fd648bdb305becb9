import type { EnterpriseSort } from '@anlan/contract/modules/enterprise/enterprise';
import type { Sort } from '@anlan/contract/domain/paging';
import type { Tx } from '#platform/db/index.ts';
import { idsPlace, type KeysQuery } from '#platform/sheets/index.ts';
import type { Found } from '../selection/service.ts';
import { orderedQuery } from '../store.ts';

/**
 * Asks for who oversees them and for columns of rows by id, in the order of the ids; removed ones are left out. Joined, each id is one look into the
 * primary key; asked with `= any`, the planner skips through a narrow index once for each of its values, six times as long.
 */
export const rowsQuery = (columns: readonly string[]): string =>
  `select e.officer_id, ${columns.map((column) => `e.${column}`).join(', ')}
   from unnest(${idsPlace}::uuid[]) with ordinality as k (id, place)
     join enterprise e on e.tenant_id = current_setting('anlan.tenant_id', true) and e.id = k.id and e.removed_at is null
   order by k.place`;

/** Asks for the ids of what was chosen, in the list's order, which the index of that order knows. */
export function keysQuery(tx: Tx, found: Found, sort: Sort<EnterpriseSort>[]): KeysQuery {
  const among = 'ids' in found ? { among: found.ids } : found.filter;
  const { sql, parameters } = orderedQuery(tx, among, sort).compile();
  return { sql, parameters, except: 'ids' in found ? [] : found.except };
}
