import { useSyncExternalStore } from 'react';

/** How wide the window is, in the four steps of the specification (ST-14). */
export type SizeLevel = 0 | 1 | 2 | 3;

/** The step of a width in pixels. */
export const sizeLevelOf = (width: number): SizeLevel => (width >= 1200 ? 3 : width >= 992 ? 2 : width >= 768 ? 1 : 0);

const watch = (listener: () => void) => {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
};

/** The step of this window, as it changes. */
export const useSizeLevel = (): SizeLevel => useSyncExternalStore(watch, () => sizeLevelOf(window.innerWidth));
