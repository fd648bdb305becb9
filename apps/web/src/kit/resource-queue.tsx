import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { later } from '#ui/later.tsx';
import { countOf, type Selection } from '#ui/list/selection.ts';
import { QueueButton } from '#widgets/queue/queue-button.tsx';
import { lineOf } from './queue-line.ts';
import type { AnyFilter, AnyRow } from './resource.ts';
import type { MoveLooks } from './use-move.tsx';
import type { Use } from './use-resource.ts';

const QueueRecords = later(async () => (await import('./queue-records.tsx')).QueueRecords);

interface Props {
  use: Use;
  /** How its moves are asked, where the declaration does not say it. */
  moves: MoveLooks | undefined;
  /** Rows that were chosen in the list. */
  chosen: Selection<AnyFilter> | undefined;
  /** Address of a row's own page. */
  page: ((row: AnyRow) => string) | undefined;
}

/** 连续处理: the rows of a list one after the other, each with its moves. */
export function ResourceQueue({ use, moves, chosen, page }: Props) {
  const client = useQueryClient();
  const { bound, asked, state } = use;
  const [line, setLine] = useState<readonly AnyRow[] | null>(null);
  return (
    <>
      <QueueButton
        chosen={chosen ? countOf(chosen) : 0}
        load={() => lineOf({ client, bound, looks: moves, asked, shown: state.data?.rows ?? [], chosen })}
        onBegin={setLine}
      />
      <Suspense fallback={null}>
        {line && <QueueRecords use={use} line={line} moves={moves} page={page} onClose={() => setLine(null)} />}
      </Suspense>
    </>
  );
}
