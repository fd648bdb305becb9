import { useMutation } from '@tanstack/react-query';
import { Alert, App, Form, Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { TabModal } from '#ui/tab-modal.tsx';
import { ApiError } from '#lib/api-error.ts';
import { confirmPassword, wantsPassword } from '#lib/reveal-calls.ts';
import { awaitOauthResult, openWindow } from '#lib/oauth.ts';
import { bindParty, startBinding } from '../calls.ts';

interface Values {
  password?: string;
}

/** Binds a WeChat account. The user confirms in a separate window; this dialog receives the result. */
export function BindDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const [asks, setAsks] = useState(false);
  const [waiting, setWaiting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);
  useEffect(() => {
    if (asks) form.getFieldInstance('password')?.focus();
  }, [asks, form]);
  const bind = useMutation({
    mutationFn: ({ state, code }: { state: string; code: string }) => bindParty(state, code),
    onSuccess: () => {
      void message.success('微信已绑定');
      onDone();
    },
    onError: (error) => setProblem(error.message),
    onSettled: () => setWaiting(false),
  });
  const start = useMutation({
    // Open the window inside the click event: otherwise the browser blocks it as a popup.
    mutationFn: async ({ password, opened }: Values & { opened: Window | null }) => {
      try {
        if (asks && password) await confirmPassword(password);
        const oauthState = await startBinding();
        if (!opened) throw new Error('浏览器拦截了弹出窗口，请允许后重试');
        opened.location.href = oauthState.url;
        return oauthState;
      } catch (error) {
        opened?.close();
        throw error;
      }
    },
    onMutate: () => setProblem(null),
    onSuccess: ({ state }) => {
      setWaiting(true);
      stop.current();
      stop.current = awaitOauthResult(state, (code) => {
        if (code !== null) bind.mutate({ state, code });
        else {
          setWaiting(false);
          setProblem('已在微信上取消绑定');
        }
      });
    },
    onError: (error) => {
      const field = error instanceof ApiError ? error.errors.find((one) => one.field === 'password') : undefined;
      if (wantsPassword(error)) setAsks(true);
      else if (field) form.setFields([{ name: 'password', errors: [field.msg] }]);
      else setProblem(error.message);
    },
  });
  return (
    <TabModal
      open
      title="绑定微信"
      okText={waiting ? '重新打开扫码窗口' : '打开扫码窗口'}
      cancelText="取消"
      okButtonProps={{ loading: start.isPending || bind.isPending }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        name="own-bind"
        layout="vertical"
        className="info-form info-dialog"
        onFinish={({ password }) =>
          start.mutate({ ...(password ? { password } : {}), opened: openWindow('about:blank') })
        }
      >
        {problem && <Alert type="error" showIcon title={problem} />}
        <p role="status">
          {waiting ? '请在弹出的窗口中用微信扫码并确认…' : '将在新窗口打开微信二维码，扫码确认后即完成绑定。'}
        </p>
        {asks && (
          <Form.Item
            name="password"
            label="登录密码"
            extra="为确认是您本人，请再次输入"
            rules={[{ required: true, message: '请输入密码' }]}
          >
            <Input.Password autoComplete="current-password" maxLength={128} />
          </Form.Item>
        )}
      </Form>
    </TabModal>
  );
}
