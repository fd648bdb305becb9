import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Form } from 'antd';
import { ReferencePicker } from '#kit/modules.ts';
import { TabModal } from '#ui/tab-modal.tsx';
import { updateFollower, wxKey, type WxFollower } from '../calls.ts';

interface Props {
  follower: WxFollower;
  onClose: () => void;
}

export function BindDialog({ follower: { id, version, nickName }, onClose }: Props) {
  const [form] = Form.useForm<{ employeeId: string }>();
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (employeeId: string) => updateFollower({ id, version, employeeId }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['wx-follower'] });
      void client.invalidateQueries({ queryKey: wxKey });
      onClose();
    },
  });
  return (
    <TabModal
      open
      title={`${nickName}是哪位员工`}
      okText="绑定"
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" onFinish={({ employeeId }) => save.mutate(employeeId)}>
        <Form.Item
          name="employeeId"
          label="员工"
          extra="绑定后可以看到所在企业的隐患和快到期的证件"
          rules={[{ required: true, message: '请选择员工' }]}
        >
          <ReferencePicker target="employee" placeholder="输入姓名查找" />
        </Form.Item>
      </Form>
      {save.error && (
        <p className="reply-problem" role="alert">
          {save.error.message}
        </p>
      )}
    </TabModal>
  );
}
