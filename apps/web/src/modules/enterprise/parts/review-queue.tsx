import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { isOutdated } from '#lib/api-error.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { countOf, type Selection } from '#ui/list/selection.ts';
import { QueueButton } from '#widgets/queue/queue-button.tsx';
import { QueueNote } from '#widgets/queue/queue-change-note.tsx';
import { meanwhileOf } from '#widgets/queue/queue-rules.ts';
import { readChosen, readLine, type Line } from '#widgets/queue/read-line.ts';
import { useQueue } from '#widgets/queue/use-queue.ts';
import {
  enterpriseCount,
  enterpriseOne,
  enterprisePage,
  enterpriseTimeline,
  type EnterpriseFilter,
  type EnterprisePage,
} from '../calls.ts';
import { actName, nobodyName } from '../rules.ts';

const ReviewDrawer = lazyPart(async () => (await import('./review-drawer.tsx')).ReviewDrawer);

interface Props {
  input: EnterprisePage;
  rows: readonly Enterprise[] | undefined;
  selection: Selection<EnterpriseFilter>;
}

const waits = ({ abilities }: Enterprise) => abilities.includes('approve');
const reviewed: EnterpriseFilter['status'] = ['underReview'];

/** The button of the queue of applications. */
export function ReviewQueue({ input, rows = [], selection: chosen }: Props) {
  const client = useQueryClient();
  const [line, setLine] = useState<readonly Enterprise[] | null>(null);
  const { status = [] } = input.filter;
  const filter = { ...input.filter, status: reviewed };
  const { data: waiting = 0 } = useQuery(enterpriseCount(filter));
  const isShown = waiting > 0 && (status.length === 0 || status.includes('underReview'));

  async function load(): Promise<Line<Enterprise>> {
    if (chosen.kind === 'ids' && chosen.ids.length > 0)
      return readChosen(chosen.ids, rows, (id) => client.fetchQuery(enterpriseOne(id)), waits);
    const except = chosen.kind === 'all' ? chosen.except : [];
    const from = chosen.kind === 'all' ? { ...chosen.filter, status: reviewed } : filter;
    return readLine(
      (page) => client.fetchQuery({ ...enterprisePage({ ...input, ...page, filter: from }), staleTime: 0 }),
      (row) => waits(row) && !except.includes(row.id),
    );
  }

  return (
    <>
      {isShown && <QueueButton selectedCount={countOf(chosen)} load={load} onBegin={setLine} />}
      <Suspense fallback={null}>{line && <Records line={line} onClose={() => setLine(null)} />}</Suspense>
    </>
  );
}

function Records({ line, onClose }: { line: readonly Enterprise[]; onClose: () => void }) {
  const step = useQueue(line, '家', onClose);
  const seen = line[step.queue.at];
  return seen && <Review key={seen.id} seen={seen} step={step} />;
}

function Review({ seen, step }: { seen: Enterprise; step: ReturnType<typeof useQueue> }) {
  // Other people may change the same applications: always refetch.
  const { data, error } = useQuery({ ...enterpriseOne(seen.id), staleTime: 0 });
  const isGone = error !== null && isOutdated(error);
  const now = data ?? seen;
  const meanwhile = meanwhileOf(seen, isGone ? null : now, waits(now) ? 1 : 0, step.queue);
  const timelineQuery = useInfiniteQuery({
    ...enterpriseTimeline(seen.id, undefined),
    enabled: meanwhile !== null && meanwhile !== 'gone',
    staleTime: 0,
  });
  const last = timelineQuery.data?.pages[0]?.entries[0];
  const note = (skip: () => void) =>
    meanwhile && (
      <QueueNote
        meanwhile={meanwhile}
        step={{ ...step, next: skip }}
        history={last && `已由 ${last.byName ?? nobodyName(last.call)}“${actName(last.call)}”`}
      />
    );
  return <ReviewDrawer row={isGone ? { ...now, abilities: [] } : now} queue={step} news={note} onClose={step.leave} />;
}
