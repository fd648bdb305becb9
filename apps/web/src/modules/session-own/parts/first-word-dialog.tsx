import { Button, Form } from 'antd';
import { useState } from 'react';
import { ApiError, messageOf } from '#lib/api-error.ts';
import { TabModal } from '#ui/tab-modal.tsx';
import { setFirstLockWord } from '../outside/calls.ts';
import './dialogs.css';
import { LockWordFields, type LockWord } from './lock-password-form.tsx';

interface Props {
  onSet: () => void;
  onClose: () => void;
}

/** Asks for the first lock password without locking. Automatic locking needs a lock password. */
export function FirstWordDialog({ onSet, onClose }: Props) {
  const [form] = Form.useForm<LockWord>();
  const [busy, setBusy] = useState(false);
  const onFinish = async ({ word }: LockWord) => {
    setBusy(true);
    try {
      await setFirstLockWord(word);
      onSet();
    } catch (error) {
      // 409: the user has set a lock password in another window meanwhile. That is sufficient.
      if (error instanceof ApiError && error.status === 409) return onSet();
      const text = messageOf(error);
      form.setFields([{ name: 'word', errors: [text] }]);
    } finally {
      setBusy(false);
    }
  };
  return (
    <TabModal
      open
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
        <Button key="set" type="primary" loading={busy} onClick={() => form.submit()}>
          设置并启用
        </Button>,
      ]}
    >
      <p className="dialog-note">自动锁屏前请先设置锁屏密码，回来时输入它即可继续工作。</p>
      <LockWordFields form={form} onFinish={onFinish} />
    </TabModal>
  );
}
