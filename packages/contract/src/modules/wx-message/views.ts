import * as z from 'zod/mini';
import { id, instant, whole } from '../../domain/fields.ts';

/** Kinds of messages as on the wire. A note is internal and never sent to followers. */
export const wxRepTypes = [
  'text',
  'image',
  'voice',
  'video',
  'shortvideo',
  'location',
  'link',
  'news',
  'music',
  'event',
  'note',
] as const;
export type WxRepType = (typeof wxRepTypes)[number];

export const wxArticle = z.object({
  title: z.string().check(z.maxLength(128)),
  digest: z.optional(z.string().check(z.maxLength(500))),
  url: z.optional(z.string().check(z.maxLength(1000))),
  thumbUrl: z.optional(z.string().check(z.maxLength(1000))),
});
export type WxArticle = z.output<typeof wxArticle>;

/** A danger that was reported with the picture of a message. */
export const wxPhotoDanger = z.object({
  messageId: id,
  dangerId: id,
  no: z.string(),
  /** State of the danger, an item of the dictionary rectificationStatus. */
  status: z.string(),
});
export type WxPhotoDanger = z.output<typeof wxPhotoDanger>;

export const wxMessage = z.object({
  /** Id of the message. Ids increase with time. */
  id,
  appId: z.string(),
  appName: z.string(),
  appLogo: z.nullable(z.string()),
  wxUserId: id,
  nickName: z.string(),
  headimgUrl: z.nullable(z.string()),
  /** Direction: 1 from the follower, 2 from the account, 3 internal note. */
  type: z.enum(['1', '2', '3']),
  repType: z.enum(wxRepTypes),
  /**
   * Kind of the event: subscribe, unsubscribe, SCAN, CLICK, VIEW, scancode_waitmsg, LOCATION …; null if the message is
   * no event.
   */
  repEvent: z.nullable(z.string()),
  /**
   * Text of the message. Also: key of a CLICK, address of a VIEW, result of a scan, label of a place, recognised text
   * of a voice message.
   */
  repContent: z.nullable(z.string()),
  /** Media id at WeChat. tempMaterialOther returns media of followers, materialOther media of the account. */
  repMediaId: z.nullable(z.string()),
  /** Title of a link, video or music; name of a menu entry. */
  repName: z.nullable(z.string()),
  repDesc: z.nullable(z.string()),
  repUrl: z.nullable(z.string()),
  repHqUrl: z.nullable(z.string()),
  repThumbMediaId: z.nullable(z.string()),
  /** Address of the thumbnail of a video, music or news message; null if there is none. */
  repThumbUrl: z.nullable(z.string()),
  repLocationX: z.nullable(z.number()),
  repLocationY: z.nullable(z.number()),
  repScale: z.nullable(z.number()),
  content: z.nullable(z.object({ articles: z.array(wxArticle) })),
  /** Read mark: 0 read, 1 unread. */
  readFlag: z.enum(['0', '1']),
  createTime: instant,
  /** Whether WeChat has accepted the message; null for messages of followers. */
  sendState: z.nullable(z.enum(['sending', 'sent', 'failed'])),
  failReason: z.nullable(z.string()),
  /** Name of the sender; 自动回复 for an automatic answer. */
  senderName: z.nullable(z.string()),
  auto: z.boolean(),
  /** Number of messages of the follower that match the filter; only in the list of last messages. */
  countMsg: z.optional(whole),
});
export type WxMessage = z.output<typeof wxMessage>;

export const wxConversationViewer = z.object({
  userId: id,
  name: z.string(),
  typing: z.boolean(),
});

/** State of a conversation, and the time until which it can be answered. */
export const wxConversation = z.object({
  wxUserId: id,
  appId: z.string(),
  appName: z.string(),
  nickName: z.string(),
  headimgUrl: z.nullable(z.string()),
  remark: z.nullable(z.string()),
  subscribed: z.boolean(),
  /** State of the conversation. `pending`: the follower waits for an answer. */
  state: z.enum(['pending', 'answered', 'ended']),
  unread: whole,
  assigneeId: z.nullable(id),
  assigneeName: z.nullable(z.string()),
  /** Until when WeChat allows answers; null if the time is over or never began. */
  windowEndsAt: z.nullable(instant),
  /** Number of messages that WeChat still allows until `windowEndsAt`. */
  windowLeft: whole,
  lastAt: instant,
  last: z.nullable(wxMessage),
  waitingSince: z.nullable(instant),
  lookers: z.array(wxConversationViewer),
});
export type WxConversation = z.output<typeof wxConversation>;

/** Number of unread messages of followers. All people who answer share the read mark. */
export const wxUnread = z.object({
  own: whole,
  /** Number of unread messages in conversations that nobody handles. */
  unassigned: whole,
  all: whole,
});
