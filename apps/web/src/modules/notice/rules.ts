import { shareText as shareOf } from '@anlan/contract/domain/number-text';
import {
  announcementFields,
  audience as audienceOf,
  tenantAudience,
  type Announcement,
  type AnnouncementFields,
  type Attachment,
} from '@anlan/contract/modules/notice/announcement';
import { formatInstant, parseInstant } from '@anlan/contract/domain/instant';
import * as z from 'zod/mini';

export const audienceWords: Readonly<Record<Announcement['audience'], string>> = {
  all: '全部人员',
  regions: '指定区域的企业',
  industries: '指定行业的企业',
  enterprises: '指定企业',
  kinds: '指定人员类型',
  people: '指定人员',
  tenants: '指定单位',
};

/** Audiences allowed for a person with limited regions. */
export const audiencesOfLimited: readonly Announcement['audience'][] = ['regions', 'enterprises', 'people'];

/** Initial form values for a person with limited regions. */
export const limitAudience = (values: FormValues, limited: boolean): FormValues =>
  limited && !audiencesOfLimited.some((one) => one === values.audience)
    ? { ...values, audience: 'regions', targets: [] }
    : values;

export function audienceText({ audience, targetNames, targets }: Announcement, isSystem: boolean): string {
  if (audience === 'all') return isSystem ? '全部单位' : audienceWords.all;
  const shown = targetNames.slice(0, 3).join('、');
  return targets.length > 3 ? `${shown} 等 ${targets.length} 个` : shown;
}

export interface FormValues {
  title?: string;
  kind?: string | null;
  content?: string;
  audience?: Announcement['audience'];
  targets?: string[];
  publishAt?: string | null;
  expireAt?: string | null;
  needReceipt?: boolean;
  receiptDueOn?: string | null;
  pinned?: boolean;
  files?: Attachment[];
}

export const emptyForm: FormValues = {
  audience: 'all',
  targets: [],
  needReceipt: false,
  pinned: false,
  files: [],
  content: '',
};

export const draftShape = z.object({
  title: z.optional(z.string()),
  kind: z.optional(z.nullable(z.string())),
  content: z.optional(z.string()),
  audience: z.optional(z.enum(['all', 'regions', 'industries', 'enterprises', 'kinds', 'people', 'tenants'])),
  targets: z.optional(z.array(z.string())),
  publishAt: z.optional(z.nullable(z.string())),
  expireAt: z.optional(z.nullable(z.string())),
  needReceipt: z.optional(z.boolean()),
  receiptDueOn: z.optional(z.nullable(z.string())),
  pinned: z.optional(z.boolean()),
  files: z.optional(z.array(z.object({ id: z.string(), name: z.string() }))),
});

const textOf = (instant: Date | null) => (instant === null ? null : formatInstant(instant));

export const formOf = (row: Announcement): FormValues => ({
  title: row.title,
  kind: row.kind,
  content: row.content,
  audience: row.audience,
  targets: row.targets,
  publishAt: textOf(row.publishAt),
  expireAt: textOf(row.expireAt),
  needReceipt: row.needReceipt,
  receiptDueOn: row.receiptDueOn,
  pinned: row.pinned,
  files: row.files,
});

/** Form values for a copy of an announcement: text and audience, without times and files. */
export const copyOf = (row: Announcement): FormValues => ({
  ...formOf(row),
  publishAt: null,
  expireAt: null,
  receiptDueOn: null,
  files: [],
});

const instantOf = (text: string | null | undefined) => (text ? parseInstant(text) : null);

/** Whether publication is scheduled for the future. A past time means immediate publication. */
export function isLater(publishAt: string | null | undefined, now: Date): boolean {
  const at = instantOf(publishAt);
  return at !== null && at > now;
}

interface Shared extends Omit<AnnouncementFields, 'audience' | 'needReceipt' | 'receiptDueOn' | 'files'> {}
const shared = (values: FormValues): Shared => ({
  title: values.title ?? '',
  kind: values.kind ?? '',
  content: values.content ?? '',
  targets: values.audience === 'all' ? [] : (values.targets ?? []),
  publishAt: instantOf(values.publishAt),
  expireAt: instantOf(values.expireAt),
  pinned: values.pinned ?? false,
});

export const fieldsOf = (values: FormValues): AnnouncementFields => ({
  ...shared(values),
  audience: z.parse(audienceOf, values.audience),
  needReceipt: values.needReceipt ?? false,
  receiptDueOn: values.needReceipt ? values.receiptDueOn || null : null,
  files: values.files ?? [],
});
export const systemFieldsOf = (values: FormValues) => ({
  ...shared(values),
  audience: z.parse(tenantAudience, values.audience),
});

const shapes = announcementFields.shape;
/** Validates one field by the contract schema; null if valid. */
export function fieldProblem(name: 'title' | 'kind' | 'content', value: unknown): string | null {
  const result = shapes[name].safeParse(value ?? '');
  return result.success ? null : (result.error.issues[0]?.message ?? '填写有误');
}

interface InboxFilters {
  keyword?: string | undefined;
  kind?: readonly string[] | undefined;
  unread?: boolean | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Label of the button that marks all notices as read. If the list is filtered, the label warns that hidden notices
 * are included.
 */
export function readAllText({ unread: _, ...part }: InboxFilters): string {
  return Object.values(part).some((value) => value !== undefined) ? '全部已读（不限筛选）' : '全部已读';
}

/** Formats `part` of `whole` as a percentage. If `whole` is 0, there is no percentage. */
export const shareText = (part: number, whole: number): string => shareOf(Math.min(part, whole), whole);
