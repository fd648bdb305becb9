import { prose } from '@anlan/contract/kit/field';
import type { BillDifference } from '@anlan/contract/modules/order/views';
import { differenceNames } from '@anlan/contract/modules/order/words';
import { AskDialog } from '#kit/ask-dialog.tsx';
import { orderKey, orders } from '../calls.ts';

interface Props {
  row: BillDifference;
  action: 'refund' | 'note';
  onClose: () => void;
}

/** Settles an order whose amounts differ: by a refund with a second approval, or by an explanation. */
export function SettleDialog({ row, action, onClose }: Props) {
  const refunds = action === 'refund';
  return (
    <AskDialog
      title={refunds ? '退回多收的款' : '说明差异'}
      verb={refunds ? '提交复核' : '记录说明'}
      danger={refunds}
      fields={{ note: prose(200, refunds ? '退款原因' : '说明').required() }}
      act={({ note }) => orders.settle({ id: row.id, action, note }, { quiet: true })}
      renews={[orderKey]}
      done={refunds ? '已提交退款，等待第二人复核' : '已记录说明'}
      onClose={onClose}
    >
      <p className="sub">
        {differenceNames[row.kind]}：{row.detail}
      </p>
    </AskDialog>
  );
}
