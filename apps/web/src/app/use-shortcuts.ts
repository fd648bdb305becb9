import { useEffect } from 'react';
import { singleKeys } from '#lib/single-key-shortcuts.ts';
import { openDialog } from './dialogs.ts';

const apple = /Mac|iPhone|iPad/.test(navigator.userAgent);

export const paletteKey = apple ? '⌘ K' : 'Ctrl K';

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

// Focuses the search box. When the top bar has no room for it, opens the search dialog.
const seek = () => {
  const box = document.getElementById('find');
  if (box?.offsetParent) box.focus();
  else openDialog('search');
};

export function useShortcuts(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented, target } = event;
      if (isComposing || defaultPrevented || altKey) return;
      if ((apple ? metaKey : ctrlKey) && key.toLowerCase() === 'k') openDialog('search');
      else if (ctrlKey || metaKey || typing(target) || !singleKeys()) return;
      else if (key === '?') openDialog('shortcuts');
      else if (key === '/') seek();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
