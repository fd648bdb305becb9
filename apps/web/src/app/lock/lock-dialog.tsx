import { App } from 'antd';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { LockDialog } from '#modules/session-own/parts/lock-dialog.tsx';
import { useCurrentUser } from '#lib/current-user.ts';
import type { DialogProps } from '../dialogs/registry.ts';

/** The lock animation shows this long before the lock page opens, in milliseconds (ST-03). */
const lockMs = 100;

export function Dialog({ onClose }: DialogProps) {
  const navigate = useNavigate();
  const { message } = App.useApp();
  const { nickName, username } = useCurrentUser().sysUser;
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
