import * as z from 'zod/mini';
import { id, instant, whole } from '../../domain/fields.ts';

/** Kinds of messages as the wire has them; a note is for colleagues and never leaves. */
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
/** Kind of a message. */
export type WxRepType = (typeof wxRepTypes)[number];

/** One article of a news message. */
export const wxArticle = z.object({
  title: z.string().check(z.maxLength(128)),
  /** Summary. */
  digest: z.optional(z.string().check(z.maxLength(500))),
  /** Where it leads to. */
  url: z.optional(z.string().check(z.maxLength(1000))),
  /** Address of its picture. */
  thumbUrl: z.optional(z.string().check(z.maxLength(1000))),
});
/** One article of a news message. */
export type WxArticle = z.output<typeof wxArticle>;

/** A message between a follower and an account, either way. */
export const wxMessage = z.object({
  /** Ids grow with time: a message with a greater id is younger. */
  id,
  appId: z.string(),
  appName: z.string(),
  /** Address of the account's picture; null where it has none. */
  appLogo: z.nullable(z.string()),
  /** The follower. */
  wxUserId: id,
  nickName: z.string(),
  headimgUrl: z.nullable(z.string()),
  /** 1 from the follower, 2 from the account, 3 a note among colleagues. */
  type: z.enum(['1', '2', '3']),
  repType: z.enum(wxRepTypes),
  /** Kind of an event: subscribe, unsubscribe, SCAN, CLICK, VIEW, scancode_waitmsg, LOCATION … */
  repEvent: z.nullable(z.string()),
  /** Text; key of a CLICK, address of a VIEW, result of a scan; label of a place; recognised words of a voice. */
  repContent: z.nullable(z.string()),
  /** WeChat's id of picture, voice or video; tempMaterialOther opens those of followers, materialOther ours. */
  repMediaId: z.nullable(z.string()),
  /** Title of a link, video or music, name of a menu entry. */
  repName: z.nullable(z.string()),
  /** Description of a link, video or music. */
  repDesc: z.nullable(z.string()),
  repUrl: z.nullable(z.string()),
  repHqUrl: z.nullable(z.string()),
  repThumbMediaId: z.nullable(z.string()),
  /** Where the small picture of a film, of music or of news is fetched; null where there is none. */
  repThumbUrl: z.nullable(z.string()),
  /** Latitude of a place. */
  repLocationX: z.nullable(z.number()),
  /** Longitude of a place. */
  repLocationY: z.nullable(z.number()),
  repScale: z.nullable(z.number()),
  /** Articles of a news message. */
  content: z.nullable(z.object({ articles: z.array(wxArticle) })),
  /** 0 read, 1 unread. */
  readFlag: z.enum(['0', '1']),
  createTime: instant,
  /** Whether WeChat took a message of ours: sending, sent, failed; null for a follower's. */
  sendState: z.nullable(z.enum(['sending', 'sent', 'failed'])),
  /** Why it failed, in words. */
  failReason: z.nullable(z.string()),
  /** Who wrote it; 自动回复 for an automatic answer. */
  senderName: z.nullable(z.string()),
  /** Whether it was an automatic answer. */
  auto: z.boolean(),
  /** Messages of the follower that match, where each follower's last is listed. */
  countMsg: z.optional(whole),
});
/** A message between a follower and an account. */
export type WxMessage = z.output<typeof wxMessage>;

/** Somebody else who has the conversation open. */
export const wxLooker = z.object({
  userId: id,
  name: z.string(),
  /** Whether they are writing an answer. */
  typing: z.boolean(),
});

/** What stands open of a conversation and until when it may be answered. */
export const wxConversation = z.object({
  wxUserId: id,
  appId: z.string(),
  appName: z.string(),
  nickName: z.string(),
  headimgUrl: z.nullable(z.string()),
  remark: z.nullable(z.string()),
  /** Whether the follower still follows. */
  subscribed: z.boolean(),
  /** pending: waits for an answer; answered; ended. */
  state: z.enum(['pending', 'answered', 'ended']),
  /** Messages of the follower that nobody has read. */
  unread: whole,
  assigneeId: z.nullable(id),
  assigneeName: z.nullable(z.string()),
  /** Until when WeChat lets the account answer; null where it never might or no longer may. */
  windowEndsAt: z.nullable(instant),
  /** Messages that may still be sent in that time. */
  windowLeft: whole,
  lastAt: instant,
  /** The last message; null where there is none yet. */
  last: z.nullable(wxMessage),
  /** Since when an answer is waited for. */
  waitingSince: z.nullable(instant),
  /** Who else has it open now. */
  lookers: z.array(wxLooker),
});
/** What stands open of a conversation. */
export type WxConversation = z.output<typeof wxConversation>;

/** Unread messages of followers; one mark that all clerks share. */
export const wxUnread = z.object({
  /** In conversations of the caller. */
  own: whole,
  /** In conversations that nobody has taken. */
  unassigned: whole,
  /** In all. */
  all: whole,
});
