import * as z from 'zod/mini';
import { forget, keep, recall } from './storage.ts';
import { tokens } from './tokens.ts';

/** Shape check of what a lock page shows. */
export const lockedSchema = z.object({
  /** Name of the person. */
  name: z.string(),
  /** Since when, epoch milliseconds. */
  since: z.number(),
});
/** What the lock page says of a locked screen. */
export type Locked = z.output<typeof lockedSchema>;

/** Whether this session's screen is locked; a browser tab that came later knows it by what the server is owed. */
export const isLocked = (): boolean => recall('session', 'isLock', z.boolean()) === true || lockIsOwed();

/** Whose screen is locked, and since when; undefined where that is not known. */
export const lockedAs = (): Locked | undefined => recall('session', 'lockedAs', lockedSchema);

// Each session of this machine has its own: one that pays leaves the others their debt.
const debt = (): string => `lockOwed-${tokens()?.key}`;

/** Whether the server is still to be told that this session's screen is locked. */
export const lockIsOwed = (): boolean => recall('local', debt(), z.boolean()) === true;

/** Note that the server is still to be told, for every browser tab of the session; or that it has been. */
export const oweLock = (owed: boolean): void => (owed ? keep('local', debt(), true) : forget('local', debt()));

/** Whether the person is known to have a lock word: without one, nobody could open what is locked without a network. */
export const lockWordIsKnown = (): boolean => {
  const owner = recall('local', 'lockWordOf', z.string());
  return owner !== undefined && owner === tokens()?.userId;
};

/** Note that the person has a lock word. */
export const noteLockWord = (): void => keep('local', 'lockWordOf', tokens()?.userId);

/** Note that the screen of this session is locked, or open again; the server decides. */
export function setLocked(locked: Locked | null): void {
  if (locked === null) {
    // Whoever opens the screen is here: what was known of when they left is over.
    forget('local', 'lastSeen');
    return forget('session', 'isLock', 'lockedAs');
  }
  keep('session', 'isLock', true);
  keep('session', 'lockedAs', locked);
}
