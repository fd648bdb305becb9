import { limits } from '@anlan/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { Alert, Form, Input } from 'antd';
import { useNavigate } from 'react-router';
import { TabModal } from '#ui/tab-modal.tsx';
import { LockWordItems } from '#widgets/lock-password-inputs.tsx';
import { saveLockWord } from '../calls.ts';
import { useFailure } from './use-failure.ts';

interface Values {
  password: string;
  word: string;
  again: string;
}

/** Replaces a forgotten lock password after checking the account password, then locks the screen. */
export function LockWordDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const navigate = useNavigate();
  const failure = useFailure(form, ['password', 'word']);
  const save = useMutation({
    mutationFn: ({ password, word }: Values) => saveLockWord(name, password, word),
    onMutate: failure.clear,
    onSuccess: () => navigate('/lock', { replace: true }),
    onError: failure.show,
  });
  return (
    <TabModal
      open
      title="重设锁屏密码"
      width={420}
      okText="重设并锁屏"
      cancelText="取消"
      okButtonProps={{ loading: save.isPending }}
      onOk={form.submit}
      onCancel={onClose}
      afterOpenChange={(opened) => {
        if (opened) form.focusField('password');
      }}
    >
      <Form<Values>
        form={form}
        name="own-lock-word"
        layout="vertical"
        className="info-form info-dialog"
        onFinish={(values) => save.mutate(values)}
      >
        {failure.problem && <Alert type="error" showIcon title={failure.problem} />}
        <p className="sub">忘记锁屏密码时，凭登录密码重设。保存后立即锁屏，用新的锁屏密码解锁。</p>
        <Form.Item name="password" label="登录密码" rules={[{ required: true, message: '请输入登录密码' }]}>
          <Input.Password autoComplete="current-password" maxLength={limits.password.max} />
        </Form.Item>
        <LockWordItems label="新的锁屏密码" onEnter={form.submit} />
      </Form>
    </TabModal>
  );
}
