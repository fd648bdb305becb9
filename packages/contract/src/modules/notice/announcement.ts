import * as z from 'zod/mini';
import { limits } from '../../limits.ts';
import { notice } from './announcement-feed.ts';
import { filled, formatted, id, instant } from '../../domain/fields.ts';

/** Whom an announcement is for: everybody, enterprises of divisions or industries, kinds of people, or named people. */
export const audience = z.enum(['all', 'regions', 'industries', 'kinds', 'people']);
/** Whom an announcement is for. */
export type Audience = z.output<typeof audience>;
/** Whom a notice of the platform is for: all tenants, or named ones. */
export const tenantAudience = z.enum(['all', 'tenants']);

/** Where an announcement stands; scheduled and expired follow from its times. */
export const announcementState = z.enum(['draft', 'scheduled', 'published', 'expired', 'withdrawn']);
/** Where an announcement stands. */
export type AnnouncementState = z.output<typeof announcementState>;

/** A file that goes with an announcement. */
export const attachment = z.object({
  /** Id of the uploaded file. */
  id,
  /** Name it is shown under. */
  name: filled(120, '附件名称'),
});
/** A file that goes with an announcement. */
export type Attachment = z.output<typeof attachment>;

const kind = z.string('请选择类别').check(z.regex(/^[A-Za-z0-9]{1,32}$/, '请选择类别'));
const target = z.string().check(z.minLength(1), z.maxLength(40));
const content = formatted('正文');
const targets = z
  .array(target)
  .check(z.maxLength(limits.announcement.targets, `最多选择 ${limits.announcement.targets} 个`));
const files = z
  .array(attachment)
  .check(z.maxLength(limits.announcement.files, `附件最多 ${limits.announcement.files} 个`));

const shared = {
  /** 标题 */
  title: filled(80, '标题'),
  /** 类别, code of dictionary noticeKind */
  kind,
  /** 正文, rich text; what is not allowed is left out on saving. */
  content,
  /** Regions, industries, kinds of people, people or tenants, as `audience` says; empty for all. */
  targets: z.optional(targets),
  /** 发布时间; at once where none is given. */
  publishAt: z.optional(z.nullable(instant)),
  /** 失效时间 */
  expireAt: z.optional(z.nullable(instant)),
  /** 置顶 */
  pinned: z.optional(z.boolean()),
};

/** What a person writes into an announcement. */
export const announcementFields = z.object({
  ...shared,
  /** 发布范围 */
  audience,
  /** 需要回执 */
  needReceipt: z.optional(z.boolean()),
  /** 附件 */
  files: z.optional(files),
});
/** What a person writes into an announcement. */
export type AnnouncementFields = z.output<typeof announcementFields>;

/** What the platform writes into a notice. */
export const systemNoticeFields = z.object({
  ...shared,
  /** 发布范围 */
  audience: tenantAudience,
});
/** What the platform writes into a notice. */
export type SystemNoticeFields = z.output<typeof systemNoticeFields>;

const which = {
  /** Which one. */
  id,
  /** The version the person saw; a stale one answers 409 with the row. */
  version: z.int(),
};
/** Changes to a draft or to one that is not out yet: absent = unchanged. */
export const announcementPatch = z.extend(z.partial(announcementFields), which);
/** Changes to a draft. */
export type AnnouncementPatch = z.output<typeof announcementPatch>;
/** Changes to a draft of the platform's. */
export const systemNoticePatch = z.extend(z.partial(systemNoticeFields), which);

/** A step that names the row as the person saw it. */
export const announcementStep = z.object(which);
/** Takes one back, with the reason that readers are told. */
export const withdrawal = z.object({
  ...which,
  /** 撤回原因 */
  reason: filled(limits.noteMax, '撤回原因').check(
    z.minLength(limits.reasonMin, `撤回原因至少 ${limits.reasonMin} 个字`),
  ),
});
/** Puts one before the others, or back among them. */
export const pinning = z.object({ ...which, /** Whether it stands first. */ pinned: z.boolean() });

/** What a person may do with an announcement they keep. */
export const announcementAbility = z.enum(['update', 'remove', 'publish', 'withdraw', 'pin', 'remind']);
/** What a person may do with an announcement they keep. */
export type AnnouncementAbility = z.output<typeof announcementAbility>;

/** An announcement as those see it who write and publish. */
export const announcement = z.object({
  /** Id. */
  id,
  /** Grows with every change. */
  version: z.int(),
  /** What the caller may do with it. */
  abilities: z.array(announcementAbility),
  /** 标题 */
  title: z.string(),
  /** 类别 */
  kind: z.string(),
  /** 正文; empty in lists. */
  content: z.string(),
  /** 状态 */
  state: announcementState,
  /** 发布范围 */
  audience: z.enum(['all', 'regions', 'industries', 'kinds', 'people', 'tenants']),
  /** Values of the audience. */
  targets: z.array(z.string()),
  /** The values in words, as far as they have some. */
  targetNames: z.array(z.string()),
  /** 需要回执 */
  needReceipt: z.boolean(),
  /** 置顶 */
  pinned: z.boolean(),
  /** 附件 */
  files: z.array(attachment),
  /** 发布时间 */
  publishAt: z.nullable(instant),
  /** 失效时间 */
  expireAt: z.nullable(instant),
  /** 发布人 */
  publisherName: z.nullable(z.string()),
  /** 撤回原因 */
  withdrawReason: z.nullable(z.string()),
  /** 最近催阅 */
  remindedAt: z.nullable(instant),
  /** 已读数 */
  readCount: z.int(),
  /** 回执数 */
  receiptCount: z.int(),
  /** How many people it reaches beside its publisher; null in lists and for the platform's. */
  reach: z.nullable(z.int()),
  /** 更新时间 */
  updatedAt: instant,
});
/** An announcement as those see it who write and publish. */
export type Announcement = z.output<typeof announcement>;

/** An announcement or notice as its reader opens it. */
export const article = z.extend(notice, {
  /** 正文 */
  content: z.string(),
  /** 附件 */
  files: z.array(attachment),
  /** 失效时间 */
  expireAt: z.nullable(instant),
});
/** An announcement or notice as its reader opens it. */
export type Article = z.output<typeof article>;

/** Who of those it is for: has read, has not, has confirmed, has not. */
export const readerState = z.enum(['read', 'unread', 'confirmed', 'unconfirmed']);
/** Who of those it is for. */
export type ReaderState = z.output<typeof readerState>;

/** One of those whom an announcement is for. */
export const reader = z.object({
  /** Id of the person. */
  id,
  /** 姓名 */
  name: z.string(),
  /** One of their enterprises, where they have some. */
  enterpriseName: z.nullable(z.string()),
  /** 阅读时间 */
  readAt: z.nullable(instant),
  /** 回执时间 */
  receiptAt: z.nullable(instant),
});
/** One of those whom an announcement is for. */
export type Reader = z.output<typeof reader>;

/** How far an audience reaches. */
export const reach = z.object({
  /** People who may sign in. */
  people: z.int(),
  /** Enterprises among them, where the audience is one of enterprises; null otherwise. */
  enterprises: z.nullable(z.int()),
});
/** How far an audience reaches. */
export type Reach = z.output<typeof reach>;

/** A person who may be named. */
export const addressee = z.object({
  /** Id of the person. */
  id,
  /** 姓名 */
  name: z.string(),
  /** What tells them from others of the same name: unit or enterprise. */
  place: z.nullable(z.string()),
});
/** A person who may be named. */
export type Addressee = z.output<typeof addressee>;

/** How many people a word or a reminder went to. */
export const reminded = z.object({ /** People who have not answered. */ people: z.int() });

/** Columns that the publisher's list may be ordered by. */
export const announcementSortable = ['updatedAt', 'publishAt'] as const;
/** A column that the publisher's list may be ordered by. */
export type AnnouncementSort = (typeof announcementSortable)[number];
