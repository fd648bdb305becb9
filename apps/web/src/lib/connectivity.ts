import { useSyncExternalStore } from 'react';
import { signal } from './app-events.ts';

export type Connectivity = 'here' | 'away';

const firstLookMs = 3_000;
const longestLookMs = 15_000;
const answerMs = 5_000;

let connectivity: Connectivity = 'here';
let timer: ReturnType<typeof setTimeout> | undefined;
let looking: Promise<boolean> | undefined;
let looks = 0;
const listeners = new Set<(now: Connectivity) => void>();

function become(next: Connectivity): void {
  if (connectivity === next) return;
  connectivity = next;
  for (const listener of listeners) listener(next);
  if (next === 'here') signal('back', undefined);
}

/** Whether a request would fail, as far as the page and the browser know. */
export const isAway = (): boolean => connectivity === 'away' || !navigator.onLine;

export function reachable(): Promise<boolean> {
  looking ??= fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(answerMs) })
    .then(
      () => true,
      () => false,
    )
    .finally(() => {
      looking = undefined;
    });
  return looking;
}

async function look(): Promise<void> {
  clearTimeout(timer);
  const isReachable = await reachable();
  clearTimeout(timer);
  timer = undefined;
  if (isReachable) {
    looks = 0;
    become('here');
    return;
  }
  become('away');
  timer = setTimeout(() => void look(), Math.min(longestLookMs, firstLookMs * 1.5 ** looks));
  looks += 1;
}

/** Reports that a request got no response. Then the server is polled until it answers. */
export function reportNoAnswer(): void {
  if (looking === undefined && timer === undefined) void look();
}

export function reportAnswer(): void {
  if (connectivity === 'here') return;
  clearTimeout(timer);
  timer = undefined;
  looks = 0;
  become('here');
}

function onConnectivity(listener: (now: Connectivity) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useConnectivity = (): Connectivity => useSyncExternalStore(onConnectivity, () => connectivity);

export function watchConnectivity(): void {
  addEventListener('offline', () => {
    become('away');
    void look();
  });
  addEventListener('online', () => void look());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && connectivity === 'away') void look();
  });
}
