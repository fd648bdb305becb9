import * as z from 'zod/mini';
import { requiredText, id, text, withId } from '../../domain/fields.ts';
import { limits } from '../../limits.ts';
import { enveloped, get, pageOf, pageQuery, post } from '../../http/call-table.ts';
import { wxConversationFilter, wxMessageFilter, wxSendInput } from './inputs.ts';
import { wxConversation, wxConversationViewer, wxMessage, wxPhotoDanger, wxUnread } from './views.ts';

const followerInput = z.object({ wxUserId: id });
const readAccess = { permit: 'wxmp:wxmsg:index' } as const;
const writeAccess = { permit: 'wxmp:wxmsg:edit' } as const;

export const wxMessageCalls = {
  /**
   * With `wxUserId`: history of one follower, newest first (ST-12). Without it: the last message of each follower, with
   * the number of matching messages in `countMsg` (LY-15). `notInRepType=event` leaves out events.
   */
  page: get('/weixin/wxmsg/page', {
    input: pageQuery(wxMessageFilter, ['createTime']),
    answer: enveloped(pageOf(wxMessage)),
    permit: 'wxmp:wxmsg:index',
    activity: 'background',
    origin: 'spec §7',
  }),
  /** Returns messages newer than `afterId`, oldest first. Clients use it after a broken live connection. */
  missed: get('/weixin/wxmsg/missed', {
    input: z.object({ wxUserId: id, afterId: id }),
    answer: enveloped(z.array(wxMessage)),
    activity: 'background',
    ...readAccess,
  }),
  /** Searches the text of all messages; the search text needs at least two characters. */
  search: get('/weixin/wxmsg/search', {
    input: z.object({
      keyword: text(limits.search.max).check(z.minLength(2, '请至少输入两个字')),
      wxUserId: z.optional(id),
      /** Id of a message: returns messages older than it. */
      beforeId: z.optional(id),
    }),
    answer: enveloped(z.array(wxMessage)),
    ...readAccess,
  }),
  unread: get('/weixin/wxmsg/unread', { answer: enveloped(wxUnread), activity: 'background', ...readAccess }),
  /** Sends a message and returns the stored one; `sendState` shows whether WeChat accepted it. */
  send: post('/weixin/wxmsg', {
    input: wxSendInput,
    answer: enveloped(wxMessage),
    permit: 'wxmp:wxmsg:add',
    impersonation: false,
    origin: 'spec §7',
  }),
  retry: post('/weixin/wxmsg/retry', { input: withId, answer: enveloped(wxMessage), permit: 'wxmp:wxmsg:add' }),
  /** Marks one message, or all of a follower, as read or unread. */
  readFlag: post('/weixin/wxmsg/update', {
    input: z.object({
      id: z.optional(id),
      wxUserId: z.optional(id),
      /** New mark: 0 read, 1 unread. */
      readFlag: z.enum(['0', '1'], '请选择已读或未读'),
    }),
    permit: 'wxmp:wxmsg:edit',
    activity: 'background',
    origin: 'spec §7',
  }),
  /**
   * Adds an internal note to the conversation. The note is never sent; the message list includes it with `notes=true`.
   */
  note: post('/weixin/wxmsg/note', {
    input: z.object({ wxUserId: id, text: requiredText(300, '备注内容') }),
    answer: enveloped(wxMessage),
    ...writeAccess,
  }),
  /** Stores the picture of a message as an uploaded photo of the caller, so that a danger report can use it. */
  photo: post('/weixin/wxmsg/photo', {
    input: withId,
    answer: enveloped(z.object({ id, name: z.string() })),
    ...writeAccess,
  }),
  /** Returns the dangers that were reported with pictures of a follower. */
  dangers: get('/weixin/wxmsg/dangers', {
    input: followerInput,
    answer: enveloped(z.array(wxPhotoDanger)),
    ...readAccess,
  }),
  /** Lists conversations. The nearest answer deadline comes first, passed deadlines come last. */
  conversationPage: get('/weixin/wxmsg/conversation/page', {
    input: pageQuery(wxConversationFilter, ['lastAt']),
    answer: enveloped(pageOf(wxConversation)),
    ...readAccess,
  }),
  conversation: get('/weixin/wxmsg/conversation/{id}', {
    input: z.object({ id }),
    answer: enveloped(wxConversation),
    activity: 'background',
    ...readAccess,
    permit: 'wxmp:wxmsg:get',
  }),
  /**
   * Heartbeat of an open conversation, valid for 15 seconds. Sends whether the caller is typing, and returns the other
   * people in the conversation.
   */
  presence: post('/weixin/wxmsg/conversation/presence', {
    input: z.object({ wxUserId: id, typing: z.boolean() }),
    answer: enveloped(z.array(wxConversationViewer)),
    activity: 'background',
    effect: 'read',
    ...readAccess,
  }),
  take: post('/weixin/wxmsg/conversation/take', {
    input: followerInput,
    answer: enveloped(wxConversation),
    ...writeAccess,
  }),
  handOver: post('/weixin/wxmsg/conversation/handOver', {
    input: z.object({
      wxUserId: id,
      /** Id of the person who takes over the conversation. */ userId: id,
      note: z.optional(text(300, '说明')),
    }),
    answer: enveloped(wxConversation),
    ...writeAccess,
  }),
  /** Ends a conversation. The next message of the follower opens it again. */
  end: post('/weixin/wxmsg/conversation/end', {
    input: followerInput,
    answer: enveloped(wxConversation),
    ...writeAccess,
  }),
  /** Lists the people who may answer, so that a conversation can be handed over. */
  clerks: get('/weixin/wxmsg/conversation/clerks', {
    answer: enveloped(z.array(z.object({ userId: id, name: z.string() }))),
    ...readAccess,
  }),
};
