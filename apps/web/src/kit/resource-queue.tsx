import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import { countOf, type Selection } from '#ui/list/selection.ts';
import { QueueButton } from '#widgets/queue/queue-button.tsx';
import { lineOf } from './queue-line.ts';
import type { AnyFilter, AnyRow } from './resource.ts';
import type { DetailsSlot } from './resource-list.tsx';
import type { MoveLooks } from './use-move.tsx';
import type { Use } from './use-resource.ts';

const QueueRecords = lazyPart(async () => (await import('./queue-records.tsx')).QueueRecords);

interface Props {
  use: Use;
  moves: MoveLooks | undefined;
  details: DetailsSlot | undefined;
  names: readonly string[] | undefined;
  selection: Selection<AnyFilter> | undefined;
  page: ((row: AnyRow) => string) | undefined;
}

export function ResourceQueue({ use, moves, details, names, selection: chosen, page }: Props) {
  const client = useQueryClient();
  const { bound, asked, state } = use;
  const [line, setLine] = useState<readonly AnyRow[] | null>(null);
  return (
    <>
      <QueueButton
        selectedCount={chosen ? countOf(chosen) : 0}
        load={() =>
          lineOf({ client, bound, looks: moves, names, input: asked, shown: state.data?.rows ?? [], selection: chosen })
        }
        onBegin={setLine}
      />
      <Suspense fallback={null}>
        {line && (
          <QueueRecords
            use={use}
            line={line}
            moves={moves}
            details={details}
            page={page}
            onClose={() => setLine(null)}
          />
        )}
      </Suspense>
    </>
  );
}
