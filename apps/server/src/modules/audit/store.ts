import { tables, type Tx } from '#platform/db/index.ts';
import type { AuditTables } from './tables.ts';

const on = tables<AuditTables>();
type AuditRow = Omit<AuditTables['audit'], 'at' | 'tenant_id'>;

/** Appends rows; nothing ever changes or deletes one. */
export async function append(tx: Tx, rows: AuditRow[]) {
  if (rows.length === 0) return;
  await on(tx)
    .insertInto('audit')
    .values(rows.map((row) => ({ ...row, tenant_id: tx.scope.tenantId })))
    .execute();
}

/** What was done to one thing, newest first. */
export function readHistory(tx: Tx, type: string, id: string) {
  return on(tx)
    .selectFrom('audit')
    .select(['id', 'at', 'user_name', 'call', 'changes'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('object_type', '=', type)
    .where('object_id', '=', id)
    .where('outcome', '=', 'done')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
}

/** How often a call was refused for a person since an instant. */
export async function countFailures(tx: Tx, userId: string, call: string, since: Date): Promise<number> {
  const { failures } = await on(tx)
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<string>().as('failures'))
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('user_id', '=', userId)
    .where('call', '=', call)
    .where('outcome', '=', 'failed')
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(failures);
}
