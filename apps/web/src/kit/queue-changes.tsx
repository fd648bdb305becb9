import { useQuery } from '@tanstack/react-query';
import { QueueNote } from '#widgets/queue/queue-change-note.tsx';
import type { Meanwhile } from '#widgets/queue/queue-rules.ts';
import type { QueueStep } from '#widgets/queue/use-queue.ts';
import { movedWord } from './move-rules.ts';
import type { AnyRow, Bound, HistoryEntry } from './resource.ts';

interface Props {
  bound: Bound;
  row: AnyRow;
  meanwhile: Meanwhile;
  step: Pick<QueueStep, 'next' | 'counter'>;
}

export function QueueChanges({ bound, row, meanwhile, step }: Props) {
  const { data } = useQuery({
    ...bound.history(row.id),
    enabled: meanwhile !== 'gone' && bound.of.states !== undefined && bound.has('history'),
    staleTime: 0,
  });
  const last = data?.reduce<HistoryEntry | undefined>(
    (newest, one) => (newest === undefined || one.at >= newest.at ? one : newest),
    undefined,
  );
  const seen = row['updatedAt'];
  const isSince = last !== undefined && seen instanceof Date && last.at > seen;
  return (
    <QueueNote
      meanwhile={meanwhile}
      step={step}
      history={isSince ? `已由 ${last.byName ?? '系统'}“${last.act ?? movedWord(bound.of, last.move)}”` : undefined}
    />
  );
}
