import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { holds } from '#lib/person.ts';
import type { Permit } from '@anlan/contract/permits';
import { useUndo } from '#widgets/undo/use-undo.tsx';
import { moveOf, undoOf } from './move-rules.ts';
import type { AnyRow, Bound, Left } from './resource.ts';

/** Says that a row has moved, with the way back where one is declared and this person may go it. */
export function useMoveMessage({ of, move, key }: Bound) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const undo = useUndo();
  return (name: string, row: AnyRow, left: Left) => {
    const said = `已${moveOf(of, name).label}`;
    const back = undoOf(of, name, row);
    const permit = back && (`${of.permits}:${moveOf(of, back.name).permit ?? 'edit'}` as Permit);
    if (!back || !permit || !holds(permit)) {
      void message.success(said);
      return;
    }
    undo({
      said,
      back: () => move(back.name, left, back.asked, true).finally(() => client.invalidateQueries({ queryKey: key })),
    });
  };
}
