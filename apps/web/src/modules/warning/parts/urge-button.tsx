import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import type { PageOptions } from '#kit/resource-page.tsx';
import { countOf } from '#ui/list/selection.ts';
import type { warning } from '@anlan/contract/modules/warning/resource';

type Bulk = NonNullable<PageOptions<typeof warning>['bulk']>;

/** Sends 催办 (a reminder) for each selected row, in sequence. Then shows how many rows needed no reminder. */
export const Urge: Bulk = ({ use: { bound }, selection: chosen, onDone }) => {
  const { message } = App.useApp();
  const client = useQueryClient();
  const ids = chosen.kind === 'ids' ? chosen.ids : [];
  const urge = useMutation({
    mutationFn: async () => {
      let done = 0;
      for (const id of ids) {
        const row = await bound.read(id);
        if (!row.abilities.includes('urge')) continue;
        await bound.move('urge', row, {}, true);
        done += 1;
      }
      return done;
    },
    onSuccess: (done) => {
      const rest = ids.length - done;
      void message.success(`已催办 ${done} 项${rest > 0 ? `，${rest} 项不需要催办` : ''}`);
      onDone();
    },
    onError: (error) => void message.error(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: bound.key }),
  });
  return (
    <Button
      type="primary"
      disabled={chosen.kind === 'all' || countOf(chosen) === 0}
      title={chosen.kind === 'all' ? '请逐页选择后催办' : undefined}
      loading={urge.isPending}
      onClick={() => urge.mutate()}
    >
      催办
    </Button>
  );
};
