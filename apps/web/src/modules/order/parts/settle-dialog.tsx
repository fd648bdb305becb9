import type { BillDifference } from '@anlan/contract/modules/order/views';
import { differenceNames } from '@anlan/contract/modules/order/words';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Form, Input } from 'antd';
import { TabModal } from '#ui/tab-modal.tsx';
import { orderKey, orders } from '../calls.ts';

interface Props {
  row: BillDifference;
  action: 'refund' | 'note';
  onClose: () => void;
}

/** Settles an order whose amounts differ: by a refund with a second approval, or by an explanation. */
export function SettleDialog({ row, action, onClose }: Props) {
  const [form] = Form.useForm<{ note: string }>();
  const client = useQueryClient();
  const { message } = App.useApp();
  const refunds = action === 'refund';
  const settle = useMutation({
    mutationFn: ({ note }: { note: string }) => orders.settle({ id: row.id, action, note }, { quiet: true }),
    onSuccess: () => {
      void message.success(refunds ? '已提交退款，等待第二人复核' : '已记录说明');
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: orderKey }),
  });
  return (
    <TabModal
      open
      title={refunds ? '退回多收的款' : '说明差异'}
      okText={refunds ? '提交复核' : '记录说明'}
      cancelText="取消"
      okButtonProps={{ danger: refunds, loading: settle.isPending }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form form={form} name="bill-settle" layout="vertical" onFinish={(values) => settle.mutate(values)}>
        {settle.error && <Alert type="error" showIcon title={settle.error.message} />}
        <p className="sub">
          {differenceNames[row.kind]}：{row.detail}
        </p>
        <Form.Item
          name="note"
          label={refunds ? '退款原因' : '说明'}
          rules={[{ required: true, whitespace: true, message: refunds ? '请填写退款原因' : '请填写说明' }]}
        >
          <Input.TextArea rows={2} maxLength={200} />
        </Form.Item>
      </Form>
    </TabModal>
  );
}
