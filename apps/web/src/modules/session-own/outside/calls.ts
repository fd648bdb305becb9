import { lockedData } from '@anlan/contract/modules/session/restriction';
import { ownDataCalls } from '@anlan/contract/modules/user/own-data-calls';
import { sessionLockCalls } from '@anlan/contract/modules/session/lock-calls';
import { api } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';
import { encryptPassword } from '#lib/cipher.ts';
import { config } from '#lib/config.ts';
import { newKey } from '#lib/keyed.ts';
import { lockIsOwed, lockWordIsKnown, noteLockWord, oweLock } from '#lib/lock.ts';
import { goOnWith, lockHere, openHere } from '#lib/session.ts';
import { alone } from '#lib/siblings.ts';

const screen = api(sessionLockCalls);
const { edit, own } = api({ edit: ownDataCalls.edit, own: ownDataCalls.own });

async function ciphered(word: string): Promise<string> {
  const { passwordKey, passwordMode } = await config();
  return encryptPassword(word, passwordKey, passwordMode);
}

// Under a key of its own each time: a screen may have been opened since a lock that was never answered.
const lock = (input: { password?: string }) => screen.lock(input, { quiet: true, idempotencyKey: newKey() });

/** Locks the screen of a person; `word` is the lock word where none has been set yet. */
export async function lockScreen(name: string, word?: string): Promise<void> {
  await lock(word === undefined ? {} : { password: await ciphered(word) });
  noteLockWord();
  lockHere({ name, since: Date.now() });
}

/**
 * Locks the screen of a person who has a lock word: at once where that is known, and the server hears of it then. Answers
 * false where none has been set: that is asked before, so that nothing ordinary is refused.
 */
export async function lockKnownScreen(name: string): Promise<boolean> {
  if (lockWordIsKnown()) {
    // A network that swallows what is sent would leave the page open until it is given up.
    oweLock(true);
    lockHere({ name, since: Date.now() });
    void payOwedLock().catch(() => undefined);
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

/** Whether the person has a lock word. */
export async function knowsLockWord(): Promise<boolean> {
  const { known } = await screen.lockWord({}, { quiet: true });
  if (known) noteLockWord();
  return known;
}

/** Sets the person's first lock word; the screen stays open. */
export async function setFirstLockWord(word: string): Promise<void> {
  await screen.firstLockWord({ password: await ciphered(word) }, { quiet: true });
  noteLockWord();
}

// Whoever opens the screen reads why it does not open; without a network they know.
const unconfirmed = ({ kind, status, message }: ApiError) =>
  new ApiError({
    kind,
    status,
    message: status === 400 ? '您还没有锁屏密码，请退出系统后重新登录' : `服务器尚未确认锁屏，暂不能解锁：${message}`,
  });
const isLockedThere = (error: unknown) => error instanceof ApiError && lockedData.safeParse(error.data).success;

let paying: Promise<void> | undefined;

/** Tells the server of a lock that it could not be told of; still owed unless the server says that it is locked. */
export function payOwedLock(): Promise<void> {
  // One browser tab only, which looks again: a second lock would arrive after the screen was opened.
  paying ??= alone('lock-owed', async () => {
    if (!lockIsOwed()) return;
    try {
      await lock({});
    } catch (error) {
      if (!isLockedThere(error))
        throw error instanceof ApiError && error.kind !== 'network' ? unconfirmed(error) : error;
    }
    oweLock(false);
  }).finally(() => {
    paying = undefined;
  });
  return paying;
}

/** Opens the locked screen; a lock that the server could not be told comes first, or any word would open. */
export async function unlockScreen(word: string): Promise<void> {
  await payOwedLock();
  await screen.unlock({ password: await ciphered(word) }, { quiet: true });
  openHere();
}

/** What a new password is asked for, and whether the one that stands is too old. */
export async function passwordTerms(signal: AbortSignal): Promise<{ protects: boolean; isOld: boolean }> {
  const { passwordProtected, passwordEndsAt } = await own({}, { signal, quiet: true });
  return { protects: passwordProtected, isOld: passwordEndsAt !== null && passwordEndsAt.getTime() <= Date.now() };
}

/** Sets a new password in place of one that was given. */
export async function setPassword(old: string, wanted: string): Promise<void> {
  const pair = await edit({ password: await ciphered(old), newpassword1: await ciphered(wanted) }, { quiet: true });
  if (pair !== null) goOnWith(pair);
}
