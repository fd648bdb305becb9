import { sql, type RawBuilder } from 'kysely';
import type { WxStatDay, WxStatKind } from '@anlan/contract/modules/wx-stat/views';
import { rowsOf, scopedTenant, type Tx } from '#platform/db/index.ts';

export interface Span {
  from: Date;
  to: Date;
}
const conditions: Readonly<Record<WxStatKind, RawBuilder<unknown>>> = {
  followed: sql`(m.rep_type = 'event' and m.rep_event = 'subscribe')`,
  left: sql`(m.rep_type = 'event' and m.rep_event = 'unsubscribe')`,
  received: sql`(m.type = '1' and m.rep_type <> 'event')`,
  answered: sql`(m.type = '2' and not m.auto and m.send_state is distinct from 'failed')`,
  automatic: sql`(m.type = '2' and m.auto and m.send_state is distinct from 'failed')`,
  failed: sql`(m.type = '2' and m.send_state = 'failed')`,
};
const within = ({ from, to }: Span, accountId: string | null) =>
  sql`m.tenant_id = ${scopedTenant} and m.create_time >= ${from} and m.create_time < ${to}
    ${accountId === null ? sql`` : sql`and m.account_id = ${accountId}`}`;

export async function countedDays(tx: Tx, span: Span, accountId: string | null): Promise<WxStatDay[]> {
  const count = (kind: WxStatKind) => sql`count(*) filter (where ${conditions[kind]})::int`;
  return rowsOf<WxStatDay>(tx)`select to_char(m.create_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day,
      ${count('followed')} as followed, ${count('left')} as "left", ${count('received')} as received, ${count('answered')} as answered, ${count('automatic')} as automatic,
      ${count('failed')} as failed, count(distinct m.follower_id) filter (where ${conditions.received})::int as writers
    from wx_message m where ${within(span, accountId)} group by 1`;
}

/** Ids of the messages that a number counts, newest first, and their total. */
export async function countedMessages(
  tx: Tx,
  span: Span,
  accountId: string | null,
  kind: WxStatKind,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ ids: string[]; total: number }> {
  const where = sql`${within(span, accountId)} and ${conditions[kind]}`;
  const { rows } = await sql<{ id: string }>`select m.id from wx_message m where ${where}
    order by m.id desc limit ${limit} offset ${offset}`.execute(tx.kysely);
  const { rows: counted } = await sql<{ found: string }>`select count(*) as found from wx_message m
    where ${where}`.execute(tx.kysely);
  return { ids: rows.map(({ id }) => id), total: Number(counted[0]?.found) };
}

export async function followersNow(tx: Tx, accountId: string | null): Promise<number> {
  const { rows } = await sql<{ found: string }>`select count(*) as found from wx_follower f
    where f.tenant_id = ${scopedTenant} and f.subscribed ${accountId === null ? sql`` : sql`and f.account_id = ${accountId}`}`.execute(
    tx.kysely,
  );
  return Number(rows[0]?.found);
}
