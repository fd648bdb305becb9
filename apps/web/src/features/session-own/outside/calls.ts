import { ownDataCalls } from '@anlan/contract/wire/own-data';
import { sessionLockCalls } from '@anlan/contract/wire/session-lock';
import { api } from '#lib/api.ts';
import { encryptPassword } from '#lib/cipher.ts';
import { config } from '#lib/config.ts';
import { goOnWith, lockHere, openHere } from '#lib/session.ts';

const screen = api(sessionLockCalls);
const { edit } = api({ edit: ownDataCalls.edit });

async function ciphered(word: string): Promise<string> {
  const { passwordKey, passwordMode } = await config();
  return encryptPassword(word, passwordKey, passwordMode);
}

/** Locks the screen of a person; `word` is the lock word where none has been set yet. */
export async function lockScreen(name: string, word?: string): Promise<void> {
  await screen.lock(word === undefined ? {} : { password: await ciphered(word) }, { quiet: true });
  lockHere({ name, since: Date.now() });
}

/** Opens the locked screen. */
export async function unlockScreen(word: string): Promise<void> {
  await screen.unlock({ password: await ciphered(word) }, { quiet: true });
  openHere();
}

/** Sets a new password in place of one that was given. */
export async function setPassword(old: string, wanted: string): Promise<void> {
  const pair = await edit({ password: await ciphered(old), newpassword1: await ciphered(wanted) }, { quiet: true });
  if (pair !== null) goOnWith(pair);
}
