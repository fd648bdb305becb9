import { createHash, randomBytes } from 'node:crypto';
import { tenantTables, type Tx } from '#platform/db/index.ts';
import type { UserTables } from '../tables.ts';

const { on, selectFrom, deleteFrom } = tenantTables<UserTables>();

// 208 random bits in 35 letters; short, because SMS vendors limit the length of a template parameter.
const newToken = () => randomBytes(26).toString('base64url');
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Adds a link for a person of the tenant and returns its token. Only the hash of the token is stored. */
export async function insertLink(tx: Tx, userId: string, endsAt: Date): Promise<string> {
  const token = newToken();
  const row = { tenant_id: tx.scope.tenantId, hash: hashOf(token), user_id: userId, ends_at: endsAt };
  await on(tx).insertInto('password_link').values(row).execute();
  return token;
}

/** Finds the owner of a valid link, in any tenant. */
export const findLink = (tx: Tx, token: string, now: Date) =>
  on(tx)
    .selectFrom('password_link')
    .select(['tenant_id', 'user_id'])
    .where('hash', '=', hashOf(token))
    .where('ends_at', '>', now)
    .executeTakeFirst();

export const dropLinks = (tx: Tx, userId: string) =>
  deleteFrom(tx, 'password_link').where('user_id', '=', userId).execute();

export const sweepLinks = (tx: Tx, now: Date) =>
  on(tx).deleteFrom('password_link').where('ends_at', '<=', now).execute();

/** Finds the user with this name in the tenant, if they never had a password. */
export const findWithoutPassword = (tx: Tx, username: string) =>
  selectFrom(tx, 'app_user')
    .select('id')
    .where('username', '=', username)
    .where('password_hash', 'is', null)
    .where('lock_flag', '=', '0')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
