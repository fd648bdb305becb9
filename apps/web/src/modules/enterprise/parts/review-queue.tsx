import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { isOutdated } from '#lib/api-error.ts';
import { QueueNote } from '#widgets/queue/queue-note.tsx';
import { meanwhileOf } from '#widgets/queue/queue-rules.ts';
import { useQueue } from '#widgets/queue/use-queue.ts';
import { enterpriseOne, enterpriseTimeline } from '../calls.ts';
import { actName, nobodyName } from '../rules.ts';
import { ReviewDrawer } from './review-drawer.tsx';

/** Enterprises that wait for a review, one after the other. */
export function ReviewQueue({ line, onClose }: { line: readonly Enterprise[]; onClose: () => void }) {
  const step = useQueue(line, '家', onClose);
  const seen = line[step.queue.at];
  if (!seen) return null;
  return <Review key={seen.id} seen={seen} step={step} />;
}

function Review({ seen, step }: { seen: Enterprise; step: ReturnType<typeof useQueue> }) {
  // Others work on the same applications.
  const { data, error } = useQuery({ ...enterpriseOne(seen.id), staleTime: 0 });
  const isGone = error !== null && isOutdated(error);
  const now = data ?? seen;
  const offers = now.abilities.includes('approve') ? 1 : 0;
  const meanwhile = meanwhileOf(seen, isGone ? null : now, offers, step.queue);
  const told = useInfiniteQuery({
    ...enterpriseTimeline(seen.id, undefined),
    enabled: meanwhile !== null && meanwhile !== 'gone',
    staleTime: 0,
  });
  const last = told.data?.pages[0]?.entries[0];
  return (
    <ReviewDrawer
      row={isGone ? { ...now, abilities: [] } : now}
      queue={step}
      news={
        meanwhile === null
          ? undefined
          : (skip) => (
              <QueueNote
                meanwhile={meanwhile}
                step={{ ...step, next: skip }}
                told={last && `已由 ${last.byName ?? nobodyName(last.call)}“${actName(last.call)}”`}
              />
            )
      }
      onClose={step.leave}
    />
  );
}
