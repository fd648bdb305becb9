import { useMutation } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { startTransition, useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTabId } from '#ui/tab-context.tsx';
import { asksForQueue, withoutQueue } from './queue-address.ts';
import { queueMost, type Line } from './read-line.ts';

interface Props<R> {
  /** Number of selected rows. With 0 the queue uses all rows of the filtered list. */
  selectedCount?: number;
  load: () => Promise<Line<R>>;
  onBegin: (rows: readonly R[]) => void;
}

export function QueueButton<R>({ selectedCount: chosen = 0, load, onBegin }: Props<R>) {
  const { message } = App.useApp();
  const open = useMutation({
    mutationFn: load,
    onSuccess: ({ rows, isCut }) => {
      const where = isCut ? `前 ${queueMost} 条` : chosen > 0 ? '所选记录' : '当前列表';
      const more = isCut ? '，其余请筛选后再处理' : '';
      if (rows.length === 0) void message.info(`${where}里没有需要您处理的${more}`);
      else {
        if (isCut) void message.info(`${where}里有 ${rows.length} 条需要您处理${more}`);
        startTransition(() => onBegin(rows));
      }
    },
    onError: (error) => void message.error(error.message),
  });
  // The address of a to-do may request the queue: it then starts with the first record.
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const tab = useTabId();
  const isAsked = asksForQueue(search);
  const begin = useEffectEvent(() => {
    void navigate({ pathname, search: withoutQueue(search) }, { replace: true, state: { tab } });
    open.mutate();
  });
  useEffect(() => {
    if (isAsked) begin();
  }, [isAsked]);
  return (
    <Button loading={open.isPending} title="一条接一条地办理，不用回到列表" onClick={() => open.mutate()}>
      连续处理{chosen > 0 && `所选 ${chosen}`}
    </Button>
  );
}
