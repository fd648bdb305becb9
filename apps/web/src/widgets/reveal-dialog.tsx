import type { RevealInput } from '@anlan/contract/domain/reveal';
import { limits } from '@anlan/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { Alert, Form, Input } from 'antd';
import { useEffect, useState } from 'react';
import { TabModal } from '#ui/tab-modal.tsx';
import { ApiError } from '#lib/api-error.ts';
import { confirmPassword, revealOne, wantsPassword } from '#lib/reveal-calls.ts';

interface Props {
  input: Omit<RevealInput, 'reason'>;
  label: string;
  onShown: (value: string | null) => void;
  onClose: () => void;
}
interface Values {
  reason: string;
  password?: string;
}

/** Asks why, and for the password where it was not shown lately. */
export function RevealDialog({ input, label, onShown, onClose }: Props) {
  const [form] = Form.useForm<Values>();
  const [asks, setAsks] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    form.getFieldInstance(asks ? 'password' : 'reason')?.focus();
  }, [asks, form]);
  const show = useMutation({
    mutationFn: async ({ reason, password }: Values) => {
      if (asks && password) await confirmPassword(password);
      return revealOne({ ...input, reason });
    },
    onMutate: () => setProblem(null),
    onSuccess: onShown,
    onError: (error) => {
      if (wantsPassword(error)) {
        setAsks(true);
        return;
      }
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
      title={`查看${label}`}
      okText={asks ? '验证并查看' : '查看'}
      cancelText="取消"
      okButtonProps={{ loading: show.isPending }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        name="reveal"
        layout="vertical"
        className="reveal-form"
        onFinish={(values) => show.mutate(values)}
      >
        {problem && <Alert type="error" showIcon title={problem} />}
        <p className="sub">查看会记入日志，内容显示一分钟后重新隐藏。</p>
        <Form.Item
          name="reason"
          label="查看原因"
          rules={[
            { required: true, whitespace: true, message: '请填写查看原因' },
            { min: limits.reasonMin, message: `查看原因至少 ${limits.reasonMin} 个字` },
          ]}
        >
          <Input.TextArea rows={2} maxLength={limits.noteMax} placeholder="如 联系企业核实整改进度" />
        </Form.Item>
        {asks && (
          <Form.Item
            name="password"
            label="登录密码"
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
