import { sql } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import type { LifecycleTables } from '../tables.ts';

const on = tables<LifecycleTables>();

export interface ChangeFilter {
  before?: string | undefined;
  ids?: readonly string[] | undefined;
  /** Leaves out a closing that is part of a merge. */
  exceptMerged?: boolean;
  /** Leaves out the first state of imported enterprises, because the import entry shows it. */
  exceptImported?: boolean;
}

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

export type StatusChange = Awaited<ReturnType<typeof readChanges>>[number];
