import { limits } from '@anlan/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { Alert, Form, Input } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { TabModal } from '#ui/tab-modal.tsx';
import { ApiError } from '#lib/api-error.ts';
import { confirmPassword, wantsPassword } from '#lib/reveal-calls.ts';
import './reasoned-dialog.css';

interface Props<T> {
  /** Name of the form, for its fields' ids. */
  name: string;
  title: string;
  /** What is done, on the button: 查看, 解除. */
  verb: string;
  /** Words of the button where the password is not asked for; the verb where none are given. */
  ok?: string;
  /** What the reason is called: 查看原因. */
  reason: string;
  /** An example of a reason. */
  example: string;
  danger?: boolean;
  /** What is said above the fields. */
  children: ReactNode;
  act: (reason: string) => Promise<T>;
  onDone: (answer: T) => unknown;
  /** Reads what stands behind the dialog anew, before it goes: whoever acts on it next meets what now is. */
  renew?: () => Promise<unknown>;
  onClose: () => void;
}
interface Values {
  reason: string;
  password?: string;
}

/** Asks why, and for one's own password where it was not shown lately; what was typed stays when it fails. */
export function ReasonedDialog<T>(props: Props<T>) {
  const { name, title, verb, ok = verb, reason: noun, example, danger = false, onClose } = props;
  const [form] = Form.useForm<Values>();
  const [asks, setAsks] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    form.getFieldInstance(asks ? 'password' : 'reason')?.focus();
  }, [asks, form]);
  const send = useMutation({
    mutationFn: async ({ reason, password }: Values) => {
      if (asks && password) await confirmPassword(password);
      return props.act(reason);
    },
    onMutate: () => setProblem(null),
    onSuccess: async (answer) => {
      await props.renew?.();
      await props.onDone(answer);
    },
    onError: (error) => {
      if (wantsPassword(error)) {
        setAsks(true);
        return;
      }
      void props.renew?.();
      const told = error instanceof ApiError ? error.errors : [];
      const known = told.flatMap(({ field, msg }) =>
        field === 'reason' || field === 'password' ? [{ name: field as keyof Values, errors: [msg] }] : [],
      );
      form.setFields(known);
      if (known.length === 0) setProblem(error.message);
    },
  });
  return (
    <TabModal
      open
      title={title}
      okText={asks ? `验证并${verb}` : ok}
      cancelText="取消"
      okButtonProps={{ danger, loading: send.isPending }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        name={name}
        className="reasoned-form"
        layout="vertical"
        onFinish={(values) => send.mutate(values)}
      >
        {problem && <Alert type="error" showIcon title={problem} />}
        {props.children}
        <Form.Item
          name="reason"
          label={noun}
          rules={[
            { required: true, whitespace: true, message: `请填写${noun}` },
            { min: limits.reasonMin, message: `${noun}至少 ${limits.reasonMin} 个字` },
          ]}
        >
          <Input.TextArea rows={2} maxLength={limits.noteMax} placeholder={example} />
        </Form.Item>
        {asks && (
          <Form.Item
            name="password"
            label="您的登录密码"
            extra="为确认是您本人，请再次输入；10 分钟内不再询问"
            rules={[{ required: true, message: '请输入密码' }]}
          >
            <Input.Password autoComplete="current-password" maxLength={128} />
          </Form.Item>
        )}
      </Form>
    </TabModal>
  );
}
