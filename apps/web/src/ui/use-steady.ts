import { useCallback, useLayoutEffect, useRef } from 'react';

/** One and the same function for ever, which does what the latest one does: for a part that is drawn once. */
export function useSteady<A extends unknown[]>(act: (...args: A) => void): (...args: A) => void {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
