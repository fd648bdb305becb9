import * as z from 'zod/mini';
import { lockKnownScreen } from '#modules/session-own/outside/calls.ts';
import { isLocked, lockedAs, noteLockWord } from '#lib/lock.ts';
import { usePerson } from '#lib/person.ts';
import { alone } from '#lib/siblings.ts';
import { signal } from '#lib/signals.ts';
import { forget, keep, recall } from '#lib/storage.ts';
import { tokens } from '#lib/tokens.ts';
import { isIdle, isNear, laterSeen, lockInstant, seenBefore, toldEveryMs, type LastSeen } from './idle-rules.ts';

const kept = z.object({ key: z.string(), at: z.number() });
const works = ['pointerdown', 'pointermove', 'click', 'keydown', 'wheel', 'touchstart'] as const;
const looksEveryMs = 1_000;

const lockNow = () =>
  alone('auto-lock', async () => {
    if (isLocked() || tokens() === null) return;
    const { info } = usePerson.getState();
    // Nobody could have chosen this without a word.
    noteLockWord();
    await lockKnownScreen(info?.sysUser.nickName || info?.sysUser.username || '');
    const shown = lockedAs();
    if (shown) signal('locked', shown);
  });

/**
 * Locks the screen once nobody was at work in any browser tab for so many minutes. The instant counts, not a timer: a
 * machine that slept locks when it wakes, and a page that is loaded anew still knows. Tabs tell each other by what is
 * kept: one that was frozen reads it, where messages would still be on their way. `onSoon` hears at which instant the
 * screen is about to lock, and null once somebody is there again.
 */
export function watchIdle(minutes: number, onSoon: (lockAt: number | null) => void): () => void {
  const key = tokens()?.key ?? '';
  const told = () => recall('local', 'lastSeen', kept);
  let seen: LastSeen = seenBefore(told(), { key, at: Date.now() });
  let locking = false;
  let soon: number | null = null;

  const warn = (lockAt: number | null) => {
    if (lockAt === soon) return;
    soon = lockAt;
    onSoon(lockAt);
  };
  const isLeft = (): boolean => {
    const now = Date.now();
    if (isNear(seen.at, now, minutes)) seen = laterSeen(seen, told(), now);
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
    // Who comes back too late finds the screen locked: the movement of coming back is no work.
    if (check()) return;
    seen = { key, at: Date.now() };
    keep('local', 'lastSeen', seen);
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
  // Opening a page is work, unless the time was over before it.
  note();
  return () => {
    clearInterval(timer);
    for (const name of works) removeEventListener(name, noteNow, quietly);
    document.removeEventListener('visibilitychange', check);
    forget('local', 'lastSeen');
    warn(null);
  };
}
