import { App } from 'antd';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { LockDialog } from '#features/session-own/parts/lock-dialog.tsx';
import { SwitchDialog } from '#features/session-own/parts/switch-dialog.tsx';

/** How long a person sees that it is locked before the page goes (ST-03). */
const lockMs = 100;

interface Props {
  kind: string;
  name: string;
  onClose: () => void;
}

/** What the user menu opens: the lock, or another enterprise. */
export function UserDialog({ kind, name, onClose }: Props) {
  const navigate = useNavigate();
  const { message } = App.useApp();
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
  if (kind === 'switch') return <SwitchDialog onClose={onClose} onSwitched={() => location.replace('/')} />;
  return <LockDialog name={name} onLocked={onLocked} onClose={onClose} onFailed={onFailed} />;
}
