import { useSyncExternalStore } from 'react';

const narrow = () => matchMedia('(max-width: 767px)');
const subscribe = (changed: () => void) => {
  const query = narrow();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

/** Whether the page is as narrow as a phone now; a component uses the hook. */
export const isNarrow = (): boolean => narrow().matches;

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, isNarrow);
}
