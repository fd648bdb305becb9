import { tenantTables, type Tx } from '#platform/db/index.ts';
import type { SessionTables } from '../tables.ts';
import type { OauthTables } from './tables.ts';

const { on, selectFrom, updateTable, deleteFrom } = tenantTables<OauthTables & Pick<SessionTables, 'session'>>();

export type IdentityKey = Pick<OauthTables['user_identity'], 'provider' | 'app_id' | 'subject'>;

export const insertState = (tx: Tx, row: OauthTables['oauth_state']) =>
  on(tx).insertInto('oauth_state').values(row).execute();

export const takeState = (tx: Tx, tenantId: string, hash: string) =>
  on(tx)
    .deleteFrom('oauth_state')
    .where('tenant_id', '=', tenantId)
    .where('hash', '=', hash)
    .returning(['purpose', 'user_id', 'browser_hash', 'ends_at'])
    .executeTakeFirst();

export const insertTicket = (tx: Tx, row: OauthTables['bind_ticket']) =>
  on(tx).insertInto('bind_ticket').values(row).execute();

export const takeTicket = (tx: Tx, tenantId: string, hash: string) =>
  on(tx)
    .deleteFrom('bind_ticket')
    .where('tenant_id', '=', tenantId)
    .where('hash', '=', hash)
    .returning(['provider', 'app_id', 'subject', 'label', 'browser_hash', 'ends_at'])
    .executeTakeFirst();

export const findTicket = (tx: Tx, tenantId: string, hash: string) =>
  on(tx)
    .selectFrom('bind_ticket')
    .select(['provider', 'app_id', 'subject', 'label', 'browser_hash', 'ends_at', 'user_id'])
    .where('tenant_id', '=', tenantId)
    .where('hash', '=', hash)
    .executeTakeFirst();

export const findIdentity = (tx: Tx, key: IdentityKey) =>
  selectFrom(tx, 'user_identity')
    .select(['id', 'user_id'])
    .where('provider', '=', key.provider)
    .where('app_id', '=', key.app_id)
    .where('subject', '=', key.subject)
    .executeTakeFirst();

export const touchIdentity = (tx: Tx, id: string, now: Date) =>
  updateTable(tx, 'user_identity').set({ used_at: now }).where('id', '=', id).execute();

/**
 * Binds an identity to a person. Returns false when it is already bound, or the person already has an identity of
 * this kind.
 */
export async function insertIdentity(tx: Tx, row: Omit<OauthTables['user_identity'], 'tenant_id' | 'used_at'>) {
  const made = await on(tx)
    .insertInto('user_identity')
    .values({ ...row, tenant_id: tx.scope.tenantId, used_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return made.length === 1;
}

export const identitiesOf = (tx: Tx, userId: string) =>
  selectFrom(tx, 'user_identity')
    .select(['id', 'provider', 'label', 'bound_at as boundAt', 'used_at as usedAt'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .limit(100)
    .execute();

export const deleteIdentity = (tx: Tx, userId: string, id: string) =>
  deleteFrom(tx, 'user_identity')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(['provider', 'label'])
    .executeTakeFirst();

export const deleteIdentities = (tx: Tx, userId: string) =>
  deleteFrom(tx, 'user_identity').where('user_id', '=', userId).execute();

export async function sweep(tx: Tx, now: Date) {
  await on(tx).deleteFrom('oauth_state').where('ends_at', '<', now).execute();
  await on(tx).deleteFrom('bind_ticket').where('ends_at', '<', now).execute();
}

export const beganSince = async (tx: Tx, sessionId: string, since: Date): Promise<boolean> =>
  (await selectFrom(tx, 'session')
    .select('id')
    .where('id', '=', sessionId)
    .where('started_at', '>', since)
    .executeTakeFirst()) !== undefined;
