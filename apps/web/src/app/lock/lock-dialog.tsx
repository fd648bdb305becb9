import { App } from 'antd';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { LockDialog } from '#modules/session-own/parts/lock-dialog.tsx';
import { useWho } from '#lib/person.ts';
import type { DialogProps } from '../dialogs/registry.ts';

/** How long a person sees that it is locked before the page goes (ST-03). */
const lockMs = 100;

/** Locks the screen; the first time it asks for a word. */
export function Dialog({ onClose }: DialogProps) {
  const navigate = useNavigate();
  const { message } = App.useApp();
  const { nickName, username } = useWho().sysUser;
  const onLocked = useCallback(() => {
    setTimeout(() => void navigate('/lock', { replace: true }), lockMs);
  }, [navigate]);
  const onFailed = useCallback(
    (text: string) => {
      void message.error(text);
      onClose();
    },
    [message, onClose],
  );
  return <LockDialog name={nickName || username} onLocked={onLocked} onClose={onClose} onFailed={onFailed} />;
}
