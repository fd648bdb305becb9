import { tables, type Tx } from '#platform/db/index.ts';
import type { LifeTables } from '../tables.ts';

const on = tables<LifeTables>();

/** Changes of state of one enterprise, newest first, older than an entry. A first one that an import wrote goes by the enterprise's own id and is told by the import. */
export function readChanges(tx: Tx, enterpriseId: string, before: string | undefined, limit: number) {
  const all = on(tx)
    .selectFrom('enterprise_status_change')
    .selectAll()
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '<>', enterpriseId);
  return (before === undefined ? all : all.where('id', '<', before)).orderBy('id', 'desc').limit(limit).execute();
}

/** A change of state as it is stored. */
export type StatusChange = Awaited<ReturnType<typeof readChanges>>[number];
