import type { Jobs } from '#platform/jobs/index.ts';
import { createReaders } from './audience/service.ts';
import { createFeed } from './feed/service.ts';
import { createTeller, tellOnTime, type TellerDeps } from './jobs.ts';
import { createDesk, type AnnouncementDeps } from './service.ts';

/** Opens announcements (通知公告) of tenants and notices (系统通知) of the platform. */
export function createAnnouncements(deps: AnnouncementDeps & TellerDeps & { nightly: Pick<Jobs, 'nightly'> }) {
  const teller = createTeller(deps);
  tellOnTime(deps.nightly, teller);
  const feed = createFeed(deps, 'announcement');
  const systemFeed = createFeed(deps, 'system');
  const desk = createDesk(deps, 'system', teller);
  return {
    announcements: { ...createDesk(deps, 'announcement', teller), ...createReaders(deps, teller), ...feed },
    system: {
      systemPage: desk.page,
      systemGet: desk.get,
      systemCreate: desk.create,
      systemUpdate: desk.update,
      systemRemove: desk.remove,
      systemPublish: desk.publish,
      systemWithdraw: desk.withdraw,
      systemPin: desk.pin,
      systemInbox: systemFeed.inbox,
      systemArticle: systemFeed.article,
      systemRead: systemFeed.read,
      systemReadAll: systemFeed.readAll,
    },
    /** How many the person of a transaction has not read. */
    unread: { unNotice: feed.countUnread, systemUnNotice: systemFeed.countUnread },
    /** Tells of what has gone out by its time, as every minute does. */
    tellDue: teller.tellDue,
  };
}
