/**
 * notice: what people are told and what waits for them: announcements (公告), notices of the platform (系统通知), to-dos
 * (待办) and red dots.
 * Rooms below know nothing of it: the house hands their events on, in the same transaction.
 */
export { createAnnouncements } from './announcement/index.ts';
export { announcementReference } from './announcement/reference/service.ts';
export { owedReceipts, owedReceiptsAfter, type ReceiptTodos } from './announcement/receipt-store.ts';
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
