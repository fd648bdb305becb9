import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { isOutdated, messageOf } from '#lib/api-error.ts';
import { useDelayed } from '#widgets/undo/use-delayed.tsx';
import { doneWord, moveOf } from './move-rules.ts';
import { titleOf, type AnyRow, type Bound, type Values } from './resource.ts';

/** Makes a state change after five seconds, in which the person can take it back: the call notifies people. */
export function useDelayedMove({ of, key, move }: Bound) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const delay = useDelayed();
  return (name: string, row: AnyRow, input: Values) => {
    const declared = moveOf(of, name);
    const title = titleOf(of, row);
    const send = async () => {
      try {
        await move(name, row, input, true);
        void message.success(`${doneWord(declared)}：${title}`);
      } catch (error) {
        const why = error instanceof Error && isOutdated(error) ? '刚刚被他人处理过' : messageOf(error);
        void message.error(`没有${declared.label}：${title}（${why}）`, 8);
      }
      await client.invalidateQueries({ queryKey: key });
    };
    delay({ key: row.id, said: `即将${declared.label}：${title}`, send });
  };
}
export type DelayedMove = ReturnType<typeof useDelayedMove>;
