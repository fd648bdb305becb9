import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { markFirstPageReady, useFirstPageReady } from '#lib/first-page-ready.ts';
import { isAway } from '#lib/connectivity.ts';
import { onSignal } from '#lib/app-events.ts';

/** The first page counts as ready after this time, even if a request is still running. Milliseconds. */
const patienceMs = 4_000;

export function FirstPageWatcher() {
  const client = useQueryClient();
  useEffect(() => {
    if (useFirstPageReady.getState()) return undefined;
    // Without a network the page is not ready: the code of the other parts would then fail to load and show errors.
    const isThere = () => client.isFetching() === 0 && !isAway();
    // Waits until the next paint: by then, follow-up requests have started, so the page is ready only if nothing is
    // fetching.
    const look = () =>
      isThere() && requestAnimationFrame(() => void setTimeout(() => isThere() && markFirstPageReady()));
    const stop = client.getQueryCache().subscribe(look);
    const timer = setTimeout(() => isAway() || markFirstPageReady(), patienceMs);
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
