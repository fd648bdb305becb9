import { useSyncExternalStore } from 'react';

/** The window width in four steps, 0 the narrowest (ST-14). */
export type SizeLevel = 0 | 1 | 2 | 3;

export const sizeLevelOf = (width: number): SizeLevel => (width >= 1200 ? 3 : width >= 992 ? 2 : width >= 768 ? 1 : 0);

const watch = (listener: () => void) => {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
};

export const useSizeLevel = (): SizeLevel => useSyncExternalStore(watch, () => sizeLevelOf(window.innerWidth));
