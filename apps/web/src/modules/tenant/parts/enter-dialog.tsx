import type { TenantRow } from '@anlan/contract/modules/tenant/admin';
import { useMutation } from '@tanstack/react-query';
import { Alert, Form, Input } from 'antd';
import { switchImpersonation } from '#lib/impersonation.ts';
import { TabModal } from '#ui/tab-modal.tsx';
import { enterTenant } from '../calls.ts';

interface Values {
  reason: string;
  password: string;
}

/** Starts an impersonation session. Needs a reason and a password check (S36). */
export function EnterDialog({ row, onClose }: { row: TenantRow; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const enter = useMutation({
    mutationFn: ({ reason, password }: Values) => enterTenant(row.id, reason, password),
    onSuccess: ({ until, ...impersonation }) => switchImpersonation({ ...impersonation, until: until.getTime() }, '/'),
  });
  return (
    <TabModal
      open
      title={`进入“${row.name}”`}
      okText="进入"
      cancelText="取消"
      okButtonProps={{ loading: enter.isPending }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form<Values> form={form} className="kit-form" layout="vertical" onFinish={(values) => enter.mutate(values)}>
        {enter.error && <Alert type="error" showIcon title={enter.error.message} />}
        <p className="sub">
          一小时内以平台身份查看该单位的数据，双方日志都会记下原因；对方允许填写时才能修改业务数据，账号、权限和企业审核始终由对方办理。
        </p>
        <Form.Item
          name="reason"
          label="进入原因"
          rules={[{ required: true, whitespace: true, min: 5, message: '请填写进入原因，至少 5 个字' }]}
        >
          <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 5 }} />
        </Form.Item>
        <Form.Item name="password" label="您的登录密码" rules={[{ required: true, message: '请输入密码' }]}>
          <Input.Password autoComplete="current-password" maxLength={128} />
        </Form.Item>
      </Form>
    </TabModal>
  );
}
