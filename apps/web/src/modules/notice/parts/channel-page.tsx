import { Segmented } from 'antd';
import { Suspense, useState, type ReactNode } from 'react';
import { useHolds } from '#lib/person.ts';
import { shownCount, useRedDots } from '#lib/red-dots.ts';
import { later } from '#ui/later.tsx';
import { PageHead } from '#ui/page-head.tsx';
import type { Channel } from '../calls.ts';
import { Inbox } from './inbox.tsx';

const Digests = later(async () => (await import('#widgets/digests/digests.tsx')).Digests);
const Desk = later(async () => (await import('./admin.tsx')).AnnouncementAdmin);

/** One channel: its reader's list, and for whoever publishes the list of all that was written. */
export function ChannelPage({ channel, title }: { channel: Channel; title: string }) {
  const isSystem = channel === 'system';
  const publishes = useHolds(isSystem ? 'bus:sysnotice:publish' : 'bus:notice:publish');
  const mayWarnings = useHolds('bus:enterprisewarn:index');
  const dots = useRedDots();
  const unread = isSystem ? dots.systemUnNotice : dots.unNotice;
  const [view, setView] = useState<'desk' | 'inbox'>('desk');
  const told = unread > 0 ? `${shownCount(unread)} 条未读` : '没有未读';
  const head = (end?: ReactNode) => (
    <PageHead
      title={title}
      sub={publishes && isSystem ? '发给各单位的通知' : told}
      end={
        <>
          {publishes && !isSystem && (
            <Segmented
              aria-label="查看方式"
              options={[
                { value: 'desk', label: '发布管理' },
                { value: 'inbox', label: unread > 0 ? `我收到的 ${shownCount(unread)}` : '我收到的' },
              ]}
              value={view}
              onChange={(value: 'desk' | 'inbox') => setView(value)}
            />
          )}
          {end}
        </>
      }
    />
  );
  if (publishes && (isSystem || view === 'desk')) return <Desk channel={channel} head={head} />;
  return (
    <>
      {head()}
      <Suspense fallback={null}>{isSystem && mayWarnings && <Digests />}</Suspense>
      <Inbox channel={channel} label={title} />
    </>
  );
}
