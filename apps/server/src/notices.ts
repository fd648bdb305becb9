import { announcementCalls, systemNoticeCalls } from '@anlan/contract/modules/notice/announcement-calls';
import type { Clock } from '#kernel/clock.ts';
import type { AuditRoom } from '#modules/audit/index.ts';
import type { DictionaryRoom } from '#modules/dictionary/index.ts';
import type { FileRoom } from '#modules/file/index.ts';
import { createAnnouncements, type ReceiptTodos } from '#modules/notice/index.ts';
import type { Tell } from '#modules/session/index.ts';
import type { TenantRoom } from '#modules/tenant/index.ts';
import type { Db } from '#platform/db/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { Put } from './house.ts';

/** What announcements lean on. */
export interface NoticeRooms {
  db: Db;
  clock: Clock;
  audit: AuditRoom;
  dictionaries: DictionaryRoom;
  files: FileRoom;
  tenants: TenantRoom;
  tell: Tell;
  nightly: Pick<Jobs, 'nightly'>;
  report: (error: unknown) => void;
  receipts: ReceiptTodos;
}

/** Announcements and the platform's notices, behind the wall; answers what red dots count of them. */
export function mountNotices(put: Put, rooms: NoticeRooms) {
  const { announcements, system, unread, tellDue } = createAnnouncements(rooms);
  put('notice', announcementCalls, announcements);
  put('notice', systemNoticeCalls, system);
  return { unread, tellDue };
}
