import type { StoredFile } from '@anlan/contract/kit/field';
import type { Enforcement } from '@anlan/contract/modules/enforcement/resource';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Form, Input } from 'antd';
import { useCurrentUser } from '#lib/current-user.ts';
import { refreshRedDots } from '#lib/red-dots.ts';
import { TabModal } from '#ui/tab-modal.tsx';
import { FileList } from '#widgets/file-list.tsx';
import { noticeKey, notices } from './calls.ts';

export type ActName = 'receive' | 'close' | 'sendBack' | 'lift' | 'withdraw';
interface Values {
  said: string;
  files: StoredFile[];
}
interface Words {
  title: string;
  label: string;
  verb: string;
  done: string;
  most: number;
  danger?: boolean;
}
const words: Readonly<Record<ActName, Words>> = {
  receive: { title: '签收执法通知', label: '签收人', verb: '签收', done: '已签收', most: 30 },
  close: { title: '办结执法通知', label: '办结意见', verb: '办结', done: '已办结', most: 500 },
  sendBack: { title: '退回补充', label: '退回原因', verb: '退回', done: '已退回企业补充', most: 300, danger: true },
  withdraw: { title: '撤销执法通知', label: '撤销原因', verb: '撤销', done: '已撤销', most: 300, danger: true },
  lift: { title: '解除停产措施', label: '审查意见', verb: '解除', done: '停产措施已解除', most: 300 },
};

function send(name: ActName, { id, version }: Enforcement, { said: noteText, files }: Values) {
  const row = { id, version };
  const quiet = { quiet: true };
  switch (name) {
    case 'receive':
      return notices.receive({ ...row, receivedBy: noteText }, quiet);
    case 'close':
      return notices.close({ ...row, opinion: noteText }, quiet);
    case 'sendBack':
      return notices.sendBack({ ...row, reason: noteText }, quiet);
    case 'withdraw':
      return notices.withdraw({ ...row, reason: noteText }, quiet);
    case 'lift':
      return notices.lift({ ...row, reason: noteText, files }, quiet);
  }
}

export function Act({ name, row, onClose }: { name: ActName; row: Enforcement; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const client = useQueryClient();
  const { message } = App.useApp();
  const who = useCurrentUser();
  const { title, label, verb, done, most, danger = false } = words[name];
  const act = useMutation({
    mutationFn: (values: Values) => send(name, row, values),
    onSuccess: () => {
      void message.success(done);
      onClose();
    },
    onSettled: () => {
      void refreshRedDots();
      return client.invalidateQueries({ queryKey: noticeKey });
    },
  });
  return (
    <TabModal
      open
      title={title}
      okText={verb}
      cancelText="取消"
      okButtonProps={{ danger, loading: act.isPending }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={{ said: name === 'receive' ? who.sysUser.nickName : '', files: [] }}
        onFinish={act.mutate}
      >
        {act.error && <Alert type="error" showIcon title={act.error.message} />}
        {name === 'withdraw' && (
          <p>
            撤销后不再执行，文书编号 {row.no}{' '}
            保留，不会用于别的文书；打印时标明“已撤销”。已登记的隐患不随之作废，需要时在“待整改事项”中处理。
          </p>
        )}
        {name === 'lift' && <p>须全部隐患已销号，并上传复产复工的审查材料。</p>}
        <Form.Item name="said" label={label} rules={[{ required: true, whitespace: true, message: `请填写${label}` }]}>
          {name === 'receive' ? <Input maxLength={most} /> : <Input.TextArea rows={3} maxLength={most} />}
        </Form.Item>
        {name === 'lift' && (
          <Form.Item
            name="files"
            label="审查材料"
            rules={[{ required: true, type: 'array', min: 1, message: '请上传审查材料' }]}
          >
            <FileList purpose="evidence" label="材料" />
          </Form.Item>
        )}
      </Form>
    </TabModal>
  );
}
