import type { OwnData } from '@anlan/contract/modules/user/own-data';
import { formatInstant } from '@anlan/contract/domain/instant';
import { passwordFormProblem, passwordRenewal, passwordRule } from '@anlan/contract/domain/password';
import { limits } from '@anlan/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Form, Input } from 'antd';
import { Suspense, useState } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import { ownKey, savePassword } from '../calls.ts';
import { strengthOf } from '../rules.ts';
import { InfoSection } from './section.tsx';
import { useFailure } from './use-failure.ts';

const LockWordDialog = lazyPart(async () => (await import('./lock-word-dialog.tsx')).LockWordDialog);

interface Values {
  password: string;
  newpassword1: string;
  again: string;
}
const words = ['', '弱', '中', '强'] as const;
const { max } = limits.password;

/** Changes the password. This ends all other sessions. */
export function Password({ data }: { data: OwnData }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const [open, setOpen] = useState(false);
  const [locking, setLocking] = useState(false);
  const failure = useFailure(form, ['password', 'newpassword1']);
  const typed: unknown = Form.useWatch('newpassword1', form);
  const strength = strengthOf(typeof typed === 'string' ? typed : '');
  const close = () => {
    form.resetFields();
    failure.clear();
    setOpen(false);
  };
  const save = useMutation({
    mutationFn: ({ password, newpassword1 }: Values) => savePassword(password, newpassword1),
    onMutate: failure.clear,
    onSuccess: async () => {
      void message.success('修改成功');
      close();
      await client.invalidateQueries({ queryKey: ownKey });
    },
    onError: failure.show,
  });
  const { passwordChangedAt: changed, passwordEndsAt: ends, passwordProtected: protects } = data;
  const since = changed ? `上次修改：${formatInstant(changed)}` : '尚未修改过初始密码';
  const rule = passwordRule(protects) + (protects ? `；${passwordRenewal}` : '');
  return (
    <InfoSection
      name="password"
      note={ends ? `${since}，请在 ${formatInstant(ends).slice(0, 10)} 前更换` : since}
      end={
        !open && (
          <>
            <Button onClick={() => setLocking(true)}>重设锁屏密码</Button>
            <Button onClick={() => setOpen(true)}>修改密码</Button>
          </>
        )
      }
    >
      {open ? (
        <Form<Values>
          form={form}
          name="own-password"
          layout="vertical"
          className="info-form"
          onFinish={(values) => save.mutate(values)}
        >
          {failure.problem && <Alert type="error" showIcon title={failure.problem} />}
          <Form.Item name="password" label="原密码" rules={[{ required: true, message: '请输入原密码' }]}>
            <Input.Password autoComplete="current-password" maxLength={max} />
          </Form.Item>
          <Form.Item
            name="newpassword1"
            label="新密码"
            extra={
              <span className={`info-strength s${protects ? 0 : strength}`}>
                {strength === 0 || protects ? rule : `强度：${words[strength]}`}
              </span>
            }
            rules={[
              { required: true, message: '请输入新密码' },
              {
                validator: (_rule, value: string | undefined) => {
                  const problem = value ? passwordFormProblem(value, protects) : null;
                  return problem === null ? Promise.resolve() : Promise.reject(new Error(problem));
                },
              },
            ]}
          >
            <Input.Password autoComplete="new-password" maxLength={max} />
          </Form.Item>
          <Form.Item
            name="again"
            label="确认新密码"
            dependencies={['newpassword1']}
            rules={[
              { required: true, message: '请再次输入新密码' },
              ({ getFieldValue }) => ({
                validator: (_rule, value) =>
                  !value || value === getFieldValue('newpassword1')
                    ? Promise.resolve()
                    : Promise.reject(new Error('两次输入的密码不一致')),
              }),
            ]}
          >
            <Input.Password autoComplete="new-password" maxLength={max} />
          </Form.Item>
          <div className="info-buttons">
            <Button type="primary" htmlType="submit" loading={save.isPending}>
              保存新密码
            </Button>
            <Button onClick={close}>取消</Button>
          </div>
        </Form>
      ) : (
        <p className="info-line">修改后，您在其他设备和浏览器上的登录会立即失效。</p>
      )}
      {locking && (
        <Suspense fallback={null}>
          <LockWordDialog name={data.nickName} onClose={() => setLocking(false)} />
        </Suspense>
      )}
    </InfoSection>
  );
}
