import { useSyncExternalStore } from 'react';
import { timeAgo } from '@anlan/contract/domain/time-ago';
import { formatInstant } from '@anlan/contract/domain/instant';

const everyMs = 10_000;
const readers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

// All mounted instances share one timer; without instances there is none.
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
const step = () => Math.floor(Date.now() / everyMs);

export function Ago({ at }: { at: Date }) {
  const now = useSyncExternalStore(follow, step) * everyMs;
  return (
    <time dateTime={at.toISOString()} title={formatInstant(at)}>
      {timeAgo(at, new Date(now))}
    </time>
  );
}
