import { useMutation, useQueryClient } from '@tanstack/react-query';
import { startTransition, Suspense, useState, type ReactNode } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { QueueStep } from '#widgets/queue/use-queue.ts';
import type { Action, RowPart } from './actions.ts';
import type { MoveLook } from './move-dialog.tsx';
import { asksAny, moveOf, offered } from './move-rules.ts';
import type { AnyRow, Bound } from './resource.ts';
import type { DelayedMove } from './use-delayed-move.ts';
import { useMoveMessage } from './use-move-message.ts';

const MoveDialog = lazyPart(async () => (await import('./move-dialog.tsx')).MoveDialog);
export const moveAhead = MoveDialog.ahead;

export type MoveLooks = Readonly<Record<string, MoveLook | RowPart<AnyRow> | undefined>>;

const lookOf = (look: MoveLooks[string]) => (typeof look === 'function' ? undefined : look);

export const controlsIn =
  (looks: MoveLooks = {}) =>
  (name: string) =>
    typeof looks[name] === 'function' ? ('own' as const) : lookOf(looks[name])?.controls;

interface InQueue extends QueueStep {
  delay: DelayedMove;
}

export function useMove(bound: Bound, looks: MoveLooks = {}, onMoved?: () => void, queue?: InQueue) {
  const { of } = bound;
  const client = useQueryClient();
  const showMoved = useMoveMessage(bound);
  const [moving, setMoving] = useState<{ row: AnyRow; name: string } | null>(null);
  const close = () => setMoving(null);
  const run = useMutation({
    mutationFn: ({ row, name }: { row: AnyRow; name: string; goesOn: boolean }) => bound.move(name, row, {}, false),
    onSuccess: (left, { row, name, goesOn }) => {
      onMoved?.();
      void showMoved(name, row, left);
      queue?.acted(row.id, goesOn);
    },
    onSettled: () => client.invalidateQueries({ queryKey: bound.key }),
  });
  const asks = (name: string) => {
    const move = moveOf(of, name);
    return asksAny(move) || move.danger === true || looks[name] !== undefined;
  };
  const start = (row: AnyRow, name: string, goesOn = false) => {
    if (asks(name)) startTransition(() => setMoving({ row, name }));
    else run.mutate({ row, name, goesOn });
  };
  /** Makes the state change and opens the next record. Undefined if only the form can make it. */
  const goOnWith = (row: AnyRow, name: string) => {
    if (!queue) return undefined;
    if (!asks(name)) return () => start(row, name, true);
    const { atOnce, begin } = lookOf(looks[name]) ?? {};
    if (!atOnce) return undefined;
    return () => {
      queue.delay(name, row, (typeof begin === 'function' ? begin(row) : begin) ?? {});
      queue.acted(row.id, true);
    };
  };
  const actionsOf = (row: AnyRow): Action[] =>
    offered(of, row, controlsIn(looks)).map(([key, { label, danger = false }]) => ({
      key,
      label,
      danger,
      run: () => start(row, key),
      goOn: goOnWith(row, key),
    }));
  const Own = moving && looks[moving.name];
  const dialog: ReactNode = (
    <Suspense fallback={null}>
      {moving &&
        (typeof Own === 'function' ? (
          <Own row={moving.row} onClose={close} />
        ) : (
          <MoveDialog
            bound={bound}
            {...moving}
            look={lookOf(looks[moving.name])}
            queue={queue}
            onMoved={onMoved}
            onClose={close}
          />
        ))}
    </Suspense>
  );
  return { start, actionsOf, dialog, isAsking: moving !== null, isPending: run.isPending };
}
