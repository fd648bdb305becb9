import { useSyncExternalStore } from 'react';
import { signal } from './signals.ts';

/** Whether the server can be reached from here. */
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

/** Whether nothing would arrive, as far as this page and its browser know. */
export const isAway = (): boolean => connectivity === 'away' || !navigator.onLine;

/** Ask the server whether it is there. */
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
  const found = await reachable();
  clearTimeout(timer);
  timer = undefined;
  if (found) {
    looks = 0;
    become('here');
    return;
  }
  become('away');
  timer = setTimeout(() => void look(), Math.min(longestLookMs, firstLookMs * 1.5 ** looks));
  looks += 1;
}

/** A call of ours got no answer: look whether the server is there, and go on looking until it is. */
export function missed(): void {
  if (looking === undefined && timer === undefined) void look();
}

/** A call of ours was answered. */
export function arrived(): void {
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

/** Whether the server can be reached, as far as this page knows. */
export const useConnectivity = (): Connectivity => useSyncExternalStore(onConnectivity, () => connectivity);

/** Listen to what the browser knows of the network, as long as the page lives. */
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
