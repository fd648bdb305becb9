import { tenantTables, type Tx } from '#platform/db/index.ts';
import type { SessionTables } from '../tables.ts';

const { selectFrom, updateTable } = tenantTables<SessionTables>();

export const endAllOf = async (
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
  now: Date,
  reason: string,
): Promise<string[]> =>
  (
    await updateTable(tx, 'session')
      .set((eb) => ({
        revoked_at: now,
        revoked_reason: eb.case().when('id', '=', sessionId).then('renewed').else(reason).end(),
      }))
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .returning('id')
      .execute()
  ).map(({ id }) => id);

export const findSession = (tx: Tx, id: string) =>
  selectFrom(tx, 'session').select(['client_id', 'enterprise_id']).where('id', '=', id).executeTakeFirst();
