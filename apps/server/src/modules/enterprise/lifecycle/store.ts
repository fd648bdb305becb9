import type { Updateable } from 'kysely';
import type { EnterpriseStatus } from '@anlan/contract/modules/enterprise/codes';
import { tables, type Tx } from '#platform/db/index.ts';
import type { EnterpriseTable, EnterpriseTables } from '../tables.ts';
import type { LifecycleTables } from './tables.ts';

const on = tables<EnterpriseTables & LifecycleTables>();

/** Changes the state and increments the version. Returns undefined if another transaction changed the row. */
export const moveRow = (
  tx: Tx,
  seen: { id: string; version: number; status: EnterpriseStatus },
  change: Updateable<EnterpriseTable>,
) =>
  on(tx)
    .updateTable('enterprise')
    .set(change)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', seen.id)
    .where('version', '=', seen.version)
    .where('status', '=', seen.status)
    .where('removed_at', 'is', null)
    .returning('version')
    .executeTakeFirst();

export async function insertChanges(tx: Tx, rows: Omit<LifecycleTables['enterprise_status_change'], 'tenant_id'>[]) {
  if (rows.length === 0) return;
  await on(tx)
    .insertInto('enterprise_status_change')
    .values(rows.map((row) => ({ ...row, tenant_id: tx.scope.tenantId })))
    .execute();
}
