import { useMemo, useSyncExternalStore } from 'react';

const everyMs = 15_000;
const readers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

// One shared timer for all subscribers. It stops without subscribers.
function follow(reader: () => void) {
  readers.add(reader);
  timer ??= setInterval(() => readers.forEach((read) => read()), everyMs);
  return () => {
    readers.delete(reader);
    if (readers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
const step = () => Math.floor(Date.now() / 1_000 / 15);

/** The current time, updated periodically for countdowns. */
export function useNow(): Date {
  const at = useSyncExternalStore(follow, step);
  return useMemo(() => new Date(at * everyMs), [at]);
}
