import { maskPhone, normalisePhone } from '@anlan/contract/domain/phone';
import type { OwnData } from '@anlan/contract/modules/user/own-data';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useCountdown } from '#ui/sms-code-field.tsx';
import { ApiError } from '#lib/api-error.ts';
import { bindPhone, ownKey, sendPhoneCode } from '../calls.ts';
import { phoneFormProblem } from '../rules.ts';
import { ChangePhoneDialog } from './change-phone.tsx';
import { InfoSection } from './section.tsx';
import { useFailure } from './use-failure.ts';

export function Phone({ data }: { data: OwnData }) {
  const client = useQueryClient();
  const [changing, setChanging] = useState(false);
  const done = async () => {
    setChanging(false);
    await client.invalidateQueries({ queryKey: ownKey });
  };
  if (data.phone === null) return <FirstPhone onDone={done} />;
  return (
    <InfoSection
      name="phone"
      note="用于短信登录、找回账号和接收通知"
      end={<Button onClick={() => setChanging(true)}>更换手机号</Button>}
    >
      <p className="info-value">{maskPhone(data.phone)}</p>
      {changing && (
        <ChangePhoneDialog phone={data.phone} onDone={() => void done()} onClose={() => setChanging(false)} />
      )}
    </InfoSection>
  );
}

interface Values {
  phone: string;
  code: string;
}

function FirstPhone({ onDone }: { onDone: () => Promise<void> }) {
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const [left, count] = useCountdown();
  const failure = useFailure(form, ['phone', 'code']);
  const send = useMutation({
    mutationFn: (to: string) => sendPhoneCode({ phone: to, which: 'new' }),
    onSuccess: () => count(60),
    onError: (error) => {
      if (error instanceof ApiError && error.status === 429) count(error.retryAfter ?? 60);
      failure.show(error);
    },
  });
  const save = useMutation({
    mutationFn: ({ phone, code }: Values) => bindPhone(normalisePhone(phone), code),
    onMutate: failure.clear,
    onSuccess: async () => {
      void message.success('手机号已绑定');
      await onDone();
    },
    onError: failure.show,
  });
  const ask = async () => {
    const { phone } = await form.validateFields(['phone']);
    send.mutate(normalisePhone(phone));
  };
  return (
    <InfoSection name="phone" note="尚未绑定手机号，绑定后可用短信登录">
      <Form<Values>
        form={form}
        name="own-phone"
        layout="vertical"
        className="info-form"
        onFinish={(values) => save.mutate(values)}
      >
        {failure.problem && <Alert type="error" showIcon title={failure.problem} />}
        <Form.Item
          name="phone"
          label="手机号"
          rules={[
            {
              validator: (_rule, value) => {
                const problem = phoneFormProblem('phone2', value);
                return problem === null ? Promise.resolve() : Promise.reject(new Error(problem));
              },
            },
          ]}
        >
          <Input inputMode="numeric" autoComplete="tel" maxLength={20} />
        </Form.Item>
        <div className="info-code">
          <Form.Item name="code" label="验证码" rules={[{ required: true, message: '请输入验证码' }]}>
            <Input inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
          </Form.Item>
          <Button disabled={left > 0} loading={send.isPending} onClick={() => void ask().catch(() => undefined)}>
            {left > 0 ? `${left} 秒后重新获取` : '获取验证码'}
          </Button>
        </div>
        <div className="info-buttons">
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            绑定
          </Button>
        </div>
      </Form>
    </InfoSection>
  );
}
