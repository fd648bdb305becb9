import { danger, type Danger } from '@anlan/contract/modules/danger/resource';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useDelayed } from '#widgets/undo/use-delayed.tsx';
import { Alert, App } from 'antd';
import { ApiError, isOutdated, messageOf } from '#lib/api-error.ts';
import { bound, dangerKey } from '../calls.ts';
import type { MoveName } from '../rules.ts';

export const labelOf = (move: MoveName): string => danger.states?.moves[move].label ?? move;

/** Sends a status change of one danger. If the row has changed meanwhile, refetches it; the caller shows the error. */
export function useMove(row: Danger, onDone: (move: MoveName) => void) {
  const client = useQueryClient();
  const { message } = App.useApp();
  return useMutation({
    mutationFn: ({ move, asked: input }: { move: MoveName; asked: object }) =>
      bound.move(move, row, { ...input }, true),
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

/** Closes a danger after five seconds, in which the person can take it back: the call notifies people. */
export function useDelayedClosing(row: Danger, onDone: (move: MoveName) => void) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const delay = useDelayed();
  const send = async (opinion: string) => {
    try {
      await bound.move('accept', row, { opinion }, true);
      void message.success(`已销号：${row.title}`);
    } catch (error) {
      const why = error instanceof Error && isOutdated(error) ? '刚刚被他人处理过' : messageOf(error);
      void message.error(`没有销号：${row.title}（${why}）`, 8);
    }
    await client.invalidateQueries({ queryKey: dangerKey });
  };
  return (opinion: string) => {
    delay({ key: row.id, said: `即将销号：${row.title}`, send: () => send(opinion) });
    onDone('accept');
  };
}

export function Problem({ error }: { error: Error }) {
  const stale = error instanceof ApiError && error.status === 409;
  return (
    <Alert
      type={stale ? 'warning' : 'error'}
      showIcon
      title={stale ? '这条隐患刚刚被他人处理过，您填写的内容还在，请核对后再提交' : error.message}
      {...(stale && error.message ? { description: error.message } : {})}
    />
  );
}
