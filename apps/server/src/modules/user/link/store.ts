import { createHash, randomBytes } from 'node:crypto';
import { tables, type Tx } from '#platform/db/index.ts';
import type { LinkTables } from './tables.ts';

const on = tables<LinkTables>();

// 208 random bits in 35 letters: vendors of messages take no more for one place of a template.
const newToken = () => randomBytes(26).toString('base64url');
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Makes a link for a person of the scope's tenant; answers its token, which is kept nowhere. */
export async function insertLink(tx: Tx, userId: string, endsAt: Date): Promise<string> {
  const token = newToken();
  const row = { tenant_id: tx.scope.tenantId, hash: hashOf(token), user_id: userId, ends_at: endsAt };
  await on(tx).insertInto('password_link').values(row).execute();
  return token;
}

/** Whose link a token is that is not over, whatever the tenant. */
export const findLink = (tx: Tx, token: string, now: Date) =>
  on(tx)
    .selectFrom('password_link')
    .select(['tenant_id', 'user_id'])
    .where('hash', '=', hashOf(token))
    .where('ends_at', '>', now)
    .executeTakeFirst();

/** Drops every link of a person. */
export const dropLinks = (tx: Tx, userId: string) =>
  on(tx).deleteFrom('password_link').where('tenant_id', '=', tx.scope.tenantId).where('user_id', '=', userId).execute();

/** Drops links that are over, of all tenants. */
export const sweepLinks = (tx: Tx, now: Date) =>
  on(tx).deleteFrom('password_link').where('ends_at', '<=', now).execute();

/** The person of a name in the scope's tenant who has never had a password. */
export const findWithoutPassword = (tx: Tx, username: string) =>
  on(tx)
    .selectFrom('app_user')
    .select('id')
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('username', '=', username)
    .where('password_hash', 'is', null)
    .where('lock_flag', '=', '0')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
