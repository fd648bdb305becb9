import type { UserRow } from '@anlan/contract/domain/user-admin';
import { limits } from '@anlan/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Form, Input } from 'antd';
import { useEffect, useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { confirmPassword, wantsPassword } from '#lib/reveal-calls.ts';
import { TabModal } from '#ui/tab-modal.tsx';
import { removeFactor, userKey } from '../calls.ts';

interface Values {
  reason: string;
  password?: string;
}

/** Takes the second factor of somebody away who has lost it; asks why, and for one's own password. */
export function FactorDialog({ row, onClose }: { row: UserRow | null; onClose: () => void }) {
  return row ? <OpenDialog key={row.id} row={row} onClose={onClose} /> : null;
}

function OpenDialog({ row, onClose }: { row: UserRow; onClose: () => void }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const [asks, setAsks] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    form.getFieldInstance(asks ? 'password' : 'reason')?.focus();
  }, [asks, form]);
  const act = useMutation({
    mutationFn: async ({ reason, password }: Values) => {
      if (asks && password) await confirmPassword(password);
      await removeFactor({ id: row.id, reason });
    },
    onMutate: () => setProblem(null),
    onSuccess: () => {
      onClose();
      void message.success(`已解除“${row.nickName}”的两步验证`);
    },
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
    onSettled: () => client.invalidateQueries({ queryKey: userKey }),
  });
  return (
    <TabModal
      open
      title={`解除“${row.nickName}”的两步验证？`}
      okText={asks ? '验证并解除' : '解除两步验证'}
      cancelText="取消"
      okButtonProps={{ danger: true, loading: act.isPending }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        name="factor-removal"
        className="user-words"
        layout="vertical"
        onFinish={(values) => act.mutate(values)}
      >
        {problem && <Alert type="error" showIcon title={problem} />}
        <p>
          “{row.nickName}”（{row.username}）的验证器和恢复码立即失效，所有登录同时结束，此后凭密码即可登录。
        </p>
        <p className="sub">只在本人丢失验证器和恢复码时使用，请先当面或电话核实本人身份。解除会记入日志。</p>
        <Form.Item
          name="reason"
          label="解除原因"
          rules={[
            { required: true, whitespace: true, message: '请填写解除原因' },
            { min: limits.reasonMin, message: `解除原因至少 ${limits.reasonMin} 个字` },
          ]}
        >
          <Input.TextArea rows={2} maxLength={limits.noteMax} placeholder="如 手机遗失，已当面核实本人" />
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
