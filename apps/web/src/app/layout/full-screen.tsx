import { useSyncExternalStore } from 'react';
import { Icon } from '#ui/icon.tsx';

const watch = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};

export const useFullScreen = (): boolean => useSyncExternalStore(watch, () => document.fullscreenElement !== null);

export const toggleFullScreen = (): Promise<void> =>
  document.fullscreenElement === null ? document.documentElement.requestFullscreen() : document.exitFullscreen();

export function FullScreenButton() {
  const full = useFullScreen();
  if (!document.fullscreenEnabled) return null;
  const label = full ? '退出全屏' : '全屏';
  return (
    <button
      type="button"
      className="icon-btn"
      aria-label={label}
      title={label}
      onClick={() => void toggleFullScreen().catch(() => undefined)}
    >
      <Icon name={full ? 'unfull' : 'fullscreen'} />
    </button>
  );
}
