import { Button, Form } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { TabModal } from '#ui/tab-modal.tsx';
import { lockKnownScreen, lockScreen } from '../outside/calls.ts';
import './dialogs.css';
import { LockWordFields, type LockWord } from './lock-password-form.tsx';

interface Props {
  name: string;
  onLocked: () => void;
  onClose: () => void;
  onFailed: (text: string) => void;
}

/** Locks at once if a lock password exists. The first time, asks the user to set a lock password (ST-03). */
export function LockDialog({ name, onLocked, onClose, onFailed }: Props) {
  const [form] = Form.useForm<LockWord>();
  const [isAskingWord, setIsAskingWord] = useState(false);
  const [busy, setBusy] = useState(false);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    lockKnownScreen(name).then(
      (locked) => (locked ? onLocked() : setIsAskingWord(true)),
      (error: unknown) => onFailed(messageOf(error)),
    );
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
      open={isAskingWord}
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
      <LockWordFields form={form} onFinish={onFinish} />
    </TabModal>
  );
}
