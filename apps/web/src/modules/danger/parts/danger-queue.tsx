import type { Danger, DangerFilter } from '@anlan/contract/modules/danger/resource';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { QueueChanges } from '#kit/queue-changes.tsx';
import { isOutdated } from '#lib/api-error.ts';
import { later } from '#ui/later.tsx';
import { countOf, type Selection } from '#ui/list/selection.ts';
import { QueueButton } from '#widgets/queue/queue-button.tsx';
import { meanwhileOf } from '#widgets/queue/queue-rules.ts';
import { readChosen, readLine, type Line } from '#widgets/queue/read-line.ts';
import { useQueue } from '#widgets/queue/use-queue.ts';
import { bound, dangerOne, dangerPage, type DangerPage } from '../calls.ts';
import { mainMove } from '../rules.ts';

const DangerDrawer = later(async () => (await import('./drawer.tsx')).DangerDrawer);

interface Props {
  /** What the list shows. */
  input: DangerPage;
  /** Rows of the page that is shown. */
  shown: readonly Danger[];
  chosen: Selection<DangerFilter>;
}

const waits = (row: Danger) => mainMove(row) !== null;

/** 连续处理: the dangers of the list that wait for this person, one after the other. */
export function DangerQueue({ input, shown, chosen }: Props) {
  const client = useQueryClient();
  const [line, setLine] = useState<readonly Danger[] | null>(null);

  async function load(): Promise<Line<Danger>> {
    if (chosen.kind === 'ids' && chosen.ids.length > 0)
      return readChosen(chosen.ids, shown, (id) => client.fetchQuery(dangerOne(id)), waits);
    const whole = chosen.kind === 'all' ? chosen : undefined;
    const filter = whole?.filter ?? input.filter;
    return readLine(
      (page) => client.fetchQuery({ ...dangerPage({ ...input, ...page, filter }), staleTime: 0 }),
      (row) => waits(row) && !whole?.except.includes(row.id),
    );
  }

  return (
    <>
      <QueueButton chosen={countOf(chosen)} load={load} onBegin={setLine} />
      <Suspense fallback={null}>{line && <Records line={line} onClose={() => setLine(null)} />}</Suspense>
    </>
  );
}

const nobody: readonly string[] = [];

function Records({ line, onClose }: { line: readonly Danger[]; onClose: () => void }) {
  const step = useQueue(line, '项', onClose);
  const seen = line[step.queue.at];
  // Others work on the same dangers.
  const { data, error } = useQuery({ ...dangerOne(seen?.id ?? ''), enabled: seen !== undefined, staleTime: 0 });
  if (!seen) return null;
  const isGone = error !== null && isOutdated(error);
  const now = data?.id === seen.id ? data : seen;
  const meanwhile = meanwhileOf(seen, isGone ? null : now, mainMove(now) === null ? 0 : 1, step.queue);
  return (
    <DangerDrawer
      id={seen.id}
      step={step}
      news={meanwhile && <QueueChanges bound={bound} row={seen} meanwhile={meanwhile} step={step} />}
      queue={nobody}
      onGo={() => undefined}
      onClose={step.leave}
    />
  );
}
