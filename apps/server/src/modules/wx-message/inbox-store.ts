import { sql } from 'kysely';
import { rowsOf, scopedTenant, type Tx } from '#platform/db/index.ts';
import type { Callback } from './parse-callback.ts';

export interface StoredCallback {
  id: string;
  accountId: string;
  openId: string;
  eventKey: string;
  nonceKey: string;
  bodyHash: string;
  body: Callback;
  receivedAt: Date;
}

/**
 * Result of storing one callback, in this order: stored, a repeat, refused because the nonce was used with another
 * body.
 */
export type StoreResult = 'kept' | 'again' | 'other';

/** Stores callbacks. Returns one result for each, in the same order. */
export async function keepCallbacks(tx: Tx, some: readonly StoredCallback[]): Promise<StoreResult[]> {
  const { rows } = await sql<{ id: string }>`
    insert into wx_inbox (tenant_id, id, account_id, open_id, event_key, nonce_key, body_hash, body, received_at)
    select ${scopedTenant}, given.* from unnest(${some.map(({ id }) => id)}::uuid[],
      ${some.map(({ accountId }) => accountId)}::uuid[], ${some.map(({ openId }) => openId)}::text[],
      ${some.map(({ eventKey }) => eventKey)}::text[], ${some.map(({ nonceKey }) => nonceKey)}::text[],
      ${some.map(({ bodyHash }) => bodyHash)}::text[], ${some.map(({ body }) => JSON.stringify(body))}::jsonb[],
      ${some.map(({ receivedAt }) => receivedAt)}::timestamptz[]) as given
    on conflict do nothing returning id`.execute(tx.kysely);
  if (rows.length === some.length) return some.map(() => 'kept');
  const storedIds = new Set(rows.map(({ id }) => id));
  const left = some.filter(({ id }) => !storedIds.has(id));
  const { rows: sameNonce } = await sql<{ accountId: string; nonceKey: string; bodyHash: string }>`
    select account_id as "accountId", nonce_key as "nonceKey", body_hash as "bodyHash" from wx_inbox
    where tenant_id = ${scopedTenant} and (account_id, nonce_key) in (
      select * from unnest(${left.map(({ accountId }) => accountId)}::uuid[], ${left.map(({ nonceKey }) => nonceKey)}::text[]))`.execute(
    tx.kysely,
  );
  const hashes = new Map(sameNonce.map((one) => [`${one.accountId} ${one.nonceKey}`, one.bodyHash]));
  return some.map(({ id, accountId, nonceKey, bodyHash }) => {
    if (storedIds.has(id)) return 'kept';
    const before = hashes.get(`${accountId} ${nonceKey}`);
    return before !== undefined && before !== bodyHash ? 'other' : 'again';
  });
}

/**
 * Callbacks that wait in the inbox. A few for each follower come first, so that a flood from one follower does not
 * delay others.
 */
export async function waitingCallbacks(
  tx: Tx,
  perFollower: number,
  most: number,
): Promise<{ id: string; accountId: string; openId: string }[]> {
  return rowsOf<{ id: string; accountId: string; openId: string }>(tx)`
    select id, account_id as "accountId", open_id as "openId" from (
      select id, account_id, open_id, row_number() over (partition by account_id, open_id order by id) as place
      from wx_inbox where tenant_id = ${scopedTenant} and state = 'waiting') waiting
    where place <= ${perFollower} order by place, id limit ${most}`;
}

/** Claims waiting callbacks that no other node has, in order of arrival. */
export async function takeCallbacks(
  tx: Tx,
  ids: readonly string[],
): Promise<{ id: string; body: Callback; receivedAt: Date }[]> {
  return rowsOf<{ id: string; body: Callback; receivedAt: Date }>(tx)`
    select id, body, received_at as "receivedAt" from wx_inbox
    where tenant_id = ${scopedTenant} and id = any(${ids}::uuid[]) and state = 'waiting'
    order by id for update skip locked`;
}

export async function finishCallbacks(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update wx_inbox set state = 'done', body = '{}' where tenant_id = ${scopedTenant}
    and id = any(${ids}::uuid[])`.execute(tx.kysely);
}

/**
 * Records a failed attempt. After several attempts, the callback is not tried again but stays stored for inspection.
 */
export async function failCallbacks(tx: Tx, ids: readonly string[], problem: string): Promise<void> {
  await sql`update wx_inbox set tries = tries + 1, problem = ${problem.slice(0, 500)},
      state = case when tries >= 4 then 'failed' else 'waiting' end
    where tenant_id = ${scopedTenant} and id = any(${ids}::uuid[])`.execute(tx.kysely);
}

export async function forgetCallbacks(tx: Tx, before: Date): Promise<void> {
  await sql`delete from wx_inbox where tenant_id = ${scopedTenant} and received_at < ${before}
    and state <> 'waiting'`.execute(tx.kysely);
}
