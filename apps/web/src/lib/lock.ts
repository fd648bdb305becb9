import * as z from 'zod/mini';
import { deleteItem, saveItem, loadItem } from './storage.ts';
import { tokens } from './tokens.ts';

export const lockedSchema = z.object({
  name: z.string(),
  /** When the screen was locked, epoch milliseconds. */
  since: z.number(),
});
export type Locked = z.output<typeof lockedSchema>;

/** Whether the screen of this session is locked. The pending lock informs browser tabs that were opened later. */
export const isLocked = (): boolean => loadItem('session', 'isLock', z.boolean()) === true || isLockPending();

/** Who locked the screen and when; undefined when unknown. */
export const lockedAs = (): Locked | undefined => loadItem('session', 'lockedAs', lockedSchema);

// The storage name contains the session, so one session does not clear the entry of another session on this machine.
const pendingLockName = (): string => `lockOwed-${tokens()?.key}`;

export const isLockPending = (): boolean => loadItem('local', pendingLockName(), z.boolean()) === true;

/** Stores whether the server must still be informed of the lock. All browser tabs of the session share this entry. */
export const setLockPending = (owed: boolean): void =>
  owed ? saveItem('local', pendingLockName(), true) : deleteItem('local', pendingLockName());

/** Whether the user is known to have a lock password. Without one, a lock made offline could not be unlocked. */
export const lockWordIsKnown = (): boolean => {
  const owner = loadItem('local', 'lockWordOf', z.string());
  return owner !== undefined && owner === tokens()?.userId;
};

export const noteLockWord = (): void => saveItem('local', 'lockWordOf', tokens()?.userId);

/** Stores whether the screen of this session is locked. The stored value only repeats the state of the server. */
export function setLocked(locked: Locked | null): void {
  if (locked === null) {
    // Unlocking is activity, so the older activity record is deleted.
    deleteItem('local', 'lastSeen');
    return deleteItem('session', 'isLock', 'lockedAs');
  }
  saveItem('session', 'isLock', true);
  saveItem('session', 'lockedAs', locked);
}
