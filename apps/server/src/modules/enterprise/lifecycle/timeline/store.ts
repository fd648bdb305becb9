import { sql } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import type { LifecycleTables } from '../tables.ts';

const on = tables<LifecycleTables>();

/** What of the changes of state is wanted. */
export interface ChangeFilter {
  /** Older than this entry. */
  before?: string | undefined;
  /** These entries alone. */
  ids?: readonly string[] | undefined;
  /** Without the closing that a merge is. */
  exceptMerged?: boolean;
  /** Without the first one that an import wrote: it goes by the enterprise's own id and is told by the import. */
  exceptImported?: boolean;
}

/** Changes of state of one enterprise, newest first, so many. */
export function readChanges(tx: Tx, enterpriseId: string, filter: ChangeFilter, limit: number) {
  const { before, ids, exceptMerged, exceptImported } = filter;
  let query = on(tx)
    .selectFrom('enterprise_status_change')
    .selectAll()
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('enterprise_id', '=', enterpriseId);
  if (before !== undefined) query = query.where('id', '<', before);
  if (ids) query = query.where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))));
  if (exceptMerged) query = query.where(sql<boolean>`details ->> 'reason' is distinct from 'merged'`);
  if (exceptImported) query = query.where('id', '<>', enterpriseId);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

/** A change of state as it is stored. */
export type StatusChange = Awaited<ReturnType<typeof readChanges>>[number];
