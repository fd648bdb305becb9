import type { WxConversation } from '@anlan/contract/modules/wx-message/views';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Form, Input, Select } from 'antd';
import { useCurrentUser } from '#lib/current-user.ts';
import { TabModal } from '#ui/tab-modal.tsx';
import { NoneFound } from '#ui/none-found.tsx';
import { clerks, handOver, wxKey } from '../calls.ts';

interface Values {
  userId: string;
  note?: string;
}

export function HandOver({ conversation, onClose }: { conversation: WxConversation; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const client = useQueryClient();
  const { sysUser } = useCurrentUser();
  const clerksQuery = useQuery(clerks());
  const send = useMutation({
    mutationFn: ({ userId, note }: Values) =>
      handOver({ wxUserId: conversation.wxUserId, userId, note: note?.trim() || undefined }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: wxKey });
      onClose();
    },
  });
  const options = (clerksQuery.data ?? [])
    .filter(({ userId }) => userId !== conversation.assigneeId)
    .map(({ userId, name }) => ({ value: userId, label: userId === sysUser.id ? `${name}（我）` : name }));
  return (
    <TabModal
      open
      title={`移交与${conversation.nickName}的会话`}
      okText="移交"
      confirmLoading={send.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" onFinish={(values) => send.mutate(values)}>
        <Form.Item name="userId" label="移交给" rules={[{ required: true, message: '请选择接手的人' }]}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="选择接手的人"
            loading={clerksQuery.isFetching}
            options={options}
            notFoundContent={<NoneFound of={clerksQuery}>没有其他可以回复的人</NoneFound>}
          />
        </Form.Item>
        <Form.Item name="note" label="说明" extra="以备注写进会话，粉丝看不到">
          <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
        </Form.Item>
      </Form>
      {send.error && (
        <p className="reply-problem" role="alert">
          {send.error.message}
        </p>
      )}
    </TabModal>
  );
}
