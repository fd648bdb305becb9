// Actions of staff on conversations: view, take, hand over, end, and add notes.
import type { PageInput } from '@anlan/contract/domain/paging';
import type { WxConversation, WxMessage } from '@anlan/contract/modules/wx-message/views';
import { limits } from '@anlan/contract/limits';
import { LRUCache } from 'lru-cache';
import type { Clock } from '#kernel/clock.ts';
import { AppError, invalid } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import type { AuditEntry } from '#kit/ports.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { clerksOf } from './responder-store.ts';
import {
  assign,
  conversationPage,
  conversationWith,
  endConversation,
  countConversations,
  type ConversationFilter,
  type StoredConversation,
} from './conversation-store.ts';
import { addMessage, lastMessages, messagesNamed } from './message-store.ts';
import { look, lookersOf } from './presence-store.ts';
import { openWindow } from './rules.ts';

const keptMs = 10_000;
const keptMost = 1_000;

/**
 * Number of conversations, exact up to a limit. A larger number is a cached estimate, so that not every page counts
 * the conversations again.
 */
function createTotals(clock: Clock) {
  const beyond = new LRUCache<string, number>({ max: keptMost });
  return async function totalOf(
    tx: Tx,
    filter: ConversationFilter,
  ): Promise<{ total: number; totalIsEstimate?: true }> {
    const { tenantId, enterpriseFrom, enterpriseTo, regions, userId } = tx.scope;
    const key = JSON.stringify([tenantId, enterpriseFrom, enterpriseTo, regions, userId, filter]);
    const now = clock.now().getTime();
    const estimate = { total: limits.totalCap, totalIsEstimate: true } as const;
    if ((beyond.get(key) ?? 0) > now) return estimate;
    const total = await countConversations(tx, filter);
    if (total <= limits.totalCap) return { total };
    beyond.set(key, now + keptMs);
    return estimate;
  };
}

const lookMs = 15_000;

export function createClerk({
  db,
  clock,
  audit,
  told: publishMessage,
  changed,
}: {
  db: Db;
  clock: Clock;
  audit: { record(tx: Tx, entry: AuditEntry): Promise<unknown> };
  told(scope: Scope, followerId: string, messageId: string): void;
  /** Makes the lists of all colleagues read again after the commit. */
  changed(tx: Tx): Promise<void>;
}) {
  const totalOf = createTotals(clock);
  async function presented(tx: Tx, rows: readonly StoredConversation[]): Promise<WxConversation[]> {
    const now = clock.now();
    const namedRows = rows.map((row) => ({ ...row, nickName: row.remark ?? row.nickName }));
    const followerIds = rows.map(({ wxUserId }) => wxUserId);
    const [last, lookers] = await Promise.all([lastMessages(tx, namedRows), lookersOf(tx, followerIds, now)]);
    return rows.map((row) => {
      const { endsAt, left } = openWindow(row, now);
      return {
        wxUserId: row.wxUserId,
        appId: row.appId,
        appName: row.appName,
        nickName: row.nickName,
        headimgUrl: row.headimgUrl,
        remark: row.remark,
        subscribed: row.subscribed,
        state: row.state,
        unread: row.unread,
        assigneeId: row.assigneeId,
        assigneeName: row.assigneeName,
        windowEndsAt: row.subscribed ? endsAt : null,
        windowLeft: row.subscribed ? left : 0,
        lastAt: row.lastAt,
        last: last.get(row.wxUserId) ?? null,
        waitingSince: row.waitingSince,
        lookers: lookers.get(row.wxUserId) ?? [],
      };
    });
  }
  async function one(tx: Tx, followerId: string): Promise<WxConversation> {
    const row = await conversationWith(tx, followerId);
    const [shown] = row ? await presented(tx, [row]) : [];
    if (!shown) throw new AppError('notFound', '没有这位粉丝的会话');
    return shown;
  }
  async function held(tx: Tx, followerId: string): Promise<StoredConversation> {
    const row = await conversationWith(tx, followerId, { lock: true });
    if (!row) throw new AppError('notFound', '没有这位粉丝的会话');
    return row;
  }
  const record = (tx: Tx, verb: string, row: StoredConversation, note?: string) =>
    audit.record(tx, {
      call: `wxMessage.${verb}`,
      objectType: 'wxFollower',
      objectId: row.wxUserId,
      ...(note === undefined ? {} : { note }),
    });

  async function addNote(tx: Tx, row: StoredConversation, text: string): Promise<string> {
    const id = newId();
    await addMessage(tx, {
      id,
      accountId: row.accountId,
      wxUserId: row.wxUserId,
      type: '3',
      repType: 'note',
      repContent: text,
      readFlag: '0',
      createTime: clock.now(),
      senderId: tx.scope.userId,
      senderName: tx.scope.userName,
    });
    return id;
  }

  return {
    conversationPage: (scope: Scope, { filter, sort, page, size }: PageInput<ConversationFilter, 'lastAt'>) =>
      db.read(scope, async (tx) => {
        const window = { limit: size, offset: (page - 1) * size };
        const counted = await totalOf(tx, filter);
        const rows = await conversationPage(tx, filter, sort[0], clock.now(), window);
        return { rows: await presented(tx, rows), ...counted, page, size };
      }),
    conversation: (scope: Scope, { id }: { id: string }) => db.read(scope, (tx) => one(tx, id)),
    clerks: (scope: Scope) => db.read(scope, (tx) => clerksOf(tx, null)),
    presence: (scope: Scope, { wxUserId, typing }: { wxUserId: string; typing: boolean }) =>
      db.scoped(scope, async (tx) => {
        if (!(await conversationWith(tx, wxUserId))) throw new AppError('notFound', '没有这位粉丝的会话');
        const now = clock.now();
        await look(tx, wxUserId, typing, new Date(now.getTime() + lookMs));
        return (await lookersOf(tx, [wxUserId], now)).get(wxUserId) ?? [];
      }),
    take: (scope: Scope, { wxUserId }: { wxUserId: string }) =>
      db.scoped(scope, async (tx) => {
        const row = await held(tx, wxUserId);
        if (scope.userId === null) throw new AppError('denied');
        // The first user gets the conversation, and another user cannot take it. Only the assigned user can hand it
        // over.
        if (row.assigneeId !== null && row.assigneeId !== scope.userId)
          throw new AppError('invalid', `${row.assigneeName ?? '同事'} 已经接手了这个会话`);
        if (row.assigneeId === null) {
          await assign(tx, wxUserId, { id: scope.userId, name: scope.userName ?? '' });
          await record(tx, 'take', row);
          await changed(tx);
        }
        return one(tx, wxUserId);
      }),
    async handOver(
      scope: Scope,
      { wxUserId, userId, note }: { wxUserId: string; userId: string; note?: string | undefined },
    ) {
      const { noteId, shown } = await db.scoped(scope, async (tx) => {
        const row = await held(tx, wxUserId);
        const [to] = await clerksOf(tx, userId);
        if (!to) throw invalid({ field: 'userId', msg: '这位同事没有回复粉丝的权限' });
        await assign(tx, wxUserId, { id: to.userId, name: to.name });
        await record(tx, 'handOver', row, to.name);
        await changed(tx);
        const text = `转给 ${to.name}${note ? `：${note}` : ''}`;
        return { noteId: await addNote(tx, row, text), shown: await one(tx, wxUserId) };
      });
      publishMessage(scope, wxUserId, noteId);
      return shown;
    },
    end: (scope: Scope, { wxUserId }: { wxUserId: string }) =>
      db.scoped(scope, async (tx) => {
        const row = await held(tx, wxUserId);
        if (row.state !== 'ended') {
          await endConversation(tx, wxUserId);
          await record(tx, 'end', row);
          await changed(tx);
        }
        return one(tx, wxUserId);
      }),
    async note(scope: Scope, { wxUserId, text }: { wxUserId: string; text: string }): Promise<WxMessage> {
      const message = await db.scoped(scope, async (tx) => {
        const row = await held(tx, wxUserId);
        const id = await addNote(tx, row, text);
        await record(tx, 'note', row);
        const [stored] = await messagesNamed(tx, [id]);
        if (!stored) throw new AppError('notFound');
        return stored;
      });
      publishMessage(scope, wxUserId, message.id);
      return message;
    },
  };
}
