import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { firstStands, useFirstStands } from '#lib/first-stand.ts';
import { isAway } from '#lib/connectivity.ts';
import { onSignal } from '#lib/signals.ts';

/** An answer that does not come holds back nothing else for longer than this. */
const patienceMs = 4_000;

/** Stands beside a page, and says when the first one is there with what it reads. */
export function Stands() {
  const client = useQueryClient();
  useEffect(() => {
    if (useFirstStands.getState()) return undefined;
    // Without a network what comes after could not be fetched, and each part would say so.
    const isThere = () => client.isFetching() === 0 && !isAway();
    // What follows from an answer has been asked for, and what stands has been painted.
    const look = () => isThere() && requestAnimationFrame(() => void setTimeout(() => isThere() && firstStands()));
    const stop = client.getQueryCache().subscribe(look);
    const timer = setTimeout(() => isAway() || firstStands(), patienceMs);
    const forget = onSignal('back', look);
    look();
    return () => {
      forget();
      stop();
      clearTimeout(timer);
    };
  }, [client]);
  return null;
}
