import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { startTransition, Suspense, useState, type ReactNode } from 'react';
import { later } from '#ui/later.tsx';
import type { Action, RowPart } from './actions.ts';
import type { MoveLook } from './move-dialog.tsx';
import { asksAny, isAskable, moveOf } from './move-rules.ts';
import { movesOf, type AnyRow, type Bound } from './resource.ts';

const MoveDialog = later(async () => (await import('./move-dialog.tsx')).MoveDialog);
/** Lets the dialog of moves come before it is needed. */
export const moveAhead = MoveDialog.ahead;

/** How each move of a page differs from what the declaration says: how it is asked, or a dialog of the page's own. */
export type MoveLooks = Readonly<Record<string, MoveLook | RowPart<AnyRow> | undefined>>;

const lookOf = (look: MoveLooks[string]) => (typeof look === 'function' ? undefined : look);

/** Moves of rows for any screen: each starts at once, or opens the dialog that has to be drawn. */
export function useMove(bound: Bound, looks: MoveLooks = {}, onMoved?: () => void) {
  const { of } = bound;
  const client = useQueryClient();
  const { message } = App.useApp();
  const [moving, setMoving] = useState<{ row: AnyRow; name: string } | null>(null);
  const close = () => setMoving(null);
  const run = useMutation({
    mutationFn: ({ row, name }: { row: AnyRow; name: string }) => bound.move(name, row, {}, false),
    onSuccess: (_answer, { name }) => {
      onMoved?.();
      void message.success(`已${moveOf(of, name).label}`);
    },
    onSettled: () => client.invalidateQueries({ queryKey: bound.key }),
  });
  const start = (row: AnyRow, name: string) => {
    const move = moveOf(of, name);
    const asks = asksAny(move) || move.danger || looks[name] !== undefined;
    if (asks) startTransition(() => setMoving({ row, name }));
    else run.mutate({ row, name });
  };
  /** What a row offers this person, as actions; a move that no form can ask is left to the page. */
  const actionsOf = (row: AnyRow): Action[] =>
    movesOf(of, row)
      .filter(([name, move]) => typeof looks[name] === 'function' || isAskable(move, lookOf(looks[name])?.controls))
      .map(([key, { label, danger = false }]) => ({ key, label, danger, run: () => start(row, key) }));
  const Own = moving && looks[moving.name];
  const dialog: ReactNode = (
    <Suspense fallback={null}>
      {moving &&
        (typeof Own === 'function' ? (
          <Own row={moving.row} onClose={close} />
        ) : (
          <MoveDialog bound={bound} {...moving} look={lookOf(looks[moving.name])} onMoved={onMoved} onClose={close} />
        ))}
    </Suspense>
  );
  return { start, actionsOf, dialog, isPending: run.isPending };
}
