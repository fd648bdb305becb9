import type { employee } from '@anlan/contract/modules/staff/resource';
import { useMutation } from '@tanstack/react-query';
import { App, Button } from 'antd';
import type { PageOptions } from '#kit/resource-page.tsx';
import { saveMade } from '#lib/download.ts';
import { cards, maxCards } from '../calls.ts';

const heldMs = 60_000;

/** Creates and downloads education cards. Shows errors at the top of the page. */
export async function saveCards(ids: readonly string[], whose: string): Promise<void> {
  const paper = await cards({ ids: [...ids] });
  const address = URL.createObjectURL(paper);
  saveMade(address, `三级安全教育卡-${whose}.pdf`);
  setTimeout(() => URL.revokeObjectURL(address), heldMs);
}

export const Cards: NonNullable<PageOptions<typeof employee>['bulk']> = ({ selection: chosen, onDone }) => {
  const { message } = App.useApp();
  const ids = chosen.kind === 'all' ? [] : chosen.ids;
  const run = useMutation({
    mutationFn: () => saveCards(ids, `${ids.length}人`),
    onSuccess: () => {
      void message.success(`已生成 ${ids.length} 人的三级安全教育卡`);
      onDone();
    },
  });
  if (chosen.kind === 'all') return <span className="sub">教育卡请逐页勾选，一次最多 {maxCards} 人</span>;
  return (
    <Button type="primary" loading={run.isPending} disabled={ids.length === 0} onClick={() => run.mutate()}>
      生成三级教育卡
    </Button>
  );
};
