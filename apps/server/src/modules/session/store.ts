import { sql } from 'kysely';
import { tenantTables, type Tx } from '#platform/db/index.ts';
import { preparedStatement } from '#platform/db/prepared-statement.ts';
import type { SessionTables } from './tables.ts';

const { on, selectFrom } = tenantTables<SessionTables>();

export const findClient = (tx: Tx, id: string) =>
  on(tx)
    .selectFrom('oauth_client')
    .select(['secret_hash', 'grants', 'revoked'])
    .where('id', '=', id)
    .executeTakeFirst();

export const saveClient = (tx: Tx, row: Pick<SessionTables['oauth_client'], 'id' | 'secret_hash' | 'grants'>) =>
  on(tx)
    .insertInto('oauth_client')
    .values({ ...row, tenant_id: '0', revoked: false })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'id']).doUpdateSet({ secret_hash: row.secret_hash, grants: row.grants }),
    )
    .execute();

const tokenWithSession = (tx: Tx) =>
  on(tx)
    .selectFrom('session_token')
    .innerJoin('session', (join) =>
      join
        .onRef('session.tenant_id', '=', 'session_token.tenant_id')
        .onRef('session.id', '=', 'session_token.session_id'),
    )
    .select([
      'session.tenant_id as tenantId',
      'session.id as sessionId',
      'session.user_id as userId',
      'session.enterprise_id as enterpriseId',
      'session.client_id as clientId',
      'session.ends_at as endsAt',
      'session.last_seen_at as lastSeenAt',
      'session.network as network',
      'session.revoked_at as revokedAt',
      'session.revoked_reason as revokedReason',
      'session.locked_at as lockedAt',
      'session_token.id as tokenId',
      'session_token.access_ends_at as accessEndsAt',
      'session_token.replaced_at as replacedAt',
      'session_token.graced as graced',
    ]);

export interface AccessSession {
  tenantId: string;
  sessionId: string;
  userId: string;
  enterpriseId: string | null;
  endsAt: Date;
  lastSeenAt: Date;
  revokedAt: Date | null;
  revokedReason: string | null;
  lockedAt: Date | null;
  accessEndsAt: Date;
}
const byAccess = preparedStatement<AccessSession, [hash: string]>(
  'session.byAccess',
  (
    hash,
  ) => sql`select s.tenant_id as "tenantId", s.id as "sessionId", s.user_id as "userId", s.enterprise_id as "enterpriseId",
     s.ends_at as "endsAt", s.last_seen_at as "lastSeenAt", s.revoked_at as "revokedAt",
     s.revoked_reason as "revokedReason", s.locked_at as "lockedAt", t.access_ends_at as "accessEndsAt"
   from session_token t join session s on s.tenant_id = t.tenant_id and s.id = t.session_id
   where t.access_hash = ${hash}`,
);
export const findByAccess = async (tx: Tx, hash: string): Promise<AccessSession | undefined> =>
  (await byAccess(tx, hash))[0];

/** Finds the session of a refresh token and locks it until the transaction ends. */
export const takeByRefresh = (tx: Tx, hash: string) =>
  tokenWithSession(tx).where('session_token.refresh_hash', '=', hash).forUpdate().executeTakeFirst();

export async function takeTicket(tx: Tx, hash: string, target: string, now: Date) {
  const ticket = await on(tx)
    .deleteFrom('ticket')
    .where('hash', '=', hash)
    .returning(['tenant_id', 'session_id', 'purpose', 'target', 'ends_at'])
    .executeTakeFirst();
  // A file ticket or an Alipay ticket is valid only for one address.
  const isOfAddress = ticket?.purpose === 'file' || ticket?.purpose === 'alipay';
  if (!ticket || !isOfAddress || ticket.target !== target || ticket.ends_at <= now) return undefined;
  return on(tx)
    .selectFrom('session')
    .select(['tenant_id as tenantId', 'id as sessionId', 'user_id as userId', 'enterprise_id as enterpriseId'])
    .select(['ends_at as endsAt', 'last_seen_at as lastSeenAt', 'revoked_at as revokedAt', 'locked_at as lockedAt'])
    .where('tenant_id', '=', ticket.tenant_id)
    .where('id', '=', ticket.session_id)
    .executeTakeFirst();
}

export const insertTicket = (tx: Tx, row: SessionTables['ticket']) => on(tx).insertInto('ticket').values(row).execute();

export type NewSession = Omit<
  SessionTables['session'],
  'revoked_at' | 'revoked_reason' | 'locked_at' | 'unlock_tries' | 'confirmed_at'
>;

export const insertSession = (tx: Tx, row: NewSession) =>
  on(tx)
    .insertInto('session')
    .values({ ...row, unlock_tries: 0 })
    .execute();

export const insertToken = (tx: Tx, row: Omit<SessionTables['session_token'], 'replaced_at' | 'graced'>) =>
  on(tx)
    .insertInto('session_token')
    .values({ ...row, graced: 0 })
    .execute();

/** Replaces a token pair: its refresh token cannot be used again, and its access token expires soon. */
export const replaceToken = (tx: Tx, token: { tenantId: string; tokenId: string }, now: Date, accessEndsAt: Date) =>
  on(tx)
    .updateTable('session_token')
    .set({ replaced_at: now })
    .set((eb) => ({ access_ends_at: eb.fn<Date>('least', ['access_ends_at', eb.val(accessEndsAt)]) }))
    .where('tenant_id', '=', token.tenantId)
    .where('id', '=', token.tokenId)
    .execute();

/** Counts one more token pair that was issued for an already used refresh token. */
export const countGrace = (tx: Tx, token: { tenantId: string; tokenId: string }) =>
  on(tx)
    .updateTable('session_token')
    .set((eb) => ({ graced: eb('graced', '+', 1) }))
    .where('tenant_id', '=', token.tenantId)
    .where('id', '=', token.tokenId)
    .execute();

export const revoke = (tx: Tx, tenantId: string, sessionId: string, now: Date, reason: string) =>
  on(tx)
    .updateTable('session')
    .set({ revoked_at: now, revoked_reason: reason })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute();

export const revokeWithin = async (tx: Tx, tenantId: string, enterpriseId: string, now: Date, reason: string) =>
  (
    await on(tx)
      .updateTable('session')
      .set({ revoked_at: now, revoked_reason: reason })
      .where('tenant_id', '=', tenantId)
      .where('enterprise_id', '=', enterpriseId)
      .where('revoked_at', 'is', null)
      .returning('id')
      .execute()
  ).map((row) => row.id);

export interface Touch {
  tenantId: string;
  sessionId: string;
  at: Date;
}
const touch = preparedStatement<never, [tenantIds: string[], sessionIds: string[], times: Date[]]>(
  'session.touch',
  (tenantIds, sessionIds, times) => sql`update session s set last_seen_at = t.at
    from unnest(${tenantIds}::text[], ${sessionIds}::uuid[], ${times}::timestamptz[]) t(tenant_id, id, at)
    where s.tenant_id = t.tenant_id and s.id = t.id and s.last_seen_at < t.at`,
);
export async function touchAll(tx: Tx, all: readonly Touch[]): Promise<void> {
  // All nodes update the rows in the same order, to avoid deadlocks.
  const touches = all.toSorted((one, other) => (one.sessionId < other.sessionId ? -1 : 1));
  await touch(
    tx,
    touches.map(({ tenantId }) => tenantId),
    touches.map(({ sessionId }) => sessionId),
    touches.map(({ at }) => at),
  );
}

/**
 * Ends the oldest sessions above the limit and returns their ids. Run it after the commit of the new session, so that
 * the last caller sees all sessions. Rows that another transaction is ending are skipped.
 */
export const endSurplus = (tx: Tx, tenantId: string, userId: string, now: Date, most: number) =>
  on(tx)
    .with('surplus', (db) =>
      db
        .selectFrom('session')
        .select('id')
        .where('tenant_id', '=', tenantId)
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .where('ends_at', '>', now)
        .orderBy('started_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1_000)
        .offset(most),
    )
    .with('ending', (db) =>
      db
        .selectFrom('session')
        .select('id')
        .where('tenant_id', '=', tenantId)
        .where('id', 'in', (eb) => eb.selectFrom('surplus').select('id'))
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('session')
    .set({ revoked_at: now, revoked_reason: 'surplus' })
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', (eb) => eb.selectFrom('ending').select('id'))
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();

export const sessionBefore = (tx: Tx, userId: string, sessionId: string) =>
  selectFrom(tx, 'session')
    .select(['started_at', 'address'])
    .where('user_id', '=', userId)
    .where('id', '<', sessionId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const insertCaptcha = (tx: Tx, row: Omit<SessionTables['captcha'], 'tenant_id'>) =>
  on(tx)
    .insertInto('captcha')
    .values({ ...row, tenant_id: '0' })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'random_str']).doUpdateSet({ answer_hash: row.answer_hash, ends_at: row.ends_at }),
    )
    .execute();

/** Removes and returns the answer of a captcha, so that it allows only one attempt. */
export const takeCaptcha = (tx: Tx, randomStr: string) =>
  on(tx)
    .deleteFrom('captcha')
    .where('tenant_id', '=', '0')
    .where('random_str', '=', randomStr)
    .returning(['answer_hash', 'ends_at'])
    .executeTakeFirst();

/** Counts an attempt before the password is checked, so that concurrent attempts all count. */
export async function countTry(tx: Tx, row: SessionTables['sign_in_attempt'], since: Date) {
  const lock = `${row.tenant_id} ${row.username} ${row.network}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(on(tx));
  await on(tx).insertInto('sign_in_attempt').values(row).execute();
  const { pair } = await on(tx)
    .selectFrom('sign_in_attempt')
    .select((eb) => eb.fn.countAll<string>().as('pair'))
    .where('tenant_id', '=', row.tenant_id)
    .where('username', '=', row.username)
    .where('network', '=', row.network)
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  const { address } = await on(tx)
    .selectFrom('sign_in_attempt')
    .select((eb) => eb.fn.countAll<string>().as('address'))
    .where('address', '=', row.address)
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  return { pair: Number(pair), address: Number(address) };
}

export async function failuresOf(tx: Tx, tenantId: string, username: string, since: Date): Promise<number> {
  const { tries } = await on(tx)
    .selectFrom('sign_in_attempt')
    .select((eb) => eb.fn.countAll<string>().as('tries'))
    .where('tenant_id', '=', tenantId)
    .where('username', '=', username)
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(tries);
}

/** Removes an attempt that was refused without being checked, so that it does not extend the waiting time. */
export const forgetTry = (tx: Tx, tenantId: string, id: string) =>
  on(tx).deleteFrom('sign_in_attempt').where('tenant_id', '=', tenantId).where('id', '=', id).execute();

export const clearTries = (tx: Tx, tenantId: string, username: string, network: string) =>
  on(tx)
    .deleteFrom('sign_in_attempt')
    .where('tenant_id', '=', tenantId)
    .where('username', '=', username)
    .where('network', '=', network)
    .execute();

export const isKnownNetwork = async (tx: Tx, tenantId: string, userId: string, network: string, since: Date) =>
  (await on(tx)
    .selectFrom('known_network')
    .select('network')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('network', '=', network)
    .where('seen_at', '>', since)
    .executeTakeFirst()) !== undefined;

export const rememberNetwork = (tx: Tx, row: SessionTables['known_network']) =>
  on(tx)
    .insertInto('known_network')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id', 'network']).doUpdateSet({ seen_at: row.seen_at }),
    )
    .execute();

export async function sweep(tx: Tx, now: Date, triesBefore: Date) {
  await on(tx).deleteFrom('captcha').where('ends_at', '<', now).execute();
  await on(tx).deleteFrom('ticket').where('ends_at', '<', now).execute();
  await on(tx).deleteFrom('sign_in_attempt').where('at', '<', triesBefore).execute();
}
