import { createContext, startTransition, Suspense, use, useEffect, useState, type ReactNode } from 'react';
import { isAway } from '#lib/reach.ts';
import { onSignal } from '#lib/signals.ts';

/** Whether the rows of the list around stand, or failed to come. */
export const RowsStand = createContext(true);

/**
 * What a person needs only once the rows stand: neither fetched nor drawn before them, and then as the page has time.
 * Its room is kept; what has come stays while other rows are on their way.
 */
export function AfterRows({ room, children }: { room: ReactNode; children: ReactNode }) {
  const stand = use(RowsStand);
  const [stood, setStood] = useState(stand);
  useEffect(() => {
    if (!stand) return undefined;
    // Without a network it could not be fetched, and would say so.
    const come = () => isAway() || startTransition(() => setStood(true));
    come();
    return onSignal('back', come);
  }, [stand]);
  return <Suspense fallback={room}>{stood ? children : room}</Suspense>;
}
