/**
 * notice: what people are told and what waits for them: announcements (公告), notices of the platform (系统通知), to-dos
 * (待办) and red dots.
 * Modules below know nothing of it: what happens there is handed on to it, in the same transaction.
 */
import { announcementCalls, systemNoticeCalls } from '@anlan/contract/modules/notice/announcement-calls';
import { defineModule, openedElsewhere, serve } from '#kit/module.ts';
import { dictionaryModule } from '../dictionary/index.ts';
import { fileModule } from '../file/index.ts';
import type { TenantModule } from '../tenant/index.ts';
import { createAnnouncements } from './announcement/index.ts';
export { announcementReference } from './announcement/reference/service.ts';
export { owedReceipts, owedReceiptsAfter } from './announcement/receipt-store.ts';
export { publicAnnouncements } from './announcement/store.ts';
export { createRedDots, type DotDeps } from './dot.ts';
export { forgetSnoozesNightly, repairOften, repairTodos, seedTodos } from './todo/jobs.ts';
export { createTodos } from './todo/service.ts';
export {
  alarmDays,
  lookedDays,
  lookingKinds,
  ofAlarm,
  ofEnterprise,
  ofImport,
  ofReceipt,
  ofRegistration,
} from './todo/sources/rules.ts';
export { createSources, type Source } from './todo/sources/service.ts';

const tenantModule = openedElsewhere<TenantModule>('tenant');

/** Announcements of units and notices of the platform; to-dos and red dots are opened above all modules. */
export const noticeModule = defineModule('notice', {
  needs: { dictionaries: dictionaryModule, files: fileModule, tenants: tenantModule },
  open: ({ kit: { db, clock, audit, tell, jobs, touched, closeTodo, report }, ...below }) =>
    createAnnouncements({
      ...below,
      db,
      clock,
      audit,
      tell,
      nightly: jobs,
      report: (error) => report(error, 'telling of a notice failed'),
      receipts: {
        settle: (tx, id) => touched(tx, 'announcement', [id]),
        done: (tx, id) => closeTodo(tx, 'announcement', id, tx.scope.userId ?? ''),
      },
    }),
  serves: ({ announcements, system }) => [
    serve('notice', announcementCalls, announcements),
    serve('notice', systemNoticeCalls, system),
  ],
  counts: {
    unNotice: (tx, { unread }) => unread.unNotice(tx),
    systemUnNotice: (tx, { unread }) => unread.systemUnNotice(tx),
  },
});
