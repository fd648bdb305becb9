import { useMutation, useQueryClient } from '@tanstack/react-query';
import { startTransition, Suspense, useState, type ReactNode } from 'react';
import { later } from '#ui/later.tsx';
import type { QueueStep } from '#widgets/queue/use-queue.ts';
import type { Action, RowPart } from './actions.ts';
import type { MoveLook } from './move-dialog.tsx';
import { asksAny, moveOf, offered } from './move-rules.ts';
import type { AnyRow, Bound } from './resource.ts';
import { useMoveMessage } from './use-move-message.ts';

const MoveDialog = later(async () => (await import('./move-dialog.tsx')).MoveDialog);
/** Lets the dialog of moves come before it is needed. */
export const moveAhead = MoveDialog.ahead;

/** How each move of a page differs from what the declaration says: how it is asked, or a dialog of the page's own. */
export type MoveLooks = Readonly<Record<string, MoveLook | RowPart<AnyRow> | undefined>>;

const lookOf = (look: MoveLooks[string]) => (typeof look === 'function' ? undefined : look);

/** What a page says of a move for its form: controls, or that it has a dialog of its own. */
export const controlsIn =
  (looks: MoveLooks = {}) =>
  (name: string) =>
    typeof looks[name] === 'function' ? ('own' as const) : lookOf(looks[name])?.controls;

/** Moves of rows for any screen: each starts at once, or opens the dialog that has to be drawn. */
export function useMove(bound: Bound, looks: MoveLooks = {}, onMoved?: () => void, queue?: QueueStep) {
  const { of } = bound;
  const client = useQueryClient();
  const told = useMoveMessage(bound);
  const [moving, setMoving] = useState<{ row: AnyRow; name: string } | null>(null);
  const close = () => setMoving(null);
  const run = useMutation({
    mutationFn: ({ row, name }: { row: AnyRow; name: string; goesOn: boolean }) => bound.move(name, row, {}, false),
    onSuccess: (left, { row, name, goesOn }) => {
      onMoved?.();
      told(name, row, left);
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
  /** What a row offers this person, as actions; a move that no form can ask is left to the page. */
  const actionsOf = (row: AnyRow): Action[] =>
    offered(of, row, controlsIn(looks)).map(([key, { label, danger = false }]) => ({
      key,
      label,
      danger,
      run: () => start(row, key),
      ...(queue && !asks(key) ? { goOn: () => start(row, key, true) } : {}),
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
