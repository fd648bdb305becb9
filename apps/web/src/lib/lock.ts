import * as z from 'zod/mini';
import { forget, keep, recall } from './storage.ts';

/** Whether this session's screen is locked. */
export const isLocked = (): boolean => recall('session', 'isLock', z.boolean()) === true;

/** Lock the screen of this session, or open it again. */
export function setLocked(locked: boolean): void {
  if (locked) keep('session', 'isLock', true);
  else forget('session', 'isLock');
}
