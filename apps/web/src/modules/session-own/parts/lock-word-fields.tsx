import { Form, type FormInstance } from 'antd';
import { LockWordItems } from '#widgets/lock-word-items.tsx';

/** A lock word as it is typed. */
export interface LockWord {
  word: string;
  again: string;
}

/** The lock word, twice (VA-01). */
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
