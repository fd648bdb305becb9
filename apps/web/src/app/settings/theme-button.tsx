import { useShellSetting } from '#lib/settings.ts';
import { Icon } from '#ui/icon.tsx';
import { openDialog } from '../dialogs.ts';

/** The top bar buttons for theme and accent colour (LY-07). */
export function ThemeButton() {
  const theme = useShellSetting('theme');
  const themeColor = useShellSetting('themeColor');
  return (
    <>
      {theme && (
        <button type="button" className="icon-btn" aria-label="主题" title="主题" onClick={() => openDialog('theme')}>
          <Icon name="theme" />
        </button>
      )}
      {themeColor && (
        <button
          type="button"
          className="icon-btn"
          aria-label="主题色"
          title="主题色"
          onClick={() => openDialog('colour')}
        >
          <Icon name="palette" />
        </button>
      )}
    </>
  );
}
