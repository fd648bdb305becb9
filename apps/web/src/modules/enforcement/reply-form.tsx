import type { StoredFile } from '@anlan/contract/kit/field';
import type { Enforcement } from '@anlan/contract/modules/enforcement/resource';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Form, Input } from 'antd';
import { refreshRedDots } from '#lib/red-dots.ts';
import { FileList } from '#widgets/file-list.tsx';
import { noticeKey, notices } from './calls.ts';

type Values = Record<string, { text: string; evidence: StoredFile[] }>;

export function ReplyForm({ row }: { row: Enforcement }) {
  const [form] = Form.useForm<Values>();
  const client = useQueryClient();
  const { message } = App.useApp();
  const { items, replies } = row;
  const send = useMutation({
    mutationFn: (values: Values) =>
      notices.reply(
        {
          id: row.id,
          version: row.version,
          replies: items.map(({ key }) => ({
            key,
            text: values[key]?.text ?? '',
            evidence: values[key]?.evidence ?? [],
          })),
        },
        { quiet: true },
      ),
    onSuccess: () => void message.success('已回复，等待监管部门审核'),
    onSettled: () => {
      void refreshRedDots();
      return client.invalidateQueries({ queryKey: noticeKey });
    },
  });
  const held = Object.fromEntries(
    items.map(({ key }) => {
      const before = replies.find((one) => one.key === key);
      return [key, { text: before?.text ?? '', evidence: before?.evidence ?? [] }];
    }),
  );
  return (
    <section>
      <h2>逐项回复</h2>
      <Form<Values>
        form={form}
        id="spot-reply"
        name="spot-reply"
        layout="vertical"
        initialValues={held}
        scrollToFirstError={{ block: 'center', focus: true }}
        onFinish={send.mutate}
      >
        {send.error && <Alert type="error" showIcon title={send.error.message} />}
        <ol className="spot-items">
          {items.map(({ key, text, clause, photos = [] }, at) => (
            <li key={key}>
              <p>{text}</p>
              {clause && <small>{clause}</small>}
              <FileList purpose="photo" label="现场照片" value={photos} readOnly />
              <Form.Item
                name={[key, 'text']}
                label={`第 ${at + 1} 项整改情况`}
                rules={[{ required: true, whitespace: true, message: '请填写整改情况' }]}
              >
                <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={500} />
              </Form.Item>
              <Form.Item
                name={[key, 'evidence']}
                label="整改证据"
                rules={[{ required: true, type: 'array', min: 1, message: '每个事项都需要上传证据' }]}
              >
                <FileList purpose="evidence" label={`第 ${at + 1} 项证据`} />
              </Form.Item>
            </li>
          ))}
        </ol>
      </Form>
    </section>
  );
}
