import { useQueue } from '#widgets/queue/use-queue.ts';
import { ResourceDetails } from './resource-details.tsx';
import type { AnyRow } from './resource.ts';
import type { MoveLooks } from './use-move.tsx';
import type { Use } from './use-resource.ts';

interface Props {
  use: Use;
  moves: MoveLooks | undefined;
  page: ((row: AnyRow) => string) | undefined;
  line: readonly AnyRow[];
  onClose: () => void;
}

/** The records of a queue, each in the drawer of its details. */
export function QueueRecords({ use: { bound, several, show }, line, moves, page, onClose }: Props) {
  const step = useQueue(line, '条', onClose);
  const row = line[step.queue.at];
  if (!row) return null;
  return (
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
}
