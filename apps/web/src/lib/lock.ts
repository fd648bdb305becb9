import * as z from 'zod/mini';
import { forget, keep, recall } from './storage.ts';

const shown = z.object({
  /** Name of the person. */
  name: z.string(),
  /** Since when, epoch milliseconds. */
  since: z.number(),
});
/** What the lock page says of a locked screen. */
export type Locked = z.output<typeof shown>;

/** Whether this session's screen is locked. */
export const isLocked = (): boolean => recall('session', 'isLock', z.boolean()) === true;

/** Whose screen is locked, and since when; undefined where that is not known. */
export const lockedAs = (): Locked | undefined => recall('session', 'lockedAs', shown);

/** Note that the screen of this session is locked, or open again; the server decides. */
export function setLocked(locked: Locked | null): void {
  if (locked === null) return forget('session', 'isLock', 'lockedAs');
  keep('session', 'isLock', true);
  keep('session', 'lockedAs', locked);
}
