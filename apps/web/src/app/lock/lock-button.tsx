import { Icon } from '#ui/icon.tsx';
import { openDialog } from '../dialogs.ts';

/** Button that locks the screen (ST-03). */
export const LockButton = () => (
  <button type="button" className="icon-btn" aria-label="锁屏" title="锁屏" onClick={() => openDialog('lock')}>
    <Icon name="lock" />
  </button>
);
