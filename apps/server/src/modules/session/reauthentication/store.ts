import { tables, type Tx } from '#platform/db/index.ts';
import type { SessionTables } from '../tables.ts';

const on = tables<SessionTables>();

export const endAllOf = async (
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
  now: Date,
  reason: string,
): Promise<string[]> =>
  (
    await on(tx)
      .updateTable('session')
      .set((eb) => ({
        revoked_at: now,
        revoked_reason: eb.case().when('id', '=', sessionId).then('renewed').else(reason).end(),
      }))
      .where('tenant_id', '=', tx.scope.tenantId)
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .returning('id')
      .execute()
  ).map(({ id }) => id);

export const findSession = (tx: Tx, id: string) =>
  on(tx)
    .selectFrom('session')
    .select(['client_id', 'enterprise_id'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
