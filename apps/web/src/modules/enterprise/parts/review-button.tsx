import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { later } from '#ui/later.tsx';
import { countOf, type Selection } from '#ui/list/selection.ts';
import { QueueButton } from '#widgets/queue/queue-button.tsx';
import { readChosen, readLine, type Line } from '#widgets/queue/read-line.ts';
import {
  enterpriseCount,
  enterpriseOne,
  enterprisePage,
  type EnterpriseFilter,
  type EnterprisePage,
} from '../calls.ts';

const ReviewQueue = later(async () => (await import('./review-queue.tsx')).ReviewQueue);

interface Props {
  /** What the list shows. */
  input: EnterprisePage;
  /** Rows of the page that is shown. */
  shown: readonly Enterprise[];
  chosen: Selection<EnterpriseFilter>;
}

const waits = ({ abilities }: Enterprise) => abilities.includes('approve');
const reviewed: EnterpriseFilter['status'] = ['underReview'];

/** 连续处理: the applications that the list shows, or that were chosen in it, one after the other. */
export function ReviewButton({ input, shown, chosen }: Props) {
  const client = useQueryClient();
  const [line, setLine] = useState<readonly Enterprise[] | null>(null);
  const { status = [] } = input.filter;
  const filter = { ...input.filter, status: reviewed };
  const { data: waiting = 0 } = useQuery(enterpriseCount(filter));
  const isShown = waiting > 0 && (status.length === 0 || status.includes('underReview'));

  async function load(): Promise<Line<Enterprise>> {
    if (chosen.kind === 'ids' && chosen.ids.length > 0)
      return readChosen(chosen.ids, shown, (id) => client.fetchQuery(enterpriseOne(id)), waits);
    const except = chosen.kind === 'all' ? chosen.except : [];
    const from = chosen.kind === 'all' ? { ...chosen.filter, status: reviewed } : filter;
    return readLine(
      (page) => client.fetchQuery({ ...enterprisePage({ ...input, ...page, filter: from }), staleTime: 0 }),
      (row) => waits(row) && !except.includes(row.id),
    );
  }

  return (
    <>
      {isShown && <QueueButton chosen={countOf(chosen)} load={load} onBegin={setLine} />}
      <Suspense fallback={null}>{line && <ReviewQueue line={line} onClose={() => setLine(null)} />}</Suspense>
    </>
  );
}
