// Sends messages to followers: a message is stored, sent to WeChat, and then updated with the result.
import type { WxSendInput } from '@anlan/contract/modules/wx-message/inputs';
import type { WxMessage } from '@anlan/contract/modules/wx-message/views';
import type { Clock } from '#kernel/clock.ts';
import { AppError, invalid } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import { withCommit, type Db, type Tx } from '#platform/db/index.ts';
import { WechatFault, type TokenSource, type Wechat } from '#platform/wechat/index.ts';
import type { KeyedAccount } from '../wx-account/index.ts';
import { conversationWith, noteOutgoing, noteRefused, type StoredConversation } from './conversation-store.ts';
import { addMessage, answeredAfter, demandMessage, messagesNamed, setSent, type NewMessage } from './message-store.ts';
import { closedReason, openWindow } from './rules.ts';

export type MessageContent = Pick<WxSendInput, 'repType'> &
  Partial<
    Pick<
      WxMessage,
      'repContent' | 'repMediaId' | 'repName' | 'repDesc' | 'repUrl' | 'repHqUrl' | 'repThumbMediaId' | 'content'
    >
  >;

export interface SendingDeps {
  db: Db;
  clock: Clock;
  wechat: Wechat;
  accounts: {
    demand(tx: Tx, appId: string): Promise<KeyedAccount>;
    tokensOf(tenantId: string, account: KeyedAccount): TokenSource;
  };
  /** Writes an audit entry. When this returns, its statement has already been sent to the database. */
  record(tx: Tx, verb: 'send' | 'retry', followerId: string, note: string): Promise<unknown>;
  told(scope: Scope, followerId: string, messageId: string): void;
}

/** The problem with the content of a message; null when it is valid. */
function contentProblem(messageContent: MessageContent): { field: string; msg: string } | null {
  const { repType, repContent, repMediaId, repUrl, repThumbMediaId, repName, content } = messageContent;
  if (repType === 'text') return repContent?.trim() ? null : { field: 'repContent', msg: '请输入内容' };
  if (repType === 'news')
    return repMediaId || content?.articles.length ? null : { field: 'repMediaId', msg: '请选择图文' };
  if (repType === 'music') {
    if (!repName) return { field: 'repName', msg: '请填写音乐标题' };
    if (!repUrl) return { field: 'repUrl', msg: '请填写音乐链接' };
    return repThumbMediaId ? null : { field: 'repThumbMediaId', msg: '请选择音乐的缩略图' };
  }
  const words = { image: '图片', voice: '语音', video: '视频' } as const;
  return repMediaId ? null : { field: 'repMediaId', msg: `请选择${words[repType]}` };
}

function bodyOf(openId: string, messageContent: MessageContent): object {
  const { repType, repContent, repMediaId, repName, repDesc, repUrl, repHqUrl, repThumbMediaId, content } =
    messageContent;
  const to = { touser: openId };
  switch (repType) {
    case 'text':
      return { ...to, msgtype: 'text', text: { content: repContent } };
    case 'image':
    case 'voice':
      return { ...to, msgtype: repType, [repType]: { media_id: repMediaId } };
    case 'video':
      return {
        ...to,
        msgtype: 'video',
        video: {
          media_id: repMediaId,
          thumb_media_id: repThumbMediaId ?? repMediaId,
          title: repName,
          description: repDesc,
        },
      };
    case 'music':
      return {
        ...to,
        msgtype: 'music',
        music: {
          title: repName,
          description: repDesc,
          musicurl: repUrl,
          hqmusicurl: repHqUrl ?? repUrl,
          thumb_media_id: repThumbMediaId,
        },
      };
    case 'news': {
      // A message from staff contains only one article (VA-09).
      const [first] = content?.articles ?? [];
      return repMediaId
        ? { ...to, msgtype: 'mpnews', mpnews: { media_id: repMediaId } }
        : {
            ...to,
            msgtype: 'news',
            news: {
              articles: first
                ? [
                    {
                      title: first.title,
                      description: first.digest ?? '',
                      url: first.url ?? '',
                      picurl: first.thumbUrl ?? '',
                    },
                  ]
                : [],
            },
          };
    }
  }
}

const onlyFirst = (messageContent: MessageContent): MessageContent =>
  messageContent.content && messageContent.content.articles.length > 1
    ? { ...messageContent, content: { articles: messageContent.content.articles.slice(0, 1) } }
    : messageContent;

export function createSending({ db, clock, wechat, accounts, record, told: publishMessage }: SendingDeps) {
  async function demanded(tx: Tx, followerId: string): Promise<StoredConversation> {
    const conversation = await conversationWith(tx, followerId, { lock: true });
    if (!conversation) throw new AppError('notFound', '没有这位粉丝的会话');
    return conversation;
  }

  /** Throws when the message may not be sent now, or when the user must confirm it first. */
  function questioned(
    one: StoredConversation,
    by: string | null,
    colleague: string | null,
    sure: NonNullable<WxSendInput['sure']>,
  ) {
    const open = openWindow(one, clock.now());
    if (open.uses === null || !one.subscribed)
      throw new AppError('invalid', closedReason(one, one.subscribed, clock.now()));
    if (by !== null) throw invalid({ field: 'answeredMeanwhile', msg: `${by} 刚刚已经回复了这位粉丝，还要发送吗？` });
    if (colleague !== null && !sure.includes('takenByOther') && !sure.includes('answeredMeanwhile'))
      throw invalid({ field: 'takenByOther', msg: `${colleague} 正在接待这位粉丝，还要发送吗？` });
    if (open.left === 1 && !sure.includes('lastInWindow'))
      throw invalid({ field: 'lastInWindow', msg: '这是本次还能发送的最后一条，发送后要等对方再次来信，确定发送吗？' });
    return open.uses;
  }

  /** Sends a stored message to WeChat and stores the result; returns the updated message. */
  async function deliver(
    tenantId: string,
    account: KeyedAccount,
    one: StoredConversation,
    messageId: string,
    uses: 'window' | 'brief',
    messageContent: MessageContent,
  ): Promise<WxMessage> {
    const scope = systemScope('wx send', tenantId);
    let fault: WechatFault | null = null;
    try {
      await wechat.say(
        accounts.tokensOf(tenantId, account),
        '/cgi-bin/message/custom/send',
        bodyOf(one.openId, messageContent),
      );
    } catch (error) {
      if (!(error instanceof WechatFault)) throw error;
      fault = error;
    }
    const beside = { ...one, nickName: one.remark ?? one.nickName };
    const message = await db.scoped(scope, async (tx) => {
      const reason = fault && fault.message.slice(0, 200);
      const marked = await setSent(tx, messageId, fault ? 'failed' : 'sent', reason, beside);
      if (fault) {
        const what = fault.code === 45_047 ? 'usedUp' : fault.code === 45_015 ? 'over' : 'back';
        await noteRefused(tx, one.wxUserId, uses, what);
      }
      return marked;
    });
    publishMessage(scope, one.wxUserId, messageId);
    return message;
  }

  const stored = (
    one: StoredConversation,
    accountId: string,
    id: string,
    messageContent: MessageContent,
    scope: Scope,
    auto: boolean,
  ): NewMessage => ({
    ...messageContent,
    id,
    accountId,
    wxUserId: one.wxUserId,
    type: '2',
    readFlag: '0',
    createTime: clock.now(),
    sendState: 'sending',
    senderId: auto ? null : scope.userId,
    senderName: auto ? '自动回复' : scope.userName,
    auto,
  });

  return {
    async send(scope: Scope, { appId, wxUserId, seenId, sure = [], ...input }: WxSendInput): Promise<WxMessage> {
      const messageContent = onlyFirst(input);
      const problem = contentProblem(messageContent);
      if (problem) throw invalid(problem);
      const { account, one, uses, id } = await db.scoped(scope, async (tx) => {
        // All queries are sent at once. The first one locks the conversation, so the others see what the former lock
        // owner wrote.
        const [held, by, of] = await Promise.all([
          demanded(tx, wxUserId),
          seenId && !sure.includes('answeredMeanwhile') ? answeredAfter(tx, wxUserId, seenId, scope.userId) : null,
          accounts.demand(tx, appId),
          demandMessage(tx, seenId),
        ]);
        if (held.accountId !== of.id) throw new AppError('notFound', '没有这位粉丝的会话');
        // Only the message centre names the last message that the writer saw. Other clients are not asked.
        const isTaken = seenId !== undefined && held.assigneeId !== null && held.assigneeId !== scope.userId;
        const confirmedTake = questioned(held, by, isTaken ? (held.assigneeName ?? '同事') : null, sure);
        // Ids are made under the lock, so the messages of one follower are ordered by id.
        const messageId = newId();
        const outgoing = { followerId: wxUserId, messageId, repType: messageContent.repType, at: clock.now() };
        withCommit(
          tx,
          Promise.all([
            addMessage(tx, stored(held, of.id, messageId, messageContent, scope, false)),
            noteOutgoing(tx, { ...outgoing, uses: confirmedTake, auto: false }),
            record(tx, 'send', wxUserId, messageContent.repType),
          ]),
        );
        return { account: of, one: held, uses: confirmedTake, id: messageId };
      });
      return deliver(scope.tenantId, account, one, id, uses, messageContent);
    },

    /** Sends a failed message again under the same id. */
    async retry(scope: Scope, { id }: { id: string }): Promise<WxMessage> {
      const {
        account,
        one,
        uses,
        said: messageContent,
      } = await db.scoped(scope, async (tx) => {
        const [message] = await messagesNamed(tx, [id]);
        if (!message || message.type !== '2') throw new AppError('notFound');
        const held = await demanded(tx, message.wxUserId);
        // The message is read again after locking, so that only the first of several callers sends it.
        const [now] = await messagesNamed(tx, [id]);
        if (now?.sendState !== 'failed') throw new AppError('invalid', '只有发送失败的消息可以重发');
        const open = openWindow(held, clock.now());
        if (open.uses === null || !held.subscribed)
          throw new AppError('invalid', closedReason(held, held.subscribed, clock.now()));
        await record(tx, 'retry', held.wxUserId, now.repType);
        await setSent(tx, id, 'sending', null, now);
        await noteOutgoing(tx, {
          followerId: held.wxUserId,
          messageId: id,
          repType: now.repType,
          at: clock.now(),
          uses: open.uses,
          auto: false,
        });
        const { repType, ...rest } = now;
        if (
          repType === 'event' ||
          repType === 'note' ||
          repType === 'shortvideo' ||
          repType === 'location' ||
          repType === 'link'
        )
          throw new AppError('invalid', '这种消息不能重发');
        return {
          account: await accounts.demand(tx, message.appId),
          one: held,
          uses: open.uses,
          said: { ...rest, repType },
        };
      });
      return deliver(scope.tenantId, account, one, id, uses, messageContent);
    },

    /**
     * Sends an automatic reply if the reply window allows it. An automatic reply never uses the last allowed message.
     */
    async answer(
      tenantId: string,
      account: KeyedAccount,
      followerId: string,
      messageContent: MessageContent,
    ): Promise<void> {
      const scope = systemScope('wx auto reply', tenantId);
      const begun = await db.scoped(scope, async (tx) => {
        const held = await conversationWith(tx, followerId, { lock: true });
        const open = held && openWindow(held, clock.now());
        if (!held || !open?.uses || open.left < 2) return null;
        const id = newId();
        const outgoing = { followerId, messageId: id, repType: messageContent.repType, at: clock.now() };
        withCommit(
          tx,
          Promise.all([
            addMessage(tx, stored(held, account.id, id, messageContent, scope, true)),
            noteOutgoing(tx, { ...outgoing, uses: open.uses, auto: true }),
          ]),
        );
        return { one: held, uses: open.uses, id };
      });
      if (begun === null) return;
      publishMessage(scope, followerId, begun.id);
      await deliver(tenantId, account, begun.one, begun.id, begun.uses, messageContent);
    },
  };
}
