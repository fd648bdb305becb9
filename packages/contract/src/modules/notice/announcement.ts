import * as z from 'zod/mini';
import { limits } from '../../limits.ts';
import { notice } from './announcement-feed.ts';
import { day, requiredText, requiredRichText, id, instant } from '../../domain/fields.ts';

export const audience = z.enum(['all', 'regions', 'industries', 'enterprises', 'kinds', 'people']);
export type Audience = z.output<typeof audience>;
export const tenantAudience = z.enum(['all', 'tenants']);

/** State of an announcement. `scheduled` and `expired` are derived from its times. */
export const announcementState = z.enum(['draft', 'scheduled', 'published', 'expired', 'withdrawn']);
export type AnnouncementState = z.output<typeof announcementState>;

export const attachment = z.object({
  id,
  name: requiredText(120, '附件名称'),
});
export type Attachment = z.output<typeof attachment>;

const kind = z.string('请选择类别').check(z.regex(/^[A-Za-z0-9]{1,32}$/, '请选择类别'));
const target = z.string().check(z.minLength(1), z.maxLength(40));
const content = requiredRichText('正文');
const targets = z
  .array(target)
  .check(z.maxLength(limits.announcement.targets, `最多选择 ${limits.announcement.targets} 个`));
const files = z
  .array(attachment)
  .check(z.maxLength(limits.announcement.files, `附件最多 ${limits.announcement.files} 个`));

const sharedFields = {
  title: requiredText(80, '标题'),
  kind,
  /** Rich text; disallowed markup is removed on saving. */
  content,
  /** Values that match `audience`: regions, industries, enterprises, kinds of people, people or tenants; empty for all. */
  targets: z.optional(targets),
  /** Time of publication (发布时间); if absent, the announcement is published at once. */
  publishAt: z.optional(z.nullable(instant)),
  expireAt: z.optional(z.nullable(instant)),
  pinned: z.optional(z.boolean()),
};

export const announcementFields = z.object({
  ...sharedFields,
  audience,
  needReceipt: z.optional(z.boolean()),
  /** Last day for receipts (回执截止). */
  receiptDueOn: z.optional(z.nullable(day)),
  files: z.optional(files),
});
export type AnnouncementFields = z.output<typeof announcementFields>;

export const systemNoticeFields = z.object({
  ...sharedFields,
  audience: tenantAudience,
});
export type SystemNoticeFields = z.output<typeof systemNoticeFields>;

const rowVersion = {
  id,
  /** Version that the caller loaded; a stale version returns 409 with the current row. */
  version: z.int(),
};
/** Input of a change to a draft or an unpublished announcement. Absent fields stay unchanged. */
export const announcementPatch = z.extend(z.partial(announcementFields), rowVersion);
export type AnnouncementPatch = z.output<typeof announcementPatch>;
export const systemNoticePatch = z.extend(z.partial(systemNoticeFields), rowVersion);

export const announcementStep = z.object(rowVersion);
/** Withdraws an announcement; readers see the reason. */
export const withdrawal = z.object({
  ...rowVersion,
  reason: requiredText(limits.noteMax, '撤回原因').check(
    z.minLength(limits.reasonMin, `撤回原因至少 ${limits.reasonMin} 个字`),
  ),
});
export const pinning = z.object({ ...rowVersion, pinned: z.boolean() });

export const announcementAbility = z.enum(['update', 'remove', 'publish', 'withdraw', 'pin', 'remind']);
export type AnnouncementAbility = z.output<typeof announcementAbility>;

export const announcement = z.object({
  id,
  version: z.int(),
  abilities: z.array(announcementAbility),
  title: z.string(),
  kind: z.string(),
  /** Text of the announcement; empty in lists. */
  content: z.string(),
  state: announcementState,
  audience: z.enum(['all', 'regions', 'industries', 'enterprises', 'kinds', 'people', 'tenants']),
  targets: z.array(z.string()),
  /** Names of the `targets` for display, if they are available. */
  targetNames: z.array(z.string()),
  needReceipt: z.boolean(),
  receiptDueOn: z.nullable(day),
  pinned: z.boolean(),
  files: z.array(attachment),
  publishAt: z.nullable(instant),
  expireAt: z.nullable(instant),
  publisherName: z.nullable(z.string()),
  withdrawReason: z.nullable(z.string()),
  remindedAt: z.nullable(instant),
  readCount: z.int(),
  receiptCount: z.int(),
  /** Number of recipients without the publisher; null in lists and for platform notices. */
  reach: z.nullable(z.int()),
  updatedAt: instant,
});
export type Announcement = z.output<typeof announcement>;

export const article = z.extend(notice, {
  content: z.string(),
  files: z.array(attachment),
  expireAt: z.nullable(instant),
});
export type Article = z.output<typeof article>;

export const readerState = z.enum(['read', 'unread', 'confirmed', 'unconfirmed']);
export type ReaderState = z.output<typeof readerState>;

export const reader = z.object({
  id,
  name: z.string(),
  enterpriseName: z.nullable(z.string()),
  readAt: z.nullable(instant),
  receiptAt: z.nullable(instant),
});
export type Reader = z.output<typeof reader>;

export const reach = z.object({
  people: z.int(),
  /** Number of enterprises; null if the audience is not selected by enterprise. */
  enterprises: z.nullable(z.int()),
});
export type Reach = z.output<typeof reach>;

export const addressee = z.object({
  id,
  name: z.string(),
  /** Unit or enterprise of the person, to distinguish people with the same name. */
  place: z.nullable(z.string()),
});
export type Addressee = z.output<typeof addressee>;

export const reminderResult = z.object({ people: z.int() });

export const announcementSortable = ['updatedAt', 'publishAt'] as const;
export type AnnouncementSort = (typeof announcementSortable)[number];
