import type { Jobs } from '#platform/jobs/index.ts';
import { createReaders } from './audience/service.ts';
import { createFeed } from './feed/service.ts';
import { createPublisher, schedulePublishing, type TellerDeps } from './jobs.ts';
import { createAdmin, type AnnouncementDeps } from './service.ts';

export function createAnnouncements(deps: AnnouncementDeps & TellerDeps & { nightly: Pick<Jobs, 'nightly'> }) {
  const teller = createPublisher(deps);
  schedulePublishing(deps.nightly, teller);
  const feed = createFeed(deps, 'announcement');
  const systemFeed = createFeed(deps, 'system');
  const admin = createAdmin(deps, 'system', teller);
  return {
    announcements: { ...createAdmin(deps, 'announcement', teller), ...createReaders(deps, teller), ...feed },
    system: {
      systemPage: admin.page,
      systemGet: admin.get,
      systemCreate: admin.create,
      systemUpdate: admin.update,
      systemRemove: admin.remove,
      systemPublish: admin.publish,
      systemWithdraw: admin.withdraw,
      systemPin: admin.pin,
      systemInbox: systemFeed.inbox,
      systemArticle: systemFeed.article,
      systemRead: systemFeed.read,
      systemReadAll: systemFeed.readAll,
    },
    unread: { unNotice: feed.countUnread, systemUnNotice: systemFeed.countUnread },
    tellDue: teller.publishDue,
  };
}
