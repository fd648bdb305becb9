import { Button, Form, Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { TabModal } from '#ui/tab-modal.tsx';
import { lockScreen } from '../outside/calls.ts';
import './dialogs.css';

interface Props {
  /** Name of the person, for the lock page. */
  name: string;
  /** It is locked. */
  onLocked: () => void;
  onClose: () => void;
  onFailed: (text: string) => void;
}

const messageOf = (error: unknown) => (error instanceof ApiError ? error.message : '系统未知错误,请反馈给管理员');

/** Locks at once where a word is set, and asks for one the first time (ST-03). */
export function LockDialog({ name, onLocked, onClose, onFailed }: Props) {
  const [form] = Form.useForm<{ word: string; again: string }>();
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    lockScreen(name).then(onLocked, (error: unknown) => {
      if (error instanceof ApiError && error.errors.some(({ field }) => field === 'password')) setAsked(true);
      else onFailed(messageOf(error));
    });
  }, [name, onLocked, onFailed]);
  const onFinish = async ({ word }: { word: string }) => {
    setBusy(true);
    try {
      await lockScreen(name, word);
      onLocked();
    } catch (error) {
      form.setFields([{ name: 'word', errors: [messageOf(error)] }]);
    } finally {
      setBusy(false);
    }
  };
  return (
    <TabModal
      open={asked}
      title="设置锁屏密码"
      width={420}
      onCancel={onClose}
      afterOpenChange={(opened) => {
        if (opened) form.focusField('word');
      }}
      footer={[
        <Button key="cancel" onClick={onClose}>
          取消
        </Button>,
        <Button key="lock" type="primary" loading={busy} onClick={() => form.submit()}>
          设置并锁屏
        </Button>,
      ]}
    >
      <p className="dialog-note">第一次锁屏请设置锁屏密码。以后锁屏不再询问，解锁时输入它即可继续工作。</p>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={onFinish} validateTrigger="onBlur">
        <Form.Item
          name="word"
          label="锁屏密码"
          rules={[
            { required: true, message: '锁屏密码不能为空' },
            { max: 64, message: '锁屏密码最多 64 个字' },
          ]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Form.Item
          name="again"
          label="再次输入"
          dependencies={['word']}
          rules={[
            ({ getFieldValue }) => ({
              validator: (_, value: unknown) =>
                value === getFieldValue('word')
                  ? Promise.resolve()
                  : Promise.reject(new Error('两次输入的锁屏密码不一致')),
            }),
          ]}
        >
          <Input.Password autoComplete="new-password" onPressEnter={() => form.submit()} />
        </Form.Item>
      </Form>
    </TabModal>
  );
}
