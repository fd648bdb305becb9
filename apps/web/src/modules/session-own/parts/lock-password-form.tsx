import { Form, type FormInstance } from 'antd';
import { LockWordItems } from '#widgets/lock-password-inputs.tsx';

export interface LockWord {
  word: string;
  again: string;
}

/** Two fields for a new lock password, which must be equal (VA-01). */
export function LockWordFields({
  form,
  onFinish,
}: {
  form: FormInstance<LockWord>;
  onFinish: (typed: LockWord) => void;
}) {
  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={onFinish} validateTrigger="onBlur">
      <LockWordItems label="锁屏密码" onEnter={form.submit} />
    </Form>
  );
}
