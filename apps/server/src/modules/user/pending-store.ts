import { tables, type Tx } from '#platform/db/index.ts';
import type { UserTables } from './tables.ts';

const on = tables<UserTables>();

const pending = (tx: Tx) =>
  on(tx)
    .selectFrom('app_user')
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('approval', '=', 'pending')
    .where('deleted_at', 'is', null);

export const pendingOf = (tx: Tx, ids: readonly string[]) =>
  pending(tx)
    .select(['id', 'nick_name as name', 'type', 'claimed_enterprise as claims', 'created_at as since'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute();

export const pendingAfter = async (tx: Tx, after: string, limit: number): Promise<string[]> =>
  (await pending(tx).select('id').where('id', '>', after).orderBy('id').limit(limit).execute()).map(({ id }) => id);
