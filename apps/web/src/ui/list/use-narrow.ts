import { useSyncExternalStore } from 'react';

const narrow = () => matchMedia('(max-width: 767px)');
const subscribe = (changed: () => void) => {
  const query = narrow();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

/** Whether the screen is a phone's: tables become cards, drawers become sheets. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow().matches);
}
