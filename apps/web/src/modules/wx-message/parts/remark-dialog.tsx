import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { TabModal } from '#ui/tab-modal.tsx';
import { updateFollower, wxKey, type WxFollower } from '../calls.ts';

interface Props {
  follower: WxFollower;
  onClose: () => void;
}

export function RemarkDialog({ follower: { id, version, nickName, remark }, onClose }: Props) {
  const [form] = Form.useForm<{ remark: string }>();
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (text: string) => updateFollower({ id, version, remark: text.trim() || null }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['wx-follower'] });
      void client.invalidateQueries({ queryKey: wxKey });
      onClose();
    },
  });
  return (
    <TabModal
      open
      title={`${nickName}的备注`}
      okText="保存"
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ remark }}
        onFinish={(values) => save.mutate(values.remark ?? '')}
      >
        <Form.Item
          name="remark"
          label="备注"
          extra="只有同事看得到"
          help={save.error?.message}
          {...(save.error ? { validateStatus: 'error' } : {})}
        >
          <Input maxLength={30} showCount />
        </Form.Item>
      </Form>
    </TabModal>
  );
}
