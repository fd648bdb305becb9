import type { employee } from '@anlan/contract/modules/staff/resource';
import { useMutation } from '@tanstack/react-query';
import { App, Button } from 'antd';
import type { PageOptions } from '#kit/resource-page.tsx';
import { saveMade } from '#lib/download.ts';
import { cards, cardsMost } from '../calls.ts';

const heldMs = 60_000;

/** Makes the cards of some people and lets the browser keep them; what goes wrong is said above the page. */
export async function saveCards(ids: readonly string[], whose: string): Promise<void> {
  const paper = await cards({ ids: [...ids] });
  const address = URL.createObjectURL(paper);
  saveMade(address, `三级安全教育卡-${whose}.pdf`);
  setTimeout(() => URL.revokeObjectURL(address), heldMs);
}

/** 三级安全教育卡 of the chosen people, as one file. */
export const Cards: NonNullable<PageOptions<typeof employee>['bulk']> = ({ chosen, onDone }) => {
  const { message } = App.useApp();
  const ids = chosen.kind === 'all' ? [] : chosen.ids;
  const run = useMutation({
    mutationFn: () => saveCards(ids, `${ids.length}人`),
    onSuccess: () => {
      void message.success(`已生成 ${ids.length} 人的三级安全教育卡`);
      onDone();
    },
  });
  if (chosen.kind === 'all') return <span className="sub">教育卡请逐页勾选，一次最多 {cardsMost} 人</span>;
  return (
    <Button type="primary" loading={run.isPending} disabled={ids.length === 0} onClick={() => run.mutate()}>
      生成三级教育卡
    </Button>
  );
};
