import { sql } from 'kysely';
import { scopedTenant, type Tx } from '#platform/db/index.ts';
import type { Callback } from './incoming.ts';

/** A callback as it is kept. */
export interface Kept {
  id: string;
  accountId: string;
  openId: string;
  eventKey: string;
  nonceKey: string;
  bodyHash: string;
  body: Callback;
  receivedAt: Date;
}

/** Keeps a callback: `kept`, `again` where it is there already, `other` where its nonce came with another body. */
export async function keepCallback(tx: Tx, one: Kept): Promise<'kept' | 'again' | 'other'> {
  const { rows } = await sql<{ id: string }>`
    insert into wx_inbox (tenant_id, id, account_id, open_id, event_key, nonce_key, body_hash, body, received_at)
    values (${scopedTenant}, ${one.id}, ${one.accountId}, ${one.openId}, ${one.eventKey}, ${one.nonceKey},
      ${one.bodyHash}, ${JSON.stringify(one.body)}, ${one.receivedAt})
    on conflict do nothing returning id`.execute(tx.kysely);
  if (rows.length > 0) return 'kept';
  const { rows: same } = await sql<{ body_hash: string }>`select body_hash from wx_inbox
    where tenant_id = ${scopedTenant} and account_id = ${one.accountId} and nonce_key = ${one.nonceKey}`.execute(
    tx.kysely,
  );
  return same[0] && same[0].body_hash !== one.bodyHash ? 'other' : 'again';
}

/** What waits, a few of each follower first: whoever writes ten thousand messages holds nobody else up. */
export async function waitingCallbacks(
  tx: Tx,
  perFollower: number,
  most: number,
): Promise<{ id: string; accountId: string; openId: string }[]> {
  const { rows } = await sql<{ id: string; accountId: string; openId: string }>`
    select id, account_id as "accountId", open_id as "openId" from (
      select id, account_id, open_id, row_number() over (partition by account_id, open_id order by id) as place
      from wx_inbox where tenant_id = ${scopedTenant} and state = 'waiting') waiting
    where place <= ${perFollower} order by place, id limit ${most}`.execute(tx.kysely);
  return rows;
}

/** Takes some that wait, unless another node has them; in the order in which they came. */
export async function takeCallbacks(
  tx: Tx,
  ids: readonly string[],
): Promise<{ id: string; body: Callback; receivedAt: Date }[]> {
  const { rows } = await sql<{ id: string; body: Callback; receivedAt: Date }>`
    select id, body, received_at as "receivedAt" from wx_inbox
    where tenant_id = ${scopedTenant} and id = any(${ids}::uuid[]) and state = 'waiting'
    order by id for update skip locked`.execute(tx.kysely);
  return rows;
}

/** They were done. */
export async function finishCallbacks(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update wx_inbox set state = 'done', body = '{}' where tenant_id = ${scopedTenant}
    and id = any(${ids}::uuid[])`.execute(tx.kysely);
}

/** They failed: after some tries they are given up and kept to be looked at. */
export async function failCallbacks(tx: Tx, ids: readonly string[], problem: string): Promise<void> {
  await sql`update wx_inbox set tries = tries + 1, problem = ${problem.slice(0, 500)},
      state = case when tries >= 4 then 'failed' else 'waiting' end
    where tenant_id = ${scopedTenant} and id = any(${ids}::uuid[])`.execute(tx.kysely);
}

/** Lets go of what was done before a moment. */
export async function forgetCallbacks(tx: Tx, before: Date): Promise<void> {
  await sql`delete from wx_inbox where tenant_id = ${scopedTenant} and received_at < ${before}
    and state <> 'waiting'`.execute(tx.kysely);
}
