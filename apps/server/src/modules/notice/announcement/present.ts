import type { Announcement, AnnouncementPatch, Attachment } from '@anlan/contract/modules/notice/announcement';
import type { Change } from '@anlan/contract/domain/change';
import { limits } from '@anlan/contract/limits';
import type { Updateable } from 'kysely';
import type { Scope } from '#kernel/scope.ts';
import { cleanRichText, plainTextOf } from '#platform/richtext/index.ts';
import { abilitiesOf, stateOf } from './rules.ts';
import type { ListedRow } from './store.ts';
import type { AnnouncementTable, RowAudience } from './tables.ts';

/** What is counted and named beside a row. */
export interface Beside {
  reads: number;
  receipts: number;
  reach: number | null;
  targetNames: string[];
  /** Whether the caller may act on it: it is their own, or stays inside their divisions. */
  isInside: boolean;
}

/** The files of a row. */
export const filesOf = ({ files }: { files: Attachment[] | string }): Attachment[] =>
  typeof files === 'string' ? [] : files;

/** A row as its publisher sees it. */
export function presentAnnouncement(
  scope: Scope,
  row: ListedRow & { content?: string },
  { reads, receipts, reach, targetNames, isInside }: Beside,
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

/** What may be written, in either channel. */
export type Written = Partial<Omit<AnnouncementPatch, 'id' | 'version' | 'audience'>> & {
  audience?: RowAudience | undefined;
};

/** The text as it is kept: clean, with its beginning in plain words; null where no word of it is left. */
export function textOf(html: string): { content: string; summary: string } | null {
  const content = cleanRichText(html);
  const words = plainTextOf(content);
  if (words === '') return null;
  return { content, summary: [...words].slice(0, limits.announcement.summary).join('') };
}

/** What was written as columns; only what is given. */
export function columnsOf(given: Written): Updateable<AnnouncementTable> {
  const { title, kind, audience, targets, publishAt, expireAt, needReceipt, pinned, files } = given;
  return {
    ...(title === undefined ? {} : { title }),
    ...(kind === undefined ? {} : { kind }),
    ...(audience === undefined ? {} : { audience }),
    ...(targets === undefined ? {} : { targets }),
    ...(publishAt === undefined ? {} : { publish_at: publishAt }),
    ...(expireAt === undefined ? {} : { expire_at: expireAt }),
    ...(needReceipt === undefined ? {} : { need_receipt: needReceipt }),
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
  pinned: 'pinned',
} as const satisfies Partial<Record<keyof Written, keyof AnnouncementTable>>;

/** What a save changed, field by field; of the text only that it did. */
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
