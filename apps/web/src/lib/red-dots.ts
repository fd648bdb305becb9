import type { RedDots } from '@anlan/contract/domain/red-dot';
import { create } from 'zustand';
import { onSignal } from './signals.ts';

const none: RedDots = { unAct: 0, unExp: 0, unNotice: 0, warningUnNotice: 0, systemUnNotice: 0, spotUnNotice: 0 };

/** How many rows wait behind each entry with a red dot (LY-17); 0 until they are known. */
export const useRedDots = create<RedDots>(() => none);
onSignal('ended', () => useRedDots.setState(none));

let reading = false;
let stale = false;

/** Read the counts anew; what is asked for meanwhile is read once more afterwards. */
export async function refreshRedDots(): Promise<void> {
  stale = true;
  if (reading) return;
  reading = true;
  try {
    const { readRedDots } = await import('./red-dot-calls.ts');
    while (stale) {
      stale = false;
      useRedDots.setState(await readRedDots());
    }
  } catch {
    // Without an answer the dots stay as they were; whoever comes back to the network asks again.
  } finally {
    reading = false;
  }
}

/** A count as it is shown. */
export const shownCount = (count: number): string => (count > 99 ? '99+' : String(count));
