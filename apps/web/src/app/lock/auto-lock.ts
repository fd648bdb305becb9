import * as z from 'zod/mini';
import { lockKnownScreen } from '#modules/session-own/outside/calls.ts';
import { isLocked, lockedAs, noteLockWord } from '#lib/lock.ts';
import { usePerson } from '#lib/current-user.ts';
import { runExclusive } from '#lib/tab-broadcast.ts';
import { signal } from '#lib/app-events.ts';
import { deleteItem, saveItem, loadItem } from '#lib/storage.ts';
import { tokens } from '#lib/tokens.ts';
import { isIdle, isNear, laterSeen, lockInstant, seenBefore, toldEveryMs, type LastSeen } from './idle-rules.ts';

const lastSeenSchema = z.object({ key: z.string(), at: z.number() });
const works = ['pointerdown', 'pointermove', 'click', 'keydown', 'wheel', 'touchstart'] as const;
const looksEveryMs = 1_000;

const lockNow = () =>
  runExclusive('auto-lock', async () => {
    if (isLocked() || tokens() === null) return;
    const { info } = usePerson.getState();
    // Auto lock can be set only with a lock password, so the user has one.
    noteLockWord();
    await lockKnownScreen(info?.sysUser.nickName || info?.sysUser.username || '');
    const shown = lockedAs();
    if (shown) signal('locked', shown);
  });

/**
 * Locks the screen in all browser tabs after `minutes` without activity. It compares stored timestamps, because timers
 * stop during sleep, at a reload and in frozen tabs. `onSoon` receives the lock time, or null to hide the warning.
 */
export function watchIdle(minutes: number, onSoon: (lockAt: number | null) => void): () => void {
  const key = tokens()?.key ?? '';
  const readLastSeen = () => loadItem('local', 'lastSeen', lastSeenSchema);
  let seen: LastSeen = seenBefore(readLastSeen(), { key, at: Date.now() });
  let locking = false;
  let soon: number | null = null;

  const warn = (lockAt: number | null) => {
    if (lockAt === soon) return;
    soon = lockAt;
    onSoon(lockAt);
  };
  const isLeft = (): boolean => {
    const now = Date.now();
    if (isNear(seen.at, now, minutes)) seen = laterSeen(seen, readLastSeen(), now);
    const left = isIdle(seen.at, now, minutes);
    warn(!left && isNear(seen.at, now, minutes) ? lockInstant(seen.at, minutes) : null);
    return left;
  };
  const check = (): boolean => {
    if (!isLeft()) return false;
    if (locking) return true;
    locking = true;
    void lockNow()
      .catch(() => undefined)
      .finally(() => {
        locking = false;
      });
    return true;
  };
  const note = () => {
    // When the idle time is already over, this movement only wakes the screen and does not count as activity.
    if (check()) return;
    seen = { key, at: Date.now() };
    saveItem('local', 'lastSeen', seen);
    warn(null);
  };
  const noteNow = () => {
    const since = Date.now() - seen.at;
    if (since < 0 || since >= toldEveryMs) note();
  };

  const timer = setInterval(check, looksEveryMs);
  const quietly = { capture: true, passive: true };
  for (const name of works) addEventListener(name, noteNow, quietly);
  document.addEventListener('visibilitychange', check);
  // Opening a page is activity, unless the idle time was already over.
  note();
  return () => {
    clearInterval(timer);
    for (const name of works) removeEventListener(name, noteNow, quietly);
    document.removeEventListener('visibilitychange', check);
    deleteItem('local', 'lastSeen');
    warn(null);
  };
}
