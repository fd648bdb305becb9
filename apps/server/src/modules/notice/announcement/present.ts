import type { Announcement, AnnouncementPatch, Attachment } from '@anlan/contract/modules/notice/announcement';
import type { Change } from '@anlan/contract/domain/field-change';
import { limits } from '@anlan/contract/limits';
import type { Updateable } from 'kysely';
import type { Scope } from '#kernel/scope.ts';
import { cleanRichText, plainTextOf } from '#platform/richtext/index.ts';
import { abilitiesOf, stateOf } from './rules.ts';
import type { ListedRow } from './store.ts';
import type { AnnouncementTable, RowAudience } from './tables.ts';

export interface RowFigures {
  reads: number;
  receipts: number;
  reach: number | null;
  targetNames: string[];
  /** Whether the caller wrote the row, or all its targets are within the caller's regions. */
  isInside: boolean;
}

export const filesOf = ({ files }: { files: Attachment[] | string }): Attachment[] =>
  typeof files === 'string' ? [] : files;

export function presentAnnouncement(
  scope: Scope,
  row: ListedRow & { content?: string },
  { reads, receipts, reach, targetNames, isInside }: RowFigures,
  now: Date,
): Announcement {
  const state = stateOf(row, now);
  return {
    id: row.id,
    version: row.version,
    abilities: abilitiesOf(scope, row.channel, state, isInside),
    title: row.title,
    kind: row.kind,
    content: row.content ?? '',
    state,
    audience: row.audience,
    targets: row.targets,
    targetNames,
    needReceipt: row.need_receipt,
    receiptDueOn: row.receipt_due_on,
    pinned: row.pinned,
    files: filesOf(row),
    publishAt: row.publish_at,
    expireAt: row.expire_at,
    publisherName: row.publisher_name,
    withdrawReason: row.withdraw_reason,
    remindedAt: row.reminded_at,
    readCount: reads,
    receiptCount: receipts,
    reach,
    updatedAt: row.updated_at,
  };
}

export type Written = Partial<Omit<AnnouncementPatch, 'id' | 'version' | 'audience'>> & {
  audience?: RowAudience | undefined;
};

/** Returns the sanitised HTML and its plain-text summary, or null if no text remains. */
export function textOf(html: string): { content: string; summary: string } | null {
  const content = cleanRichText(html);
  const words = plainTextOf(content);
  if (words === '') return null;
  return { content, summary: [...words].slice(0, limits.announcement.summary).join('') };
}

export function columnsOf(input: Written): Updateable<AnnouncementTable> {
  const { title, kind, audience, targets, publishAt, expireAt, needReceipt, receiptDueOn, pinned, files } = input;
  return {
    ...(title === undefined ? {} : { title }),
    ...(kind === undefined ? {} : { kind }),
    ...(audience === undefined ? {} : { audience }),
    ...(targets === undefined ? {} : { targets }),
    ...(publishAt === undefined ? {} : { publish_at: publishAt }),
    ...(expireAt === undefined ? {} : { expire_at: expireAt }),
    ...(needReceipt === undefined ? {} : { need_receipt: needReceipt }),
    ...(receiptDueOn === undefined ? {} : { receipt_due_on: receiptDueOn }),
    ...(pinned === undefined ? {} : { pinned }),
    ...(files === undefined ? {} : { files: JSON.stringify(files) }),
  };
}

const named = {
  title: 'title',
  kind: 'kind',
  audience: 'audience',
  targets: 'targets',
  publishAt: 'publish_at',
  expireAt: 'expire_at',
  needReceipt: 'need_receipt',
  receiptDueOn: 'receipt_due_on',
  pinned: 'pinned',
} as const satisfies Partial<Record<keyof Written, keyof AnnouncementTable>>;

export function changesOf(before: ListedRow & { content: string }, after: Updateable<AnnouncementTable>): Change[] {
  const changes: Change[] = Object.entries(named).flatMap(([field, column]) => {
    const old: unknown = before[column];
    const now: unknown = after[column];
    return now === undefined || JSON.stringify(old) === JSON.stringify(now) ? [] : [{ field, before: old, after: now }];
  });
  if (after.content !== undefined && after.content !== before.content)
    changes.push({
      field: 'content',
      before: `${before.content.length} 字`,
      after: `${String(after.content).length} 字`,
    });
  return changes;
}
