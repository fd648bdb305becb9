import { limits } from '@anlan/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { Alert, Form, Input } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { TabModal } from '#ui/tab-modal.tsx';
import { ApiError } from '#lib/api-error.ts';
import { confirmPassword, wantsPassword } from '#lib/reveal-calls.ts';
import './reason-dialog.css';

interface Props<T> {
  name: string;
  title: string;
  /** The name of the action, for example 查看 or 解除. It is the default text of the button. */
  verb: string;
  ok?: string;
  reason: string;
  example: string;
  danger?: boolean;
  children: ReactNode;
  act: (reason: string) => Promise<T>;
  onDone: (answer: T) => unknown;
  /** Refetches the page behind the dialog before it closes, so the next action uses current data. */
  renew?: () => Promise<unknown>;
  onClose: () => void;
}
interface Values {
  reason: string;
  password?: string;
}

/**
 * Dialog that asks for a reason, and for the password unless the user confirmed it recently. A failure does not clear
 * the input.
 */
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
      const fieldErrors = error instanceof ApiError ? error.errors : [];
      const formErrors = fieldErrors.flatMap(({ field, msg }) =>
        field === 'reason' || field === 'password' ? [{ name: field as keyof Values, errors: [msg] }] : [],
      );
      form.setFields(formErrors);
      if (formErrors.length === 0) setProblem(error.message);
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
