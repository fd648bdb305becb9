import type { OwnEdit, PhoneCodeInput, ReissuedTokens } from '@anlan/contract/modules/user/own-data';
import { ownDataCalls } from '@anlan/contract/modules/user/own-data-calls';
import { secondFactorCalls } from '@anlan/contract/modules/session/second-factor-calls';
import { sessionLockCalls } from '@anlan/contract/modules/session/lock-calls';
import { sessionOwnCalls } from '@anlan/contract/modules/session/own-calls';
import { oauthCalls } from '@anlan/contract/modules/session/oauth-calls';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { encryptPassword } from '#lib/cipher.ts';
import { config } from '#lib/config.ts';
import { confirmPassword } from '#lib/reveal-calls.ts';
import { goOnWith, lockHere } from '#lib/session.ts';
import { files } from '#lib/shared-calls.ts';
import { signal } from '#lib/signals.ts';

const own = api(ownDataCalls);
const { own: sessionPage, endOwn, endOthers, history } = sessionOwnCalls;
const sessions = api({ page: sessionPage, end: endOwn, endOthers, history });
const { factorState: state, factorEnrol, factorConfirm, factorRecovery, factorRemove } = secondFactorCalls;
const factor = api({
  state,
  enrol: factorEnrol,
  confirm: factorConfirm,
  recovery: factorRecovery,
  remove: factorRemove,
});
const {
  thirdParties: oauthParties,
  thirdUnbind: oauthUnbind,
  thirdBindStart: oauthBindStart,
  thirdBind: oauthBind,
} = oauthCalls;
const oauth = api({ list: oauthParties, unbind: oauthUnbind, start: oauthBindStart, bind: oauthBind });

const { lock } = api({ lock: sessionLockCalls.lock });

const ciphered = async (text: string) => {
  const { passwordKey, passwordMode } = await config();
  return encryptPassword(text, passwordKey, passwordMode);
};

// Every session of the person ended with the write; this one goes on with what came back.
function goOn(answer: ReissuedTokens): void {
  if (answer) goOnWith(answer);
  // Name, portrait and phone stand in the top bar too.
  signal('rights', undefined);
}

/** Everything that has been read of the person; let go after a write. */
export const ownKey = ['own'] as const;

/** Own data. */
export const ownData = queryOptions({
  queryKey: [...ownKey, 'data'],
  queryFn: ({ signal: stop }) => own.own({}, { signal: stop, quiet: true }),
});
/** Saves name, mail or portrait; the form shows what fails. */
export const saveOwn = async (change: Pick<OwnEdit, 'nickName' | 'email' | 'avatar'>) =>
  goOn(await own.edit(change, { quiet: true }));
/** Sends a portrait and answers its address. */
export const sendPortrait = async (file: File) =>
  (await files.upload({ file, dir: 'avatar', fileType: 'image', limitSize: 1024 }, { quiet: true })).url;
/** Sets another password; the form shows what fails. */
export const savePassword = async (old: string, wanted: string) =>
  goOn(await own.edit({ password: await ciphered(old), newpassword1: await ciphered(wanted) }, { quiet: true }));

/** Sends a code to the phone in use or to the one wanted. */
export const sendPhoneCode = (input: PhoneCodeInput) => own.phoneCode(input, { quiet: true });
/** Changes the phone by both codes. */
export const changePhone = async (input: { code: string; phone: string; code2: string }) =>
  goOn(await own.changePhone(input, { quiet: true }));
/** Binds a first phone by its code. */
export const bindPhone = async (phone: string, code: string) =>
  goOn(await own.phone({ phone, code, doType: 'bind' }, { quiet: true }));

/** Own sessions that live. */
export const ownSessions = queryOptions({
  queryKey: [...ownKey, 'sessions'],
  queryFn: ({ signal: stop }) =>
    sessions.page({ page: 1, size: 20, sort: [], filter: {} }, { signal: stop, quiet: true }),
  staleTime: 0,
});
/** Ends one of one's own sessions. */
export const endSession = (id: string) => sessions.end({ id }, { quiet: true });
/** Ends all of one's own sessions but this one. */
export const endOtherSessions = () => sessions.endOthers({}, { quiet: true });
/** A page of tries to sign in under one's own name. */
export const signIns = (page: number) =>
  queryOptions({
    queryKey: [...ownKey, 'sign-ins', page],
    queryFn: ({ signal: stop }) =>
      sessions.history({ page, size: 10, sort: [], filter: {} }, { signal: stop, quiet: true }),
    placeholderData: keepPreviousData,
  });

/** How the second factor stands. */
export const factorState = queryOptions({
  queryKey: [...ownKey, 'factor'],
  queryFn: ({ signal: stop }) => factor.state({}, { signal: stop, quiet: true }),
});
/** Begins to set a second factor up. */
export const enrolFactor = async (password: string) =>
  factor.enrol({ password: await ciphered(password) }, { quiet: true });
/** Ends setting it up with its first code; answers the recovery codes. */
export const confirmFactor = (code: string) => factor.confirm({ code }, { quiet: true });
/** Makes the recovery codes anew. */
export const renewRecovery = async (password: string) =>
  factor.recovery({ password: await ciphered(password) }, { quiet: true });
/** Takes the second factor away. */
export const removeFactor = async (password: string) =>
  factor.remove({ password: await ciphered(password) }, { quiet: true });

/** Sets another lock word after the password of the account, and locks the screen with it. */
export async function saveLockWord(name: string, account: string, word: string): Promise<void> {
  await confirmPassword(account);
  await lock({ password: await ciphered(word), set: true }, { quiet: true });
  lockHere({ name, since: Date.now() });
}

/** What is bound to the account, and what could be. */
export const boundParties = queryOptions({
  queryKey: [...ownKey, 'third'],
  queryFn: ({ signal: stop }) => oauth.list({}, { signal: stop, quiet: true }),
});
/** Unbinds an identity of another place. */
export const unbindParty = (id: string) => oauth.unbind({ id }, { quiet: true });
/** Begins to bind WeChat: answers where its page stands. */
export const startBinding = () => oauth.start({}, { quiet: true });
/** Binds what the vendor confirmed. */
export const bindParty = (state: string, code: string) => oauth.bind({ state, code }, { quiet: true });
