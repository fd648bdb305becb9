import { Segmented } from 'antd';
import { Suspense, useState } from 'react';
import { useHasPermit } from '#lib/current-user.ts';
import { shownCount, useRedDots } from '#lib/red-dots.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { PageHead } from '#ui/page-head.tsx';
import type { Channel } from '../calls.ts';
import { unreadText, ViewChoice } from './view-choice.ts';
import { Inbox } from './inbox.tsx';

const Digests = lazyPart(async () => (await import('#widgets/digests/digests.tsx')).Digests);
const desks = {
  announcement: lazyPart(async () => (await import('./admin.tsx')).Announcements),
  system: lazyPart(async () => (await import('./admin.tsx')).SystemNotices),
};

export function ChannelPage({ channel, title }: { channel: Channel; title: string }) {
  const isSystem = channel === 'system';
  const publishes = useHasPermit(isSystem ? 'bus:sysnotice:publish' : 'bus:notice:publish');
  const mayWarnings = useHasPermit('bus:enterprisewarn:index');
  const dots = useRedDots();
  const unread = isSystem ? dots.systemUnNotice : dots.unNotice;
  const [view, setView] = useState<'desk' | 'inbox'>('desk');
  const choice = publishes && !isSystem && (
    <Segmented
      aria-label="查看方式"
      options={[
        { value: 'desk', label: '发布管理' },
        { value: 'inbox', label: unread > 0 ? `我收到的 ${shownCount(unread)}` : '我收到的' },
      ]}
      value={view}
      onChange={(value: 'desk' | 'inbox') => setView(value)}
    />
  );
  const Desk = desks[channel];
  if (publishes && (isSystem || view === 'desk'))
    return (
      <ViewChoice value={choice}>
        <Desk />
      </ViewChoice>
    );
  return (
    <>
      <PageHead title={title} sub={unreadText(unread)} end={choice} />
      <Suspense fallback={null}>{isSystem && mayWarnings && <Digests />}</Suspense>
      <Inbox channel={channel} label={title} />
    </>
  );
}
