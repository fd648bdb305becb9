import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { hasPermit } from '#lib/current-user.ts';
import type { Permit } from '@anlan/contract/permits';
import { useUndo } from '#widgets/undo/use-undo.tsx';
import { doneWord, moveOf, undoOf } from './move-rules.ts';
import { textOf, type AnyRow, type Bound, type Left } from './resource.ts';

export function useMoveMessage({ of, move, key, read }: Bound) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const undo = useUndo();
  /** Who must act after the move, in records that name this person. */
  const turnAfter = async (id: string): Promise<string> => {
    if (!Object.hasOwn(of.fields, 'turnName')) return '';
    const now = await read(id).catch(() => null);
    const turn = textOf(now?.['turnName']);
    return turn === '' ? '' : `，轮到${turn}`;
  };
  return async (name: string, row: AnyRow, left: Left) => {
    const messageText = `${doneWord(moveOf(of, name))}${await turnAfter(row.id)}`;
    const back = undoOf(of, name, row);
    const permit = back && (`${of.permits}:${moveOf(of, back.name).permit ?? 'edit'}` as Permit);
    if (!back || !permit || !hasPermit(permit)) {
      void message.success(messageText);
      return;
    }
    undo({
      said: messageText,
      back: () => move(back.name, left, back.input, true).finally(() => client.invalidateQueries({ queryKey: key })),
    });
  };
}
