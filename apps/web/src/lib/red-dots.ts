import type { RedDots } from '@anlan/contract/domain/red-dot';
import { create } from 'zustand';
import { ApiError } from './api-error.ts';
import { onSignal } from './app-events.ts';

const none: RedDots = { unAct: 0, unExp: 0, unNotice: 0, warningUnNotice: 0, systemUnNotice: 0, spotUnNotice: 0 };

/** The number of items waiting for the user, per menu entry (LY-17); 0 until loaded. */
export const useRedDots = create<RedDots>(() => none);
let again: ReturnType<typeof setTimeout> | undefined;
onSignal('ended', () => {
  clearTimeout(again);
  useRedDots.setState(none);
});

let reading = false;
let stale = false;

/** Reloads the counts of the red dots. Calls during a load cause one more load after it. */
export async function refreshRedDots(): Promise<void> {
  stale = true;
  clearTimeout(again);
  if (reading) return;
  reading = true;
  try {
    const { readRedDots } = await import('./red-dot-calls.ts');
    while (stale) {
      stale = false;
      useRedDots.setState(await readRedDots());
    }
  } catch (error) {
    // Without a response the counts stay, and the reconnect reloads them. A rate-limited client retries once after a
    // random delay, because all users of a unit ask together.
    const seconds = error instanceof ApiError ? error.retryAfter : undefined;
    if (seconds !== undefined)
      again = setTimeout(() => void refreshRedDots(), Math.max(1, seconds) * 1_000 * (1 + Math.random()));
  } finally {
    reading = false;
  }
}

export const shownCount = (count: number): string => (count > 99 ? '99+' : String(count));
