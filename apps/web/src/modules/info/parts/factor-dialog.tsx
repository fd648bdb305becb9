import { useMutation } from '@tanstack/react-query';
import { Alert, App, Button, Form, Input, QRCode } from 'antd';
import { useState } from 'react';
import { TabModal } from '#ui/tab-modal.tsx';
import { confirmFactor, enrolFactor, removeFactor, renewRecovery } from '../calls.ts';
import { useFailure } from './use-failure.ts';

const titles = { enrol: '启用两步验证', recovery: '重新生成恢复码', remove: '关闭两步验证' };

interface Values {
  password?: string;
  code?: string;
}
type Step = { at: 'password' } | { at: 'scan'; secret: string; uri: string } | { at: 'codes'; codes: string[] };

export function FactorDialog({ doing, onClose }: { doing: keyof typeof titles; onClose: () => void }) {
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const [step, setStep] = useState<Step>({ at: 'password' });
  const failure = useFailure(form, ['password', 'code']);
  const go = useMutation({
    mutationFn: async ({ password = '', code = '' }: Values): Promise<Step | null> => {
      if (step.at === 'scan') return { at: 'codes', codes: (await confirmFactor(code)).recoveryCodes };
      if (doing === 'enrol') return { at: 'scan', ...(await enrolFactor(password)) };
      if (doing === 'recovery') return { at: 'codes', codes: (await renewRecovery(password)).recoveryCodes };
      await removeFactor(password);
      return null;
    },
    onMutate: failure.clear,
    onSuccess: (next) => {
      form.resetFields();
      if (next) {
        setStep(next);
        return;
      }
      void message.success('已关闭两步验证');
      onClose();
    },
    onError: failure.show,
  });
  const ends = step.at === 'codes';
  return (
    <TabModal
      open
      title={titles[doing]}
      okText={ends ? '我已保存' : step.at === 'scan' ? '验证并启用' : '下一步'}
      okButtonProps={{ loading: go.isPending, danger: doing === 'remove' }}
      cancelText="取消"
      {...(ends ? { cancelButtonProps: { style: { display: 'none' } } } : {})}
      closable={!ends}
      keyboard={!ends}
      mask={{ closable: false }}
      onOk={ends ? onClose : form.submit}
      onCancel={onClose}
    >
      {ends ? (
        <Codes codes={step.codes} />
      ) : (
        <Form<Values>
          form={form}
          name="own-factor"
          layout="vertical"
          className="info-form info-dialog"
          onFinish={(values) => go.mutate(values)}
        >
          {failure.problem && <Alert type="error" showIcon title={failure.problem} />}
          {step.at === 'scan' ? (
            <>
              <p>1. 用手机上的验证器扫描二维码，或手工输入密钥。</p>
              <div className="info-scan">
                <QRCode value={step.uri} size={168} bordered={false} type="svg" />
                <div>
                  <span className="sub">密钥</span>
                  <code className="info-secret">{step.secret.match(/.{1,4}/g)?.join(' ')}</code>
                  <CopyButton text={step.secret} label="复制密钥" />
                </div>
              </div>
              <Form.Item
                name="code"
                label="2. 输入验证器上的 6 位动态码"
                rules={[{ required: true, message: '验证码不能为空' }]}
              >
                <Input inputMode="numeric" autoComplete="one-time-code" maxLength={7} />
              </Form.Item>
            </>
          ) : (
            <Form.Item
              name="password"
              label="登录密码"
              extra={doing === 'remove' ? '关闭后，仅凭密码即可登录' : undefined}
              rules={[{ required: true, message: '请输入密码' }]}
            >
              <Input.Password autoComplete="current-password" maxLength={128} />
            </Form.Item>
          )}
        </Form>
      )}
    </TabModal>
  );
}

function CopyButton({ text, label }: { text: string; label: string }) {
  const { message } = App.useApp();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => void message.success('已复制'),
      () => void message.warning('浏览器不允许复制，请手工抄写'),
    );
  // The clipboard API needs TLS or localhost.
  return 'clipboard' in navigator ? (
    <Button size="small" onClick={() => void copy()}>
      {label}
    </Button>
  ) : null;
}

function Codes({ codes }: { codes: string[] }) {
  return (
    <div className="info-codes">
      <Alert
        type="warning"
        showIcon
        title="恢复码只显示这一次"
        description="手机不在身边时，每个恢复码可代替动态码使用一次。请打印或抄写后妥善保管。"
      />
      <ol aria-label="恢复码">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="info-buttons">
        <CopyButton text={codes.join('\n')} label="复制全部" />
        <Button size="small" onClick={() => window.print()}>
          打印
        </Button>
      </div>
    </div>
  );
}
