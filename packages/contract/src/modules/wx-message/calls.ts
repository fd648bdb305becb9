import * as z from 'zod/mini';
import { filled, id, text, withId } from '../../domain/fields.ts';
import { limits } from '../../limits.ts';
import { enveloped, get, nothing, pageOf, pageQuery, post } from '../../http/dialect.ts';
import { wxConversationFilter, wxMessageFilter, wxSendInput } from './inputs.ts';
import { wxConversation, wxLooker, wxMessage, wxUnread } from './views.ts';

const ofFollower = z.object({ /** The follower. */ wxUserId: id });
const look = { permit: 'wxmp:wxmsg:index', origin: 'chosen' } as const;
const act = { permit: 'wxmp:wxmsg:edit', origin: 'chosen' } as const;

/** Calls of messages between followers and public accounts. */
export const wxMessageCalls = {
  /**
   * With `wxUserId` the history of one follower, newest first (ST-12); without it the last message of each follower, with
   * `countMsg` of those that match (LY-15). Events are left out with `notInRepType=event`.
   */
  page: get('/weixin/wxmsg/page', {
    input: pageQuery(wxMessageFilter, ['createTime']),
    answer: enveloped(pageOf(wxMessage)),
    permit: 'wxmp:wxmsg:index',
    activity: 'background',
    origin: 'spec §7',
  }),
  /** Messages of a follower that are younger than the last one seen, oldest first: what a gap of the live channel left out. */
  missed: get('/weixin/wxmsg/missed', {
    input: z.object({ wxUserId: id, /** The last one seen. */ afterId: id }),
    answer: enveloped(z.array(wxMessage)),
    activity: 'background',
    ...look,
  }),
  /** Searches the text of all messages; two characters suffice. */
  search: get('/weixin/wxmsg/search', {
    input: z.object({
      keyword: text(limits.search.max).check(z.minLength(2, '请至少输入两个字')),
      /** One follower alone. */
      wxUserId: z.optional(id),
      /** Messages older than this one. */
      beforeId: z.optional(id),
    }),
    answer: enveloped(z.array(wxMessage)),
    ...look,
  }),
  unread: get('/weixin/wxmsg/unread', { answer: enveloped(wxUnread), activity: 'background', ...look }),
  /** Sends a message; answers the stored one, whose `sendState` says whether WeChat took it. */
  send: post('/weixin/wxmsg', {
    input: wxSendInput,
    answer: enveloped(wxMessage),
    permit: 'wxmp:wxmsg:add',
    impersonation: false,
    origin: 'spec §7',
  }),
  /** Sends a message that failed once more. */
  retry: post('/weixin/wxmsg/retry', {
    input: withId,
    answer: enveloped(wxMessage),
    permit: 'wxmp:wxmsg:add',
    origin: 'chosen',
  }),
  /** Marks one message, or all of a follower, read or unread. */
  readFlag: post('/weixin/wxmsg/update', {
    input: z.object({
      id: z.optional(id),
      wxUserId: z.optional(id),
      /** 0 read, 1 unread. */
      readFlag: z.enum(['0', '1'], '请选择已读或未读'),
    }),
    answer: nothing,
    permit: 'wxmp:wxmsg:edit',
    activity: 'background',
    origin: 'spec §7',
  }),
  /** A note to colleagues; it stands in the history (`notes=true`) and never leaves. */
  note: post('/weixin/wxmsg/note', {
    input: z.object({ wxUserId: id, text: filled(300, '备注内容') }),
    answer: enveloped(wxMessage),
    ...act,
  }),
  /** Keeps the picture of a message as a photo of the caller, for a form that reports a danger with it. */
  photo: post('/weixin/wxmsg/photo', {
    input: withId,
    answer: enveloped(z.object({ /** Id of the file. */ id, name: z.string() })),
    ...act,
  }),
  /** Conversations; first whose time to answer ends first, then those that can no longer be answered. */
  conversationPage: get('/weixin/wxmsg/conversation/page', {
    input: pageQuery(wxConversationFilter, ['lastAt']),
    answer: enveloped(pageOf(wxConversation)),
    ...look,
  }),
  conversation: get('/weixin/wxmsg/conversation/{id}', {
    input: z.object({ /** The follower. */ id }),
    answer: enveloped(wxConversation),
    activity: 'background',
    ...look,
    permit: 'wxmp:wxmsg:get',
  }),
  /** Says that the caller has a conversation open, and whether they write; answers who else has. Good for 15 seconds. */
  presence: post('/weixin/wxmsg/conversation/presence', {
    input: z.object({ wxUserId: id, typing: z.boolean() }),
    answer: enveloped(z.array(wxLooker)),
    activity: 'background',
    effect: 'read',
    ...look,
  }),
  take: post('/weixin/wxmsg/conversation/take', { input: ofFollower, answer: enveloped(wxConversation), ...act }),
  handOver: post('/weixin/wxmsg/conversation/handOver', {
    input: z.object({ wxUserId: id, /** Who goes on. */ userId: id, note: z.optional(text(300, '说明')) }),
    answer: enveloped(wxConversation),
    ...act,
  }),
  /** Ends a conversation; the next message of the follower opens it again. */
  end: post('/weixin/wxmsg/conversation/end', { input: ofFollower, answer: enveloped(wxConversation), ...act }),
  /** People who may answer, for handing over. */
  clerks: get('/weixin/wxmsg/conversation/clerks', {
    answer: enveloped(z.array(z.object({ userId: id, name: z.string() }))),
    ...look,
  }),
};
