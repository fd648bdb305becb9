import { Suspense, useEffect, useState } from 'react';
import { onFrame } from '#lib/live.ts';
import { useQueryClient } from '@tanstack/react-query';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useSizeLevel } from '#lib/size-level.ts';
import { useNarrow } from '#ui/list/use-narrow.ts';
import { Skeleton, Empty } from '#ui/page-states.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { wxKey } from './calls.ts';
import { ConversationList } from './parts/conversation-list.tsx';
import { usePlace } from './centre-address.ts';
import './parts/centre.css';
import './parts/history.css';

const ChatPane = lazyPart(async () => (await import('./parts/chat-pane.tsx')).ChatPane);
const FollowerPane = lazyPart(async () => (await import('./parts/follower-pane.tsx')).FollowerPane);

/** 消息中心: conversations, messages and follower (RT-28). */
export function Screen() {
  const { place, put } = usePlace();
  const narrow = useNarrow();
  const wide = useSizeLevel() > 2;
  const client = useQueryClient();
  const [who, setWho] = useState(false);
  const { follower } = place;
  // The server also sends this event for messages of other users. These messages change the list too.
  useEffect(() => onFrame('pcRedDot', () => void client.invalidateQueries({ queryKey: wxKey })), [client]);
  const aside = wide && follower !== '';
  const pane = (
    <Suspense fallback={<Skeleton height={120} />}>
      <FollowerPane key={follower} wxUserId={follower} />
    </Suspense>
  );
  return (
    <div className={aside ? 'chat' : 'chat no-aside'}>
      {(!narrow || follower === '') && <ConversationList place={place} onChange={put} />}
      {(!narrow || follower !== '') &&
        (follower === '' ? (
          <section className="chat-pane" aria-label="会话">
            <div className="hist chat-none">
              <Empty icon="chat" title="选择左边的会话，查看和回复消息" />
            </div>
          </section>
        ) : (
          <Suspense fallback={<section className="chat-pane" aria-label="会话" />}>
            <ChatPane
              key={`${follower} ${place.message}`}
              wxUserId={follower}
              messageId={place.message || undefined}
              onBack={narrow ? () => put({ follower: null, message: null }) : undefined}
              onWho={wide ? undefined : () => setWho(true)}
            />
          </Suspense>
        ))}
      {aside && (
        <aside className="chat-who" aria-label="粉丝资料">
          {pane}
        </aside>
      )}
      {who && follower !== '' && !wide && (
        <TabDrawer open size={340} title="粉丝资料" onClose={() => setWho(false)}>
          {pane}
        </TabDrawer>
      )}
    </div>
  );
}
