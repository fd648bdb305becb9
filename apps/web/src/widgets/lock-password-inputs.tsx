import { Form, Input } from 'antd';

/** Two form fields, `word` and `again`, in which the user enters a new lock password twice (VA-01). */
export function LockWordItems({ label, onEnter }: { label: string; onEnter: () => void }) {
  return (
    <>
      <Form.Item
        name="word"
        label={label}
        rules={[
          { required: true, message: '锁屏密码不能为空' },
          { max: 64, message: '锁屏密码最多 64 个字' },
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="again"
        label="再次输入"
        dependencies={['word']}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, value: unknown) =>
              value === getFieldValue('word')
                ? Promise.resolve()
                : Promise.reject(new Error('两次输入的锁屏密码不一致')),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" onPressEnter={onEnter} />
      </Form.Item>
    </>
  );
}
