import { createContext, startTransition, Suspense, use, useEffect, useState, type ReactNode } from 'react';
import { afterPaint } from '#lib/after-paint.ts';
import { isAway } from '#lib/connectivity.ts';
import { onSignal } from '#lib/signals.ts';

/** Whether the rows of the list around stand and have been seen, or failed to come. */
export const RowsStand = createContext(true);

/**
 * Whether what a page waited for is there and has been painted; true from then on. What nobody needs before that is
 * asked for after it: it would take network and processor from the rows. Without a network it could not be fetched, and
 * would say so.
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
 * What a person needs only once the rows stand: neither fetched nor drawn before them, and then as the page has time.
 * Its room is kept; what has come stays while other rows are on their way.
 */
export function AfterRows({ room, children }: { room: ReactNode; children: ReactNode }) {
  const stand = use(RowsStand);
  const [stood, setStood] = useState(stand);
  useEffect(() => {
    if (stand) startTransition(() => setStood(true));
  }, [stand]);
  return <Suspense fallback={room}>{stood ? children : room}</Suspense>;
}
