import { sql, type RawBuilder } from 'kysely';
import { limits } from '@anlan/contract/limits';
import { scopedTenant, type Tx } from '#platform/db/index.ts';
import { preparedStatement } from '#platform/db/prepared-statement.ts';
import type { Trigger, Windows } from './rules.ts';

export interface StoredConversation extends Windows {
  wxUserId: string;
  accountId: string;
  appId: string;
  appName: string;
  appLogo: string | null;
  openId: string;
  nickName: string;
  headimgUrl: string | null;
  remark: string | null;
  subscribed: boolean;
  state: 'pending' | 'answered' | 'ended';
  unread: number;
  assigneeId: string | null;
  assigneeName: string | null;
  lastId: string | null;
  lastAt: Date;
  waitingSince: Date | null;
}

/** Address of the account's logo. The query must name the account table `a`. */
export const accountLogo = sql`'/upms/file/' || (a.logo->0->>'id')`;
const columns = sql`c.follower_id as "wxUserId", c.account_id as "accountId", a.app_id as "appId", a.name as "appName",
  ${accountLogo} as "appLogo", f.open_id as "openId", f.nick_name as "nickName", f.headimg_url as "headimgUrl", f.remark, f.subscribed, c.state,
  c.unread, c.assignee_id as "assigneeId", c.assignee_name as "assigneeName", c.window_ends_at as "windowEndsAt",
  c.window_left as "windowLeft", c.brief_ends_at as "briefEndsAt", c.brief_left as "briefLeft", c.last_id as "lastId",
  c.last_at as "lastAt", c.waiting_since as "waitingSince"`;
const joins = sql`join wx_follower f on f.tenant_id = c.tenant_id and f.id = c.follower_id
  join wx_account a on a.tenant_id = c.tenant_id and a.id = c.account_id`;

const ofFollower = preparedStatement<StoredConversation, [tenantId: string, followerId: string]>(
  'wxMessage.conversation',
  (tenantId, followerId) => sql`select ${columns} from wx_conversation c ${joins}
    where c.tenant_id = ${tenantId} and c.follower_id = ${followerId}`,
);
const heldOfFollower = preparedStatement<StoredConversation, [tenantId: string, followerId: string]>(
  'wxMessage.heldConversation',
  (tenantId, followerId) => sql`select ${columns} from wx_conversation c ${joins}
    where c.tenant_id = ${tenantId} and c.follower_id = ${followerId} for update of c`,
);
export async function conversationWith(
  tx: Tx,
  followerId: string,
  { lock = false } = {},
): Promise<StoredConversation | null> {
  const [row] = await (lock ? heldOfFollower : ofFollower)(tx, tx.scope.tenantId, followerId);
  return row ?? null;
}

export interface ConversationFilter {
  appId?: string | undefined;
  state?: 'pending' | 'answered' | 'ended' | undefined;
  assignee?: string | undefined;
  nickName?: string | undefined;
  readFlag?: '0' | '1' | undefined;
  repType?: string | undefined;
}

function conditionsOf(filter: ConversationFilter, userId: string | null): RawBuilder<unknown>[] {
  const { appId, state, assignee, nickName, readFlag, repType } = filter;
  return [
    ...(appId
      ? [
          sql`c.account_id = (select id from wx_account x where x.tenant_id = ${scopedTenant} and x.app_id = ${appId} and x.removed_at is null)`,
        ]
      : []),
    ...(state ? [sql`c.state = ${state}`] : []),
    ...(assignee === undefined
      ? []
      : [
          assignee === 'nobody'
            ? sql`c.assignee_id is null`
            : sql`c.assignee_id = ${assignee === 'mine' ? userId : assignee}`,
        ]),
    ...(readFlag === undefined ? [] : [readFlag === '1' ? sql`c.unread > 0` : sql`c.unread = 0`]),
    ...(repType ? [sql`c.last_rep_type = ${repType}`] : []),
    ...(nickName
      ? [
          sql`exists (select from wx_follower n where n.tenant_id = c.tenant_id and n.id = c.follower_id
          and (strpos(n.nick_name, ${nickName}) > 0 or strpos(n.remark, ${nickName}) > 0))`,
        ]
      : []),
  ];
}

const ofFollowers = preparedStatement<StoredConversation, [tenantId: string, followerIds: readonly string[]]>(
  'wxMessage.conversations',
  (tenantId, followerIds) => sql`select ${columns} from unnest(${followerIds}::uuid[]) with ordinality as k (id, place)
    join wx_conversation c on c.tenant_id = ${tenantId} and c.follower_id = k.id ${joins} order by k.place`,
);

interface Window {
  limit: number;
  offset: number;
}
/**
 * Followers on a page: those who wait for an answer come before all others. In both groups, followers with an open
 * reply window come first, soonest end first; then the others, newest first.
 */
async function followersOn(
  tx: Tx,
  where: RawBuilder<unknown>,
  sort: { desc: boolean } | undefined,
  now: Date,
  { limit, offset }: Window,
): Promise<string[]> {
  const findIds = async (ids: RawBuilder<unknown>) =>
    (await sql<{ id: string }>`${ids} limit ${limit} offset ${offset}`.execute(tx.kysely)).rows.map(({ id }) => id);
  if (sort)
    return findIds(sql`select c.follower_id as id from wx_conversation c where ${where}
      order by c.last_at ${sort.desc ? sql`desc` : sql`asc`}, c.follower_id`);
  const [waiting, others] = [sql`c.state = 'pending'`, sql`c.state <> 'pending'`];
  const [isOpen, isClosed] = [sql`c.window_ends_at > ${now}`, sql`c.window_ends_at <= ${now}`];
  const [soonest, newest] = [sql`c.window_ends_at, c.follower_id`, sql`c.window_ends_at desc, c.follower_id desc`];
  // Most pages need only the open windows of waiting followers, and a query with one condition uses one index.
  const open = await findIds(sql`select c.follower_id as id from wx_conversation c
    where ${where} and ${waiting} and ${isOpen} order by ${soonest}`);
  if (open.length === limit) return open;
  const most = limit + offset;
  // The query has one part for each group, so that each part uses its own index.
  const part = (condition: RawBuilder<unknown>, order: RawBuilder<unknown>, no: number) =>
    sql`(select c.follower_id, ${no}::int as part, row_number() over (order by ${order}) as place
      from wx_conversation c where ${where} and ${condition} order by ${order} limit ${most})`;
  return findIds(sql`select follower_id as id from (
      ${part(sql`${waiting} and ${isOpen}`, soonest, 0)}
      union all ${part(sql`${waiting} and ${isClosed}`, newest, 1)}
      union all ${part(sql`${others} and ${isOpen}`, soonest, 2)}
      union all ${part(sql`${others} and ${isClosed}`, newest, 3)}
      union all ${part(sql`c.window_ends_at is null`, sql`c.last_at desc, c.follower_id desc`, 4)}) parts
    order by part, place`);
}

export async function conversationPage(
  tx: Tx,
  filter: ConversationFilter,
  sort: { by: string; desc: boolean } | undefined,
  now: Date,
  window: Window,
): Promise<StoredConversation[]> {
  const where = sql.join([sql`c.tenant_id = ${scopedTenant}`, ...conditionsOf(filter, tx.scope.userId)], sql` and `);
  const ids = await followersOn(tx, where, sort, now, window);
  return ids.length === 0 ? [] : ofFollowers(tx, tx.scope.tenantId, ids);
}

export async function countConversations(tx: Tx, filter: ConversationFilter): Promise<number> {
  const where = sql.join([sql`c.tenant_id = ${scopedTenant}`, ...conditionsOf(filter, tx.scope.userId)], sql` and `);
  const { rows } = await sql<{ found: string }>`select count(*) as found from
    (select from wx_conversation c where ${where} limit ${limits.totalCap + 1}) capped`.execute(tx.kysely);
  return Number(rows[0]?.found);
}

/** Last message of each follower without events, newest first; used by the notification bell and the first list. */
export async function lastSaid(
  tx: Tx,
  filter: Pick<ConversationFilter, 'appId' | 'nickName' | 'readFlag'> & {
    type?: '1' | '2' | undefined;
    repType?: string | undefined;
  },
  { limit, offset, oldestFirst }: { limit: number; offset: number; oldestFirst: boolean },
): Promise<{ ids: string[]; total: number }> {
  const last = filter.type === '1' ? sql`c.last_user_id` : sql`c.last_said_id`;
  const message = sql`from wx_conversation c ${
    filter.type === '2' || filter.repType
      ? sql`join wx_message m on m.tenant_id = c.tenant_id and m.id = ${last}`
      : sql``
  }`;
  const { repType: _, ...rest } = filter;
  const where = sql.join(
    [
      sql`c.tenant_id = ${scopedTenant}`,
      sql`${last} is not null`,
      ...conditionsOf(rest, tx.scope.userId),
      ...(filter.type === '2' ? [sql`m.type = '2'`] : []),
      ...(filter.repType ? [sql`m.rep_type = ${filter.repType}`] : []),
    ],
    sql` and `,
  );
  const { rows } = await sql<{ id: string }>`select ${last} as id ${message} where ${where}
    order by ${last} ${oldestFirst ? sql`asc` : sql`desc`} limit ${limit} offset ${offset}`.execute(tx.kysely);
  const { rows: counted } = await sql<{ found: string }>`select count(*) as found from
    (select ${message} where ${where} limit ${limits.totalCap}) capped`.execute(tx.kysely);
  return { ids: rows.map(({ id }) => id), total: Number(counted[0]?.found) };
}

export async function noteIncoming(
  tx: Tx,
  one: { followerId: string; accountId: string; messageId: string; repType: string; isEvent: boolean; at: Date },
  opens: { trigger: Trigger; endsAt: Date; rows: number } | null,
): Promise<void> {
  const isMessage = !one.isEvent;
  const main = opens?.trigger === 'message' ? opens : null;
  const brief = opens?.trigger === 'tap' ? opens : null;
  await sql`insert into wx_conversation as c (tenant_id, follower_id, account_id, state, unread, window_ends_at, window_left,
      brief_ends_at, brief_left, last_id, last_at, last_rep_type, last_said_id, last_user_id, waiting_since)
    values (${scopedTenant}, ${one.followerId}, ${one.accountId}, ${isMessage ? 'pending' : 'answered'}, ${isMessage ? 1 : 0},
      ${main?.endsAt ?? null}, ${main?.rows ?? 0}, ${brief?.endsAt ?? null}, ${brief?.rows ?? 0}, ${one.messageId},
      ${one.at}, ${one.repType}, ${isMessage ? one.messageId : null}, ${isMessage ? one.messageId : null}, ${isMessage ? one.at : null})
    on conflict (tenant_id, follower_id) do update set
      last_id = excluded.last_id, last_at = excluded.last_at, last_rep_type = excluded.last_rep_type
      ${
        isMessage
          ? sql`, state = 'pending', unread = c.unread + 1, last_said_id = excluded.last_said_id,
        last_user_id = excluded.last_user_id,
        waiting_since = case when c.state = 'pending' then c.waiting_since else excluded.waiting_since end`
          : sql``
      }
      ${main ? sql`, window_ends_at = excluded.window_ends_at, window_left = excluded.window_left` : sql``}
      ${brief ? sql`, brief_ends_at = excluded.brief_ends_at, brief_left = excluded.brief_left` : sql``}`.execute(
    tx.kysely,
  );
}

const outgoing = preparedStatement<
  never,
  [tenantId: string, followerId: string, messageId: string, ...written: unknown[]]
>(
  'wxMessage.outgoing',
  (tenantId, followerId, messageId, repType, at, ofWindow, ofBrief, answers, userId, userName) =>
    sql`update wx_conversation set last_id = ${messageId}, last_at = ${at}, last_rep_type = ${repType},
      last_said_id = ${messageId}, window_left = window_left - ${ofWindow}, brief_left = brief_left - ${ofBrief},
      state = case when ${answers}::boolean then 'answered' else state end,
      waiting_since = case when ${answers}::boolean then null else waiting_since end,
      assignee_id = coalesce(assignee_id, ${userId}::uuid),
      assignee_name = case when assignee_id is null then ${userName} else assignee_name end
    where tenant_id = ${tenantId} and follower_id = ${followerId}`,
);
/** Updates the conversation after the account sent a message. An automatic reply does not count as an answer. */
export async function noteOutgoing(
  tx: Tx,
  one: { followerId: string; messageId: string; repType: string; at: Date; uses: 'window' | 'brief'; auto: boolean },
): Promise<void> {
  const { tenantId, userId, userName } = tx.scope;
  await outgoing(
    tx,
    tenantId,
    one.followerId,
    one.messageId,
    one.repType,
    one.at,
    one.uses === 'window' ? 1 : 0,
    one.uses === 'brief' ? 1 : 0,
    !one.auto,
    one.auto ? null : userId,
    one.auto ? null : userName,
  );
}

/**
 * Updates the conversation after WeChat refused a message: gives back the used quota, or marks the reply window as
 * exhausted.
 */
export async function noteRefused(
  tx: Tx,
  followerId: string,
  uses: 'window' | 'brief',
  what: 'back' | 'usedUp' | 'over',
): Promise<void> {
  const change =
    what === 'usedUp'
      ? sql`window_left = 0, brief_left = 0`
      : what === 'over'
        ? sql`window_left = 0, brief_left = 0, window_ends_at = least(window_ends_at, anlan_now())`
        : uses === 'window'
          ? sql`window_left = window_left + 1`
          : sql`brief_left = brief_left + 1`;
  await sql`update wx_conversation set ${change} where tenant_id = ${scopedTenant} and follower_id = ${followerId}`.execute(
    tx.kysely,
  );
}

export async function countUnread(tx: Tx, followerId: string, difference: number): Promise<void> {
  await sql`update wx_conversation set unread = greatest(0, unread + ${difference})
    where tenant_id = ${scopedTenant} and follower_id = ${followerId}`.execute(tx.kysely);
}

export async function assign(tx: Tx, followerId: string, to: { id: string; name: string } | null): Promise<void> {
  await sql`update wx_conversation set assignee_id = ${to?.id ?? null}, assignee_name = ${to?.name ?? null}
    where tenant_id = ${scopedTenant} and follower_id = ${followerId}`.execute(tx.kysely);
}

export async function endConversation(tx: Tx, followerId: string): Promise<void> {
  await sql`update wx_conversation set state = 'ended', waiting_since = null
    where tenant_id = ${scopedTenant} and follower_id = ${followerId}`.execute(tx.kysely);
}

export async function unreadOf(tx: Tx): Promise<{ own: number; unassigned: number; all: number }> {
  const { rows } = await sql<{ own: number; unassigned: number; all: number }>`select
      coalesce(sum(unread) filter (where assignee_id = ${tx.scope.userId}), 0)::int as own,
      coalesce(sum(unread) filter (where assignee_id is null), 0)::int as unassigned,
      coalesce(sum(unread), 0)::int as all
    from wx_conversation where tenant_id = ${scopedTenant} and unread > 0`.execute(tx.kysely);
  return rows[0] ?? { own: 0, unassigned: 0, all: 0 };
}
