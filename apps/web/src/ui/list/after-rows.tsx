import { createContext, startTransition, Suspense, use, useEffect, useState, type ReactNode } from 'react';
import { afterPaint } from '#lib/after-paint.ts';
import { isAway } from '#lib/connectivity.ts';
import { onSignal } from '#lib/app-events.ts';

/** Whether the rows of the list have been painted or failed to load. */
export const RowsPainted = createContext(true);

/**
 * Whether the content has been painted since `there` became true; then it stays true. Less urgent code loads after
 * that, so that it does not delay the content. Stays false without a network, because the code would fail to load.
 */
export function usePainted(there: boolean): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    if (!there || painted) return undefined;
    const come = () => isAway() || setPainted(true);
    const forget = afterPaint(come);
    const stop = onSignal('back', come);
    return () => {
      forget();
      stop();
    };
  }, [there, painted]);
  return painted;
}

/**
 * Content that loads and renders only after the rows of a list. Its space is reserved before. The content stays while
 * rows load again.
 */
export function AfterRows({ room, children }: { room: ReactNode; children: ReactNode }) {
  const stand = use(RowsPainted);
  const [stood, setStood] = useState(stand);
  useEffect(() => {
    if (stand) startTransition(() => setStood(true));
  }, [stand]);
  return <Suspense fallback={room}>{stood ? children : room}</Suspense>;
}
