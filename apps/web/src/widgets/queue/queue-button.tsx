import { useMutation } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { startTransition } from 'react';

interface Props<R> {
  /** How many of the list were chosen; 0 takes what its filter shows. */
  chosen?: number;
  /** Reads the records, in their order. */
  load: () => Promise<readonly R[]>;
  onBegin: (rows: readonly R[]) => void;
}

/** Opens the records of a list one after the other. */
export function QueueButton<R>({ chosen = 0, load, onBegin }: Props<R>) {
  const { message } = App.useApp();
  const open = useMutation({
    mutationFn: load,
    onSuccess: (rows) => {
      if (rows.length > 0) startTransition(() => onBegin(rows));
      else void message.info(`${chosen > 0 ? '所选记录' : '当前列表'}里没有需要您处理的`);
    },
    onError: (error) => void message.error(error.message),
  });
  return (
    <Button loading={open.isPending} title="一条接一条地办理，不用回到列表" onClick={() => open.mutate()}>
      连续处理{chosen > 0 && `所选 ${chosen}`}
    </Button>
  );
}
