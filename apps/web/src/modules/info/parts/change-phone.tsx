import { normalisePhone } from '@anlan/contract/domain/phone';
import { useMutation } from '@tanstack/react-query';
import { App, Button, Form, Input } from 'antd';
import { useCountdown } from '#ui/sms-code-field.tsx';
import { TabModal } from '#ui/tab-modal.tsx';
import { ApiError } from '#lib/api-error.ts';
import { changePhone, sendPhoneCode } from '../calls.ts';
import { phoneFormProblem, saveWarning, sendWarning, type PhoneForm } from '../rules.ts';
import './info.css';

interface Props {
  phone: string;
  onDone: () => void;
  onClose: () => void;
}

const rule = (field: keyof PhoneForm) => ({
  validator: (_rule: unknown, value: string | undefined) => {
    const problem = phoneFormProblem(field, value);
    return problem === null ? Promise.resolve() : Promise.reject(new Error(problem));
  },
});

/** 修改绑定手机号: requires one SMS code from the current phone and one from the new phone (VA-02, VA-03, ST-06). */
export function ChangePhoneDialog({ phone, onDone, onClose }: Props) {
  const { message } = App.useApp();
  // Show one message at a time: a new message replaces the previous one.
  const say = (type: 'success' | 'error' | 'warning', content: string) =>
    void message.open({ key: 'change-phone', type, content });
  const [form] = Form.useForm<PhoneForm>();
  const [oldLeft, countOld] = useCountdown();
  const [newLeft, countNew] = useCountdown();
  const count = { old: countOld, new: countNew };
  const send = useMutation({
    mutationFn: ({ which, to }: { which: 'old' | 'new'; to: string }) => sendPhoneCode({ phone: to, which }),
    onSuccess: (_answer, { which }) => {
      count[which](60);
      say('success', '验证码已发送');
      form.getFieldInstance(which === 'old' ? 'code' : 'code2')?.focus?.();
    },
    onError: (error, { which }) => {
      if (error instanceof ApiError && error.status === 429) count[which](error.retryAfter ?? 60);
      say('error', error.message);
    },
  });
  const ask = async (which: 'old' | 'new') => {
    const warning = sendWarning(form.getFieldsValue(), which);
    if (warning !== null) {
      say('warning', warning);
      return;
    }
    const field = which === 'old' ? 'phone' : 'phone2';
    const valid = await form.validateFields([field]).then(
      () => true,
      () => false,
    );
    if (valid) send.mutate({ which, to: normalisePhone(form.getFieldValue(field)) });
  };
  const save = useMutation({
    mutationFn: ({ code, phone2, code2 }: PhoneForm) =>
      changePhone({ code: code.trim(), phone: normalisePhone(phone2), code2: code2.trim() }),
    onSuccess: () => {
      say('success', '修改绑定手机号成功');
      onDone();
    },
    // After an error, the specification requires a reset of the form and of both countdowns.
    onError: (error) => {
      form.resetFields();
      countOld(0);
      countNew(0);
      say('error', error.message);
    },
  });
  const submit = () => {
    const warning = saveWarning(form.getFieldsValue());
    if (warning === null) form.submit();
    else say('warning', warning);
  };
  const sendButton = (which: 'old' | 'new', left: number, text = left > 0 ? `${left} 秒后重新获取` : '获取验证码') => (
    <Button
      disabled={left > 0}
      loading={send.isPending && send.variables.which === which}
      aria-label={`${text} ${which === 'old' ? '原' : '新'}手机`}
      onClick={() => void ask(which)}
    >
      {text}
    </Button>
  );
  return (
    <TabModal
      open
      title="修改绑定手机号"
      okText="保存"
      cancelText="取消"
      okButtonProps={{ loading: save.isPending }}
      mask={{ closable: false }}
      onOk={submit}
      afterOpenChange={(opened) => {
        if (opened) form.focusField('code');
      }}
      onCancel={onClose}
    >
      <Form<PhoneForm>
        form={form}
        name="change-phone"
        layout="vertical"
        className="info-form info-dialog"
        validateTrigger="onBlur"
        initialValues={{ phone }}
        onFinish={(values) => save.mutate(values)}
      >
        <Form.Item name="phone" label="原手机号" rules={[rule('phone')]}>
          <Input inputMode="numeric" autoComplete="off" maxLength={20} />
        </Form.Item>
        <div className="info-code">
          <Form.Item name="code" label="原手机验证码" rules={[rule('code')]}>
            <Input inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
          </Form.Item>
          {sendButton('old', oldLeft)}
        </div>
        <Form.Item name="phone2" label="新手机号" rules={[rule('phone2')]}>
          <Input inputMode="numeric" autoComplete="tel" maxLength={20} placeholder="请输入新手机号" />
        </Form.Item>
        <div className="info-code">
          <Form.Item name="code2" label="新手机验证码" rules={[rule('code2')]}>
            <Input inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
          </Form.Item>
          {sendButton('new', newLeft)}
        </div>
        <p className="sub">原手机号已停用、收不到验证码？请联系管理员修改。</p>
      </Form>
    </TabModal>
  );
}
