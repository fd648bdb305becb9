import { Icon } from '#ui/icon.tsx';
import { openDialog } from '../dialogs.ts';

/** The way to the settings of the shell (LY-14). */
export const SettingsButton = () => (
  <button
    type="button"
    className="icon-btn"
    aria-label="外观与设置"
    title="外观与设置"
    onClick={() => openDialog('settings')}
  >
    <Icon name="settings" />
  </button>
);
