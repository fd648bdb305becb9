import { sql, type RawBuilder } from 'kysely';
import { limits } from '@anlan/contract/limits';
import type { WxMessage } from '@anlan/contract/modules/wx-message/views';
import { AppError } from '#kernel/errors.ts';
import { scopedTenant, type Tx } from '#platform/db/index.ts';
import { preparedStatement } from '#platform/db/prepared-statement.ts';
import { accountLogo } from './conversation-store.ts';
import { gramsOf, thumbAddress } from './rules.ts';
import { searchedText } from './parse-callback.ts';

type OfOthers = 'appId' | 'appName' | 'appLogo' | 'nickName' | 'headimgUrl' | 'repThumbUrl';
export type NewMessage = Pick<WxMessage, 'id' | 'wxUserId' | 'type' | 'repType' | 'readFlag' | 'createTime'> &
  Partial<Omit<WxMessage, OfOthers | 'countMsg' | 'senderName'>> & {
    accountId: string;
    senderId?: string | null;
    senderName?: string | null;
  };

const ownColumns = sql`m.id, m.follower_id as "wxUserId", m.type, m.rep_type as "repType", m.rep_event as "repEvent",
  m.rep_content as "repContent", m.rep_media_id as "repMediaId", m.rep_name as "repName", m.rep_desc as "repDesc",
  m.rep_url as "repUrl", m.rep_hq_url as "repHqUrl", m.rep_thumb_media_id as "repThumbMediaId",
  m.rep_location_x as "repLocationX", m.rep_location_y as "repLocationY", m.rep_scale as "repScale", m.content,
  m.read_flag as "readFlag", m.create_time as "createTime", m.send_state as "sendState",
  m.fail_reason as "failReason", m.sender_name as "senderName", m.auto`;
const messageColumns = sql`a.app_id as "appId", a.name as "appName", ${accountLogo} as "appLogo", coalesce(f.remark, f.nick_name) as "nickName",
  f.headimg_url as "headimgUrl", ${ownColumns}`;
const messageJoins = sql`join wx_follower f on f.tenant_id = m.tenant_id and f.id = m.follower_id
  join wx_account a on a.tenant_id = m.tenant_id and a.id = m.account_id`;

const insertMessage = preparedStatement<never, [tenantId: string, id: string, ...written: unknown[]]>(
  'wxMessage.add',
  (
    tenantId,
    id,
    account,
    follower,
    type,
    repType,
    event,
    text,
    media,
    name,
    desc,
    url,
    hqUrl,
    thumb,
    x,
    y,
    scale,
    content,
    read,
    at,
    sent,
    sender,
    senderName,
    auto,
  ) =>
    sql`insert into wx_message (tenant_id, id, account_id, follower_id, type, rep_type, rep_event, rep_content,
      rep_media_id, rep_name, rep_desc, rep_url, rep_hq_url, rep_thumb_media_id, rep_location_x, rep_location_y,
      rep_scale, content, read_flag, create_time, send_state, sender_id, sender_name, auto)
    values (${tenantId}, ${id}, ${account}, ${follower}, ${type}, ${repType}, ${event}, ${text}, ${media}, ${name},
      ${desc}, ${url}, ${hqUrl}, ${thumb}, ${x}, ${y}, ${scale}, ${content}, ${read}, ${at}, ${sent}, ${sender},
      ${senderName}, ${auto})`,
);
const indexWords = preparedStatement<never, [id: string, grams: readonly string[]]>(
  'wxMessage.index',
  (id, grams) => sql`select wx_message_index(${id}, ${grams}::int8[])`,
);
/** Stores a message and its search data. Both statements are sent to the database together. */
export async function addMessage(tx: Tx, one: NewMessage): Promise<void> {
  const text = searchedText({
    repType: one.repType,
    repContent: one.repContent ?? null,
    repName: one.repName ?? null,
    repDesc: one.repDesc ?? null,
  });
  const { tenantId } = tx.scope;
  const grams = gramsOf(tenantId, text);
  await Promise.all([
    insertMessage(
      tx,
      tenantId,
      one.id,
      one.accountId,
      one.wxUserId,
      one.type,
      one.repType,
      one.repEvent ?? null,
      one.repContent ?? null,
      one.repMediaId ?? null,
      one.repName ?? null,
      one.repDesc ?? null,
      one.repUrl ?? null,
      one.repHqUrl ?? null,
      one.repThumbMediaId ?? null,
      one.repLocationX ?? null,
      one.repLocationY ?? null,
      one.repScale ?? null,
      one.content ? JSON.stringify(one.content) : null,
      one.readFlag,
      one.createTime,
      one.sendState ?? null,
      one.senderId ?? null,
      one.senderName ?? null,
      one.auto ?? false,
    ),
    ...(grams.length > 0 ? [indexWords(tx, one.id, grams)] : []),
  ]);
}

const withThumbs = (rows: readonly Omit<WxMessage, 'repThumbUrl'>[]): WxMessage[] =>
  rows.map((row) => ({ ...row, repThumbUrl: thumbAddress(row) }));
const read = async (tx: Tx, where: RawBuilder<unknown>, rest: RawBuilder<unknown>): Promise<WxMessage[]> => {
  const { rows } = await sql<Omit<WxMessage, 'repThumbUrl'>>`select ${messageColumns} from wx_message m ${messageJoins}
    where m.tenant_id = ${scopedTenant} and ${where} ${rest}`.execute(tx.kysely);
  return withThumbs(rows);
};

const named = preparedStatement<Omit<WxMessage, 'repThumbUrl'>, [tenantId: string, ids: readonly string[]]>(
  'wxMessage.named',
  (tenantId, ids) => sql`select ${messageColumns} from wx_message m ${messageJoins}
    where m.tenant_id = ${tenantId} and m.id = any(${ids}::uuid[]) order by m.id desc`,
);
export const messagesNamed = async (tx: Tx, ids: readonly string[]): Promise<WxMessage[]> =>
  ids.length === 0 ? [] : withThumbs(await named(tx, tx.scope.tenantId, ids));

type OwnMessage = Omit<WxMessage, OfOthers>;
export type Beside = Pick<WxMessage, 'appId' | 'appName' | 'appLogo' | 'nickName' | 'headimgUrl'>;
type Said = Beside & { wxUserId: string; lastId: string | null };
const ownNamed = preparedStatement<OwnMessage, [tenantId: string, ids: readonly string[]]>(
  'wxMessage.ownNamed',
  (tenantId, ids) => sql`select ${ownColumns} from wx_message m
    where m.tenant_id = ${tenantId} and m.id = any(${ids}::uuid[])`,
);
/**
 * The last message of each conversation, by follower. The query has no joins, because planning them takes longer than
 * reading.
 */
export async function lastMessages(tx: Tx, of: readonly Said[]): Promise<Map<string, WxMessage>> {
  const ids = of.flatMap(({ lastId }) => lastId ?? []);
  if (ids.length === 0) return new Map();
  const rows = await ownNamed(tx, tx.scope.tenantId, ids);
  const messageById = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    of.flatMap(({ lastId, appId, appName, appLogo, wxUserId, nickName, headimgUrl }) => {
      const row = lastId === null ? undefined : messageById.get(lastId);
      if (!row) return [];
      const repThumbUrl = thumbAddress({ ...row, appId });
      return [[wxUserId, { ...row, appId, appName, appLogo, nickName, headimgUrl, repThumbUrl }] as const];
    }),
  );
}

export interface HistoryFilter {
  appId?: string | undefined;
  type?: '1' | '2' | undefined;
  repType?: string | undefined;
  readFlag?: '0' | '1' | undefined;
  withoutEvents?: boolean;
  notes?: boolean | undefined;
  beforeId?: string | undefined;
}
const historyOf = (followerId: string, filter: HistoryFilter, accountId: string | null) =>
  sql.join(
    [
      sql`m.follower_id = ${followerId}`,
      ...(filter.notes ? [] : [sql`m.type <> '3'`]),
      ...(filter.type ? [sql`m.type = ${filter.type}`] : []),
      ...(filter.repType ? [sql`m.rep_type = ${filter.repType}`] : []),
      ...(filter.readFlag ? [sql`m.read_flag = ${filter.readFlag}`] : []),
      ...(filter.withoutEvents ? [sql`m.rep_type <> 'event'`] : []),
      ...(accountId === null ? [] : [sql`m.account_id = ${accountId}`]),
    ],
    sql` and `,
  );

/** Messages of one follower, newest first, and their number, which is counted up to a limit. */
export async function history(
  tx: Tx,
  followerId: string,
  filter: HistoryFilter,
  accountId: string | null,
  { limit, offset, oldestFirst }: { limit: number; offset: number; oldestFirst: boolean },
): Promise<{ rows: WxMessage[]; total: number; totalIsEstimate?: true }> {
  const where = historyOf(followerId, filter, accountId);
  const before = filter.beforeId ? sql`and m.id < ${filter.beforeId}` : sql``;
  const order = sql`order by m.id ${oldestFirst ? sql`asc` : sql`desc`} limit ${limit} offset ${offset}`;
  const [rows, counted] = await Promise.all([
    limit === 0 ? [] : read(tx, sql`${where} ${before}`, order),
    sql<{ found: string }>`select count(*) as found from (select from wx_message m
      where m.tenant_id = ${scopedTenant} and ${where} limit ${limits.totalCap + 1}) capped`.execute(tx.kysely),
  ]);
  const total = Number(counted.rows[0]?.found);
  return total > limits.totalCap ? { rows, total: limits.totalCap, totalIsEstimate: true } : { rows, total };
}

export const messagesAfter = (tx: Tx, followerId: string, afterId: string, limit: number): Promise<WxMessage[]> =>
  read(tx, sql`m.follower_id = ${followerId} and m.id > ${afterId}`, sql`order by m.id limit ${limit}`);

export async function searchMessages(
  tx: Tx,
  keyword: string,
  { followerId, beforeId, limit }: { followerId: string | undefined; beforeId: string | undefined; limit: number },
): Promise<WxMessage[]> {
  const holds = sql`strpos(lower(concat_ws(E'\n', m.rep_content, m.rep_name, m.rep_desc)), ${keyword.toLowerCase()}) > 0`;
  if (followerId !== undefined)
    return read(
      tx,
      sql`m.follower_id = ${followerId} and m.rep_type <> 'event' and ${holds}
        ${beforeId ? sql`and m.id < ${beforeId}` : sql``}`,
      sql`order by m.id desc limit ${limit}`,
    );
  const grams = gramsOf(tx.scope.tenantId, keyword);
  const matches: WxMessage[] = [];
  // The index finds only pairs of characters. Therefore the results are filtered, and reading continues until enough
  // messages match.
  let before = beforeId ?? null;
  for (let round = 0; round < 10 && matches.length < limit; round += 1) {
    const { rows } = await sql<{ id: string }>`select id from wx_message_find(${grams}::int8[], ${before}::uuid,
      ${limit}) as found (id)`.execute(tx.kysely);
    const last = rows.at(-1);
    if (last === undefined) break;
    matches.push(
      ...(await read(tx, sql`m.id = any(${rows.map(({ id }) => id)}::uuid[]) and ${holds}`, sql`order by m.id desc`)),
    );
    before = last.id;
    if (rows.length < limit) break;
  }
  return matches.slice(0, limit);
}

const markSent = preparedStatement<OwnMessage, [tenantId: string, id: string, state: string, reason: string | null]>(
  'wxMessage.markSent',
  (tenantId, id, state, reason) => sql`update wx_message m set send_state = ${state}, fail_reason = ${reason}
    where m.tenant_id = ${tenantId} and m.id = ${id} returning ${ownColumns}`,
);
export async function setSent(
  tx: Tx,
  id: string,
  state: 'sending' | 'sent' | 'failed',
  reason: string | null,
  { appId, appName, appLogo, nickName, headimgUrl }: Beside,
): Promise<WxMessage> {
  const [row] = await markSent(tx, tx.scope.tenantId, id, state, reason);
  if (!row) throw new AppError('notFound');
  const repThumbUrl = thumbAddress({ ...row, appId });
  return { ...row, appId, appName, appLogo, nickName, headimgUrl, repThumbUrl };
}

/** Marks one message or all messages of a follower as read. Returns the follower and the change of the unread count. */
export async function markRead(
  tx: Tx,
  by: { id: string } | { followerId: string },
  flag: '0' | '1',
): Promise<{ followerId: string; changed: number } | null> {
  const one = 'id' in by;
  const { rows } = await sql<{ follower_id: string }>`update wx_message set read_flag = ${flag}
    where tenant_id = ${scopedTenant} and type = '1' and rep_type <> 'event' and read_flag = ${flag === '1' ? '0' : '1'}
      and ${one ? sql`id = ${by.id}` : sql`follower_id = ${by.followerId}`}
      ${
        !one && flag === '1'
          ? sql`and id = (select max(n.id::text)::uuid from wx_message n where n.tenant_id = ${scopedTenant}
        and n.follower_id = ${by.followerId} and n.type = '1' and n.rep_type <> 'event')`
          : sql``
      }
    returning follower_id`.execute(tx.kysely);
  const [first] = rows;
  return first ? { followerId: first.follower_id, changed: flag === '1' ? rows.length : -rows.length } : null;
}

const answered = preparedStatement<
  { name: string | null },
  [tenantId: string, id: string, seenId: string, userId: string | null]
>(
  'wxMessage.answered',
  (tenantId, followerId, seenId, userId) => sql`select sender_name as name from wx_message
    where tenant_id = ${tenantId} and follower_id = ${followerId} and id > ${seenId} and type = '2' and not auto
      and sender_id is distinct from ${userId} order by id desc limit 1`,
);
export async function answeredAfter(
  tx: Tx,
  followerId: string,
  seenId: string,
  userId: string | null,
): Promise<string | null> {
  const [row] = await answered(tx, tx.scope.tenantId, followerId, seenId, userId);
  return row ? (row.name ?? '同事') : null;
}

const seen = preparedStatement<Record<string, unknown>, [tenantId: string, id: string]>(
  'wxMessage.seen',
  (tenantId, id) => sql`select from wx_message where tenant_id = ${tenantId} and id = ${id}`,
);
/** Throws when the id, a position in the history, is not a message that the caller sees. */
export async function demandMessage(tx: Tx, id: string | null | undefined): Promise<void> {
  if (id === undefined || id === null) return;
  const rows = await seen(tx, tx.scope.tenantId, id);
  if (rows.length === 0) throw new AppError('notFound');
}
