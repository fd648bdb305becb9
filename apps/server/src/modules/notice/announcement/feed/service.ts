import type { Article } from '@anlan/contract/modules/notice/announcement';
import type { Notice } from '@anlan/contract/modules/notice/announcement-feed';
import type { FileLink } from '@anlan/contract/modules/file/file';
import type { Page, PageInput } from '@anlan/contract/domain/paging';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import { filesOf } from '../present.ts';
import { keysOfReader, mayRead, type InboxFilter } from '../rules.ts';
import type { AnnouncementDeps } from '../service.ts';
import type { Channel } from '../tables.ts';
import * as store from './store.ts';

const platform = '0';

function presentNotice(row: store.FeedRow, userId: string): Notice {
  const isOwn = row.publisher_id === userId;
  const answeredAt = row.need_receipt ? row.receipt_at : row.read_at;
  return {
    id: row.id,
    title: row.title,
    kind: row.kind,
    summary: row.summary,
    fromName: row.from_name,
    publishAt: row.publish_at ?? new Date(0),
    pinned: row.pinned,
    needReceipt: row.need_receipt && !isOwn,
    receiptDueOn: row.need_receipt && !isOwn ? row.receipt_due_on : null,
    hasFiles: filesOf(row).length > 0,
    reminded: row.reminded_at !== null && answeredAt === null && !isOwn,
    readAt: row.read_at ?? (isOwn ? row.publish_at : null),
    receiptAt: row.receipt_at,
  };
}

export function createFeed({ db, clock, audit, files, receipts }: AnnouncementDeps, channel: Channel) {
  async function readingOf(tx: Tx): Promise<store.Reading | null> {
    const { userId, userType, enterpriseId, tenantId } = tx.scope;
    if (userId === null || userType === null) return null;
    const place =
      channel === 'system' || enterpriseId === null || userType !== 'enterprise'
        ? null
        : await store.placeOf(tx, enterpriseId);
    return {
      channel,
      tenantId: channel === 'system' ? platform : tenantId,
      userId,
      keys: keysOfReader(userId, userType, place),
      now: clock.now(),
    };
  }

  async function reader(tx: Tx): Promise<store.Reading> {
    const reading = await readingOf(tx);
    if (reading === null) throw new AppError('unauthenticated');
    return reading;
  }

  async function requireReadable(tx: Tx, id: string) {
    const reading = await reader(tx);
    const row = await store.find(tx, reading, id);
    if (!row) throw new AppError('notFound');
    return { reading, row };
  }

  // A user who impersonates somebody does not count as a reader.
  const isReader = ({ impersonatedFrom }: Scope) => impersonatedFrom === null;

  return {
    inbox: (scope: Scope, { filter, page, size }: PageInput<InboxFilter>): Promise<Page<Notice>> =>
      db.read(scope, async (tx) => {
        const reading = await reader(tx);
        const { rows, total } = await store.page(tx, reading, filter, size, (page - 1) * size);
        return { rows: rows.map((row) => presentNotice(row, reading.userId)), total, page, size };
      }),
    article: (scope: Scope, { id }: { id: string }): Promise<Article> =>
      db.read(scope, async (tx) => {
        const { row, reading } = await requireReadable(tx, id);
        const { content, expire_at: expireAt } = row;
        return { ...presentNotice(row, reading.userId), content, expireAt, files: filesOf(row) };
      }),
    async file(scope: Scope, { id, fileId }: { id: string; fileId: string }): Promise<FileLink> {
      const named = await db.read(scope, async (tx) => {
        const { row } = await requireReadable(tx, id);
        return filesOf(row).some((one) => one.id === fileId);
      });
      if (!named) throw new AppError('notFound');
      return files.lend(scope, fileId, channel === 'system' ? platform : scope.tenantId);
    },
    read: (scope: Scope, { id }: { id: string }): Promise<null> =>
      db.scoped(scope, async (tx) => {
        const { reading } = await requireReadable(tx, id);
        if (isReader(scope)) await store.markRead(tx, reading, [id]);
        return null;
      }),
    readAll: (scope: Scope): Promise<null> =>
      db.scoped(scope, async (tx) => {
        const reading = await reader(tx);
        if (isReader(scope)) await store.markRead(tx, reading, await store.unreadIds(tx, reading));
        return null;
      }),
    /** Confirms receipt of an announcement. A repeated confirmation has no effect. */
    receipt: (scope: Scope, { id }: { id: string }): Promise<null> =>
      db.scoped(scope, async (tx) => {
        const { reading, row } = await requireReadable(tx, id);
        if (!row.need_receipt || !isReader(scope)) throw new AppError('invalid', '这条公告不需要回执');
        if (await store.markConfirmed(tx, reading, id)) {
          await receipts.done(tx, id);
          await audit.record(tx, {
            call: 'notice.receipt',
            objectType: 'announcement',
            objectId: id,
            note: row.title,
          });
        }
        return null;
      }),
    /** Number of unread announcements, counted up to a hundred. */
    async countUnread(tx: Tx): Promise<number> {
      // The platform publishes system notices, so its own users have none to read.
      if (channel === 'system' && tx.scope.tenantId === platform) return 0;
      // Without the permit to read the list, the user could never clear the red dot.
      if (!mayRead(tx.scope, channel)) return 0;
      const reading = await readingOf(tx);
      return reading === null ? 0 : store.countUnread(tx, reading);
    },
  };
}
