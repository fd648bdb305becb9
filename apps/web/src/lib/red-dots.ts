import type { RedDots } from '@anlan/contract/domain/red-dot';
import { create } from 'zustand';
import { ApiError } from './api-error.ts';
import { onSignal } from './signals.ts';

const none: RedDots = { unAct: 0, unExp: 0, unNotice: 0, warningUnNotice: 0, systemUnNotice: 0, spotUnNotice: 0 };

/** How many rows wait behind each entry with a red dot (LY-17); 0 until they are known. */
export const useRedDots = create<RedDots>(() => none);
let again: ReturnType<typeof setTimeout> | undefined;
onSignal('ended', () => {
  clearTimeout(again);
  useRedDots.setState(none);
});

let reading = false;
let stale = false;

/** Read the counts anew; what is asked for meanwhile is read once more afterwards. */
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
    // Without an answer the dots stay as they were; whoever comes back to the network asks again. Of a large unit
    // everybody asks at once: whoever is told to wait asks once more, not all in the same moment.
    const seconds = error instanceof ApiError ? error.retryAfter : undefined;
    if (seconds !== undefined)
      again = setTimeout(() => void refreshRedDots(), Math.max(1, seconds) * 1_000 * (1 + Math.random()));
  } finally {
    reading = false;
  }
}

/** A count as it is shown. */
export const shownCount = (count: number): string => (count > 99 ? '99+' : String(count));
