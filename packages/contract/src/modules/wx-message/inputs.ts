import * as z from 'zod/mini';
import { flag, id, text } from '../../domain/fields.ts';
import { wxArticle } from './views.ts';
import { wxAppId } from '../wx-account/resource.ts';

const address = (label: string) =>
  z.string().check(z.maxLength(1000, `${label}过长`), z.regex(/^https?:\/\//, `${label}应以 http:// 或 https:// 开头`));

export const wxSendInput = z.object({
  appId: wxAppId,
  wxUserId: id,
  repType: z.enum(['text', 'image', 'voice', 'video', 'news', 'music'], '请选择消息类型'),
  repContent: z.optional(z.nullable(z.string().check(z.maxLength(600, '文字最多 600 个字')))),
  /** Media id of a material of the account: picture, voice, video or news. */
  repMediaId: z.optional(z.nullable(text(128, '素材'))),
  repName: z.optional(z.nullable(text(64, '标题'))),
  repDesc: z.optional(z.nullable(text(200, '描述'))),
  repUrl: z.optional(z.nullable(address('音乐链接'))),
  repHqUrl: z.optional(z.nullable(address('高品质链接'))),
  repThumbMediaId: z.optional(z.nullable(text(128, '缩略图'))),
  /** Articles of a news message; only the first is sent. */
  content: z.optional(z.nullable(z.object({ articles: z.array(wxArticle).check(z.maxLength(8)) }))),
  /**
   * Id of the last message that the writer has seen. If a colleague has answered since then, the writer must confirm
   * the message.
   */
  seenId: z.optional(z.nullable(id)),
  /**
   * Questions that the writer has confirmed. If a question is open, the call is refused, and the error names the
   * question as its field.
   */
  sure: z.optional(z.array(z.enum(['lastInWindow', 'answeredMeanwhile', 'takenByOther'])).check(z.maxLength(3))),
});
export type WxSendInput = z.output<typeof wxSendInput>;

export const wxMessageFilter = {
  appId: z.optional(wxAppId),
  /** Id of a follower whose messages are listed. If absent, the last message of each follower is listed. */
  wxUserId: z.optional(id),
  notInRepType: z.optional(z.literal('event')),
  /** Direction of the messages: 1 from followers, 2 from accounts. */
  type: z.optional(z.enum(['1', '2'])),
  repType: z.optional(
    z.enum(['text', 'image', 'voice', 'video', 'shortvideo', 'location', 'link', 'news', 'music', 'event']),
  ),
  nickName: z.optional(text(64)),
  readFlag: z.optional(z.enum(['0', '1'])),
  /** Id of a message: returns messages older than it. New messages do not shift the pages. */
  beforeId: z.optional(id),
  /** Whether the list includes internal notes. */
  notes: z.optional(flag),
};

export const wxConversationFilter = {
  appId: z.optional(wxAppId),
  state: z.optional(z.enum(['pending', 'answered', 'ended'])),
  /** Who handles the conversation: `mine`, `nobody`, or the id of a person. */
  assignee: z.optional(z.union([z.enum(['mine', 'nobody']), id])),
  nickName: z.optional(text(64)),
  /** With 1, only conversations that have unread messages. */
  readFlag: z.optional(z.enum(['0', '1'])),
  repType: z.optional(
    z.enum(['text', 'image', 'voice', 'video', 'shortvideo', 'location', 'link', 'news', 'music', 'event']),
  ),
};
