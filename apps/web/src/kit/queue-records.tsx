import { useQueue } from '#widgets/queue/use-queue.ts';
import { ResourceDetails } from './resource-details.tsx';
import type { DetailsSlot } from './resource-list.tsx';
import type { AnyRow } from './resource.ts';
import type { MoveLooks } from './use-move.tsx';
import type { Use } from './use-resource.ts';

interface Props {
  use: Use;
  moves: MoveLooks | undefined;
  details: DetailsSlot | undefined;
  page: ((row: AnyRow) => string) | undefined;
  line: readonly AnyRow[];
  onClose: () => void;
}

export function QueueRecords({ use, line, moves, details: Details, page, onClose }: Props) {
  const { bound, several, show } = use;
  const step = useQueue(line, '条', onClose);
  const row = line[step.queue.at];
  if (!row) return null;
  const standard = (
    <ResourceDetails
      bound={bound}
      row={row}
      several={several}
      moves={moves}
      queue={step}
      page={page?.(row)}
      onEdit={(now) => {
        step.owns();
        show({ kind: 'form', target: { row: now } });
      }}
      onClose={step.leave}
    />
  );
  if (!Details) return standard;
  return <Details use={use} row={row} queue={step} onClose={step.leave} standard={standard} />;
}
