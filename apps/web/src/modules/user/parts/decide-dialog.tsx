import type { UserRow } from '@anlan/contract/modules/user/admin';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Form, Input, Radio } from 'antd';
import type { RowPart } from '#kit/actions.ts';
import { ApiError } from '#lib/api-error.ts';
import { TabModal } from '#ui/tab-modal.tsx';
import { EnterpriseSelect } from '#widgets/enterprise-select.tsx';
import { decideUser, userKey } from '../calls.ts';

interface Values {
  decision: 'approve' | 'reject';
  enterpriseId?: string | null;
  reason?: string;
}

/** Approves a registration and assigns an enterprise, or rejects it with a reason. */
export const DecideDialog: RowPart<UserRow> = ({ row, onClose }) => {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const decision: Values['decision'] = Form.useWatch('decision', form) ?? 'approve';
  const renew = () => client.invalidateQueries({ queryKey: userKey });
  const decide = useMutation({
    mutationFn: ({ decision: made, enterpriseId, reason }: Values) =>
      decideUser({
        id: row.id,
        version: row.version,
        decision: made,
        ...(made === 'approve' ? { enterpriseId: enterpriseId ?? null } : { reason: reason?.trim() ?? '' }),
      }),
    onSuccess: async (_answer, { decision: made }) => {
      await renew();
      onClose();
      void message.success(made === 'approve' ? `已通过“${row.nickName}”` : `已驳回“${row.nickName}”`);
    },
    onError: (error) => {
      if (error instanceof ApiError)
        form.setFields(
          error.errors.map(({ field, msg }) => ({ name: field, errors: [msg] })) as Parameters<
            typeof form.setFields
          >[0],
        );
      return renew();
    },
  });
  const staff = row.type === 'enterprise';
  return (
    <TabModal
      open
      title={`审核“${row.nickName}”的注册`}
      okText={decision === 'approve' ? '通过' : '驳回'}
      cancelText="取消"
      okButtonProps={{ danger: decision === 'reject', loading: decide.isPending }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        className="kit-form"
        layout="vertical"
        initialValues={{ decision: 'approve' }}
        onFinish={(values) => decide.mutate(values)}
      >
        {decide.error && <Alert type="error" showIcon title={decide.error.message} />}
        <p className="sub">
          {row.username}，{row.phone ?? '没有手机号码'}，自填单位：{row.claimedEnterprise ?? '未填写'}
        </p>
        <Form.Item name="decision" label="审核结果">
          <Radio.Group
            options={[
              { value: 'approve', label: '通过' },
              { value: 'reject', label: '驳回' },
            ]}
          />
        </Form.Item>
        {decision === 'approve' && staff && (
          <Form.Item
            name="enterpriseId"
            label="所属企业"
            extra="核对自填单位后选择；通过后该用户只能看到这家企业"
            rules={[{ required: true, message: '请选择该用户所属的企业' }]}
          >
            <EnterpriseSelect />
          </Form.Item>
        )}
        {decision === 'reject' && (
          <Form.Item
            name="reason"
            label="原因"
            extra="会以短信告诉本人"
            rules={[{ required: true, whitespace: true, message: '请填写原因' }]}
          >
            <Input.TextArea rows={2} maxLength={100} showCount />
          </Form.Item>
        )}
      </Form>
    </TabModal>
  );
};
