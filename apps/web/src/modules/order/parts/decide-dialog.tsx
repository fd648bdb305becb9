import type { RefundView } from '@anlan/contract/modules/order/views';
import { vendorNames } from '@anlan/contract/modules/order/words';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Form, Input } from 'antd';
import { ApiError } from '#lib/api-error.ts';
import { TabModal } from '#ui/tab-modal.tsx';
import { yuanText } from '#widgets/money.ts';
import { orderKey, orders } from '../calls.ts';
import { FactorNote } from './factor-note.tsx';

interface Values {
  opinion: string;
  code?: string;
}

/** The second person decides on a refund. Approval requires their own second-factor code (S50). */
export function DecideDialog({ refund, agree, onClose }: { refund: RefundView; agree: boolean; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const client = useQueryClient();
  const { message } = App.useApp();
  const decide = useMutation({
    mutationFn: ({ opinion, code }: Values) =>
      orders.refundDecide({ id: refund.id, agree, opinion, ...(agree ? { code } : {}) }, { quiet: true }),
    onSuccess: () => {
      void message.success(agree ? '已同意，正在原路退回' : '已不同意，会员和金额不变');
      void client.invalidateQueries({ queryKey: orderKey });
      onClose();
    },
    onError: (error) => {
      const fieldErrors = error instanceof ApiError ? error.errors : [];
      form.setFields(
        fieldErrors.flatMap(({ field, msg }) =>
          field === 'code' || field === 'opinion' ? [{ name: field, errors: [msg] }] : [],
        ),
      );
    },
  });
  return (
    <TabModal
      open
      title={agree ? '同意退款' : '不同意退款'}
      okText={agree ? `同意退回 ${yuanText(refund.amount)}` : '不同意'}
      cancelText="取消"
      okButtonProps={{ danger: !agree, loading: decide.isPending }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form<Values> form={form} name="refund-decide" layout="vertical" onFinish={(values) => decide.mutate(values)}>
        {decide.error && <Alert type="error" showIcon title={decide.error.message} />}
        <p className="sub order-decide">
          {refund.enterpriseName} · 订单 {refund.orderNo} · {vendorNames[refund.vendor]}原路退回{' '}
          {yuanText(refund.amount)}
          ，收回 {refund.months} 个付费月{refund.giftMonth > 0 && `和 ${refund.giftMonth} 个赠送月`}。原因：
          {refund.reason}
        </p>
        <Form.Item
          name="opinion"
          label="复核意见"
          rules={[{ required: true, whitespace: true, message: '请填写复核意见' }]}
        >
          <Input.TextArea
            rows={2}
            maxLength={200}
            placeholder={agree ? '如 已与企业电话核实' : '如 未到协议约定的退款条件'}
          />
        </Form.Item>
        {agree && <FactorNote />}
        {agree && (
          <Form.Item
            name="code"
            label="您的动态码"
            extra="验证器上的 6 位动态码，或一个恢复码"
            rules={[{ required: true, message: '验证码不能为空' }]}
          >
            <Input inputMode="numeric" autoComplete="one-time-code" maxLength={20} />
          </Form.Item>
        )}
      </Form>
    </TabModal>
  );
}
