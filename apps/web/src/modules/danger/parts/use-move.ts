import { danger, type Danger } from '@anlan/contract/modules/danger/resource';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { isOutdated } from '#lib/api-error.ts';
import { dangerKey, moveDanger } from '../calls.ts';
import type { MoveName } from '../rules.ts';

/** Word of a move's button. */
export const labelOf = (move: MoveName): string => danger.states?.moves[move].label ?? move;

/** Moves a danger; a row that moved meanwhile is read anew, and what fails is shown by whoever asked. */
export function useMove(row: Danger, onDone: (move: MoveName) => void) {
  const client = useQueryClient();
  const { message } = App.useApp();
  return useMutation({
    mutationFn: ({ move, asked }: { move: MoveName; asked: object }) => moveDanger(move, row, asked),
    onSuccess: (_answer, { move }) => {
      void message.success(`已${labelOf(move)}：${row.title}`);
      onDone(move);
      return client.invalidateQueries({ queryKey: dangerKey });
    },
    onError: async (error) => {
      if (isOutdated(error)) await client.invalidateQueries({ queryKey: dangerKey });
    },
  });
}
