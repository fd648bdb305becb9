import type { WxAccount } from '@anlan/contract/modules/wx-account/resource';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { TabModal } from '#ui/tab-modal.tsx';
import { updateAccount } from '../calls.ts';

interface Values {
  secret?: string;
  token?: string;
  aesKey?: string;
}

/** Replaces the encrypted secrets of an account. Empty fields remain unchanged. */
export function SecretsDialog({ row, onClose }: { row: WxAccount; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: ({ secret, token, aesKey }: Values) =>
      updateAccount({
        id: row.id,
        version: row.version,
        ...(secret ? { secret } : {}),
        ...(token ? { token } : {}),
        ...(aesKey ? { aesKey } : {}),
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['wxAccount'] });
      onClose();
    },
  });
  const secretField = (name: keyof Values, label: string, max: number) => (
    <Form.Item name={name} label={label}>
      <Input.Password autoComplete="new-password" maxLength={max} placeholder="留空表示不改" />
    </Form.Item>
  );
  return (
    <TabModal
      open
      title={`${row.ready ? '更换' : '配置'}密钥：${row.name}`}
      okText="保存"
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className="sub">密钥保存后不再显示。{row.ready ? '当前已配置。' : '当前未配置齐全。'}</p>
      <Form form={form} layout="vertical" autoComplete="off" onFinish={(values) => save.mutate(values)}>
        {secretField('secret', 'AppSecret', 64)}
        {secretField('token', '令牌（Token）', 32)}
        {secretField('aesKey', '消息加解密密钥（EncodingAESKey）', 43)}
      </Form>
      {save.error && (
        <p className="bad" role="alert">
          {save.error.message}
        </p>
      )}
    </TabModal>
  );
}
