import { danger, type Danger } from '@anlan/contract/modules/danger/resource';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App } from 'antd';
import { ApiError, isOutdated } from '#lib/api-error.ts';
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
