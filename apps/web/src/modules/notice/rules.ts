import { shareText as shareOf } from '@anlan/contract/domain/number-text';
import {
  announcementFields,
  audience as audienceOf,
  tenantAudience,
  type Announcement,
  type AnnouncementFields,
  type AnnouncementState,
  type Attachment,
} from '@anlan/contract/modules/notice/announcement';
import { formatInstant, parseInstant } from '@anlan/contract/domain/instant';
import * as z from 'zod/mini';

/** States in words and colours. */
export const stateWords: Readonly<Record<AnnouncementState, { label: string; tone: string }>> = {
  draft: { label: '草稿', tone: 'grey' },
  scheduled: { label: '待发布', tone: 'blue' },
  published: { label: '已发布', tone: 'green' },
  expired: { label: '已失效', tone: 'grey' },
  withdrawn: { label: '已撤回', tone: 'orange' },
};

/** Audiences in words. */
export const audienceWords: Readonly<Record<Announcement['audience'], string>> = {
  all: '全部人员',
  regions: '指定区域的企业',
  industries: '指定行业的企业',
  kinds: '指定人员类型',
  people: '指定人员',
  tenants: '指定单位',
};

/** Whom somebody may address who oversees some divisions alone. */
export const audiencesOfLimited: readonly Announcement['audience'][] = ['regions', 'people'];

/** What a form begins with for somebody who oversees some divisions alone. */
export const withinRecipients = (values: FormValues, limited: boolean): FormValues =>
  limited && !audiencesOfLimited.some((one) => one === values.audience)
    ? { ...values, audience: 'regions', targets: [] }
    : values;

/** For whom a row is, in words. */
export function audienceText({ audience, targetNames, targets }: Announcement, isSystem: boolean): string {
  if (audience === 'all') return isSystem ? '全部单位' : audienceWords.all;
  const shown = targetNames.slice(0, 3).join('、');
  return targets.length > 3 ? `${shown} 等 ${targets.length} 个` : shown;
}

/** What the form holds: raw input. */
export interface FormValues {
  title?: string;
  kind?: string | null;
  content?: string;
  audience?: Announcement['audience'];
  targets?: string[];
  publishAt?: string | null;
  expireAt?: string | null;
  needReceipt?: boolean;
  pinned?: boolean;
  files?: Attachment[];
}

/** What a form begins with. */
export const emptyForm: FormValues = {
  audience: 'all',
  targets: [],
  needReceipt: false,
  pinned: false,
  files: [],
  content: '',
};

/** How what was typed is kept in the browser. */
export const draftShape = z.object({
  title: z.optional(z.string()),
  kind: z.optional(z.nullable(z.string())),
  content: z.optional(z.string()),
  audience: z.optional(z.enum(['all', 'regions', 'industries', 'kinds', 'people', 'tenants'])),
  targets: z.optional(z.array(z.string())),
  publishAt: z.optional(z.nullable(z.string())),
  expireAt: z.optional(z.nullable(z.string())),
  needReceipt: z.optional(z.boolean()),
  pinned: z.optional(z.boolean()),
  files: z.optional(z.array(z.object({ id: z.string(), name: z.string() }))),
});

const textOf = (instant: Date | null) => (instant === null ? null : formatInstant(instant));

/** The form of a row. */
export const formOf = (row: Announcement): FormValues => ({
  title: row.title,
  kind: row.kind,
  content: row.content,
  audience: row.audience,
  targets: row.targets,
  publishAt: textOf(row.publishAt),
  expireAt: textOf(row.expireAt),
  needReceipt: row.needReceipt,
  pinned: row.pinned,
  files: row.files,
});

/** What a new one takes over from another: its words and audience, neither its times nor its files. */
export const copyOf = (row: Announcement): FormValues => ({
  ...formOf(row),
  publishAt: null,
  expireAt: null,
  files: [],
});

const instantOf = (text: string | null | undefined) => (text ? parseInstant(text) : null);

/** Whether something goes out at a time that is still to come; a time that has passed by then counts for now. */
export function isLater(publishAt: string | null | undefined, now: Date): boolean {
  const at = instantOf(publishAt);
  return at !== null && at > now;
}

interface Shared extends Omit<AnnouncementFields, 'audience' | 'needReceipt' | 'files'> {}
const shared = (values: FormValues): Shared => ({
  title: values.title ?? '',
  kind: values.kind ?? '',
  content: values.content ?? '',
  targets: values.audience === 'all' ? [] : (values.targets ?? []),
  publishAt: instantOf(values.publishAt),
  expireAt: instantOf(values.expireAt),
  pinned: values.pinned ?? false,
});

/** What the form says, for a tenant's announcement. */
export const fieldsOf = (values: FormValues): AnnouncementFields => ({
  ...shared(values),
  audience: z.parse(audienceOf, values.audience),
  needReceipt: values.needReceipt ?? false,
  files: values.files ?? [],
});
/** What the form says, for a notice of the platform's. */
export const systemFieldsOf = (values: FormValues) => ({
  ...shared(values),
  audience: z.parse(tenantAudience, values.audience),
});

const shapes = announcementFields.shape;
/** What is wrong with one field by the contract's own schema, or null. */
export function fieldProblem(name: 'title' | 'kind' | 'content', value: unknown): string | null {
  const result = shapes[name].safeParse(value ?? '');
  return result.success ? null : (result.error.issues[0]?.message ?? '填写有误');
}

/** What a reader's list is narrowed by. */
interface Narrowing {
  keyword?: string | undefined;
  kind?: readonly string[] | undefined;
  unread?: boolean | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** What the button says that marks all of a channel as read: beyond the list where that shows a part of what is unread. */
export function readAllText({ unread: _, ...part }: Narrowing): string {
  return Object.values(part).some((value) => value !== undefined) ? '全部已读（不限筛选）' : '全部已读';
}

/** A share as a person reads it; nothing of nothing is no share. */
export const shareText = (part: number, whole: number): string => shareOf(Math.min(part, whole), whole);
