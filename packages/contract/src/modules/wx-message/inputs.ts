import * as z from 'zod/mini';
import { flag, id, text } from '../../domain/fields.ts';
import { wxArticle } from './views.ts';
import { wxAppId } from '../wx-account/resource.ts';

const address = (label: string) =>
  z.string().check(z.maxLength(1000, `${label}过长`), z.regex(/^https?:\/\//, `${label}应以 http:// 或 https:// 开头`));

/** A message to a follower. */
export const wxSendInput = z.object({
  appId: wxAppId,
  /** The follower. */
  wxUserId: id,
  repType: z.enum(['text', 'image', 'voice', 'video', 'news', 'music'], '请选择消息类型'),
  /** Text, at most 600 characters. */
  repContent: z.optional(z.nullable(z.string().check(z.maxLength(600, '文字最多 600 个字')))),
  /** Material of the account: picture, voice, video, news. */
  repMediaId: z.optional(z.nullable(text(128, '素材'))),
  /** Title of a video or of music. */
  repName: z.optional(z.nullable(text(64, '标题'))),
  repDesc: z.optional(z.nullable(text(200, '描述'))),
  /** Address of music. */
  repUrl: z.optional(z.nullable(address('音乐链接'))),
  repHqUrl: z.optional(z.nullable(address('高品质链接'))),
  /** Picture of a video or of music. */
  repThumbMediaId: z.optional(z.nullable(text(128, '缩略图'))),
  /** Articles of a news message; the first alone is sent. */
  content: z.optional(z.nullable(z.object({ articles: z.array(wxArticle).check(z.maxLength(8)) }))),
  /** The last message that the writer has seen: where a colleague has answered after it, the answer is held back. */
  seenId: z.optional(z.nullable(id)),
  /** Questions that the writer has answered with yes; a refusal names the open one as its field. */
  sure: z.optional(z.array(z.enum(['lastInWindow', 'answeredMeanwhile'])).check(z.maxLength(2))),
});
/** A message to a follower. */
export type WxSendInput = z.output<typeof wxSendInput>;

/** What messages are narrowed by. */
export const wxMessageFilter = {
  appId: z.optional(wxAppId),
  /** The history of one follower; without it each follower's last message. */
  wxUserId: z.optional(id),
  /** Leaves out a kind. */
  notInRepType: z.optional(z.literal('event')),
  /** 1 from followers, 2 from accounts. */
  type: z.optional(z.enum(['1', '2'])),
  repType: z.optional(
    z.enum(['text', 'image', 'voice', 'video', 'shortvideo', 'location', 'link', 'news', 'music', 'event']),
  ),
  nickName: z.optional(text(64)),
  readFlag: z.optional(z.enum(['0', '1'])),
  /** Messages older than this one: pages that do not move while messages arrive. */
  beforeId: z.optional(id),
  /** Whether notes among colleagues stand between the messages. */
  notes: z.optional(flag),
};

/** What conversations are narrowed by. */
export const wxConversationFilter = {
  appId: z.optional(wxAppId),
  state: z.optional(z.enum(['pending', 'answered', 'ended'])),
  /** mine, nobody's, or a person's. */
  assignee: z.optional(z.union([z.enum(['mine', 'nobody']), id])),
  nickName: z.optional(text(64)),
  /** 1: with unread messages alone. */
  readFlag: z.optional(z.enum(['0', '1'])),
  /** Kind of the last message. */
  repType: z.optional(
    z.enum(['text', 'image', 'voice', 'video', 'shortvideo', 'location', 'link', 'news', 'music', 'event']),
  ),
};
