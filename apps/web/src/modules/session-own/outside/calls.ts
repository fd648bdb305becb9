import { lockedData } from '@anlan/contract/modules/session/restriction';
import { ownDataCalls } from '@anlan/contract/modules/user/own-data-calls';
import { sessionLockCalls } from '@anlan/contract/modules/session/lock-calls';
import { api } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';
import { encryptPassword } from '#lib/cipher.ts';
import { config } from '#lib/config.ts';
import { newKey } from '#lib/idempotency-key.ts';
import { isLockPending, lockWordIsKnown, noteLockWord, setLockPending } from '#lib/lock.ts';
import { continueWithTokens, lockSession, unlockSession } from '#lib/session.ts';
import { runExclusive } from '#lib/tab-broadcast.ts';

const screen = api(sessionLockCalls);
const { edit, own } = api({ edit: ownDataCalls.edit, own: ownDataCalls.own });

async function ciphered(word: string): Promise<string> {
  const { passwordKey, passwordMode } = await config();
  return encryptPassword(word, passwordKey, passwordMode);
}

// Use a new idempotency key for each lock request. After a lock request without an answer, the screen may already be
// unlocked again.
const lock = (input: { password?: string }) => screen.lock(input, { quiet: true, idempotencyKey: newKey() });

/** Locks the screen. If the user has no lock password yet, `word` becomes the lock password. */
export async function lockScreen(name: string, word?: string): Promise<void> {
  await lock(word === undefined ? {} : { password: await ciphered(word) });
  noteLockWord();
  lockSession({ name, since: Date.now() });
}

/**
 * If a lock password is known to exist, locks the screen at once, then sends the lock to the server. Otherwise
 * returns false.
 */
export async function lockKnownScreen(name: string): Promise<boolean> {
  if (lockWordIsKnown()) {
    // Lock in the browser before the request, so that a slow request cannot leave the page open.
    setLockPending(true);
    lockSession({ name, since: Date.now() });
    void sendPendingLock().catch(() => undefined);
    return true;
  }
  try {
    if (!(await knowsLockWord())) return false;
    await lockScreen(name);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'network') throw error;
    throw new ApiError({ kind: 'network', message: '网络已断开，无法确认您是否设置过锁屏密码，请恢复网络后再锁屏' });
  }
}

export async function knowsLockWord(): Promise<boolean> {
  const { known: hasLockWord } = await screen.lockWord({}, { quiet: true });
  if (hasLockWord) noteLockWord();
  return hasLockWord;
}

/** Sets the first lock password. The screen remains unlocked. */
export async function setFirstLockWord(word: string): Promise<void> {
  await screen.firstLockWord({ password: await ciphered(word) }, { quiet: true });
  noteLockWord();
}

// The error shown at unlock when the server has not confirmed the lock.
const unconfirmedLockError = ({ kind, status, message }: ApiError) =>
  new ApiError({
    kind,
    status,
    message: status === 400 ? '您还没有锁屏密码，请退出系统后重新登录' : `服务器尚未确认锁屏，暂不能解锁：${message}`,
  });
const isLockedThere = (error: unknown) => error instanceof ApiError && lockedData.safeParse(error.data).success;

let pendingLockRequest: Promise<void> | undefined;

/** Sends a pending lock to the server. The lock stays pending until the server confirms it. */
export function sendPendingLock(): Promise<void> {
  // Run in one browser tab only and check again inside: a second lock request could arrive after the unlock.
  pendingLockRequest ??= runExclusive('lock-owed', async () => {
    if (!isLockPending()) return;
    try {
      await lock({});
    } catch (error) {
      if (!isLockedThere(error))
        throw error instanceof ApiError && error.kind !== 'network' ? unconfirmedLockError(error) : error;
    }
    setLockPending(false);
  }).finally(() => {
    pendingLockRequest = undefined;
  });
  return pendingLockRequest;
}

/** Unlocks the screen. Sends a pending lock first: until the server knows of the lock, it accepts any password. */
export async function unlockScreen(word: string): Promise<void> {
  await sendPendingLock();
  await screen.unlock({ password: await ciphered(word) }, { quiet: true });
  unlockSession();
}

/** Reads which password rules apply, and whether the current password has expired. */
export async function passwordTerms(signal: AbortSignal): Promise<{ protects: boolean; isOld: boolean }> {
  const { passwordProtected, passwordEndsAt } = await own({}, { signal, quiet: true });
  return { protects: passwordProtected, isOld: passwordEndsAt !== null && passwordEndsAt.getTime() <= Date.now() };
}

export async function setPassword(old: string, wanted: string): Promise<void> {
  const pair = await edit({ password: await ciphered(old), newpassword1: await ciphered(wanted) }, { quiet: true });
  if (pair !== null) continueWithTokens(pair);
}
