import type { OwnEdit, PhoneCodeInput, ReissuedTokens } from '@anlan/contract/modules/user/own-data';
import { ownDataCalls } from '@anlan/contract/modules/user/own-data-calls';
import { secondFactorCalls } from '@anlan/contract/modules/session/second-factor-calls';
import { sessionLockCalls } from '@anlan/contract/modules/session/lock-calls';
import { sessionOwnCalls } from '@anlan/contract/modules/session/session-list-calls';
import { oauthCalls } from '@anlan/contract/modules/session/oauth-calls';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { encryptPassword } from '#lib/cipher.ts';
import { config } from '#lib/config.ts';
import { confirmPassword } from '#lib/reveal-calls.ts';
import { continueWithTokens, lockSession } from '#lib/session.ts';
import { files } from '#lib/shared-calls.ts';
import { signal } from '#lib/app-events.ts';
import { ownKey } from '#lib/factor-state.ts';

export { ownKey };

const own = api(ownDataCalls);
const { own: sessionPage, endOwn, endOthers, history } = sessionOwnCalls;
const sessions = api({ page: sessionPage, end: endOwn, endOthers, history });
const { factorEnrol, factorConfirm, factorRecovery, factorRemove } = secondFactorCalls;
const factor = api({
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

const encryptText = async (text: string) => {
  const { passwordKey, passwordMode } = await config();
  return encryptPassword(text, passwordKey, passwordMode);
};

// The change ended all sessions of this user. Continue with the new tokens from the response.
function continueSession(answer: ReissuedTokens): void {
  if (answer) continueWithTokens(answer);
  // Reload the current user: the top bar also shows name, portrait and phone.
  signal('rights', undefined);
}

export const ownData = queryOptions({
  queryKey: [...ownKey, 'data'],
  queryFn: ({ signal: stop }) => own.own({}, { signal: stop, quiet: true }),
});
export const saveOwn = async (change: Pick<OwnEdit, 'nickName' | 'email' | 'avatar'>) =>
  continueSession(await own.edit(change, { quiet: true }));
export const sendPortrait = async (file: File) =>
  (await files.upload({ file, dir: 'avatar', fileType: 'image', limitSize: 1024 }, { quiet: true })).url;
export const savePassword = async (old: string, wanted: string) =>
  continueSession(
    await own.edit({ password: await encryptText(old), newpassword1: await encryptText(wanted) }, { quiet: true }),
  );

export const sendPhoneCode = (input: PhoneCodeInput) => own.phoneCode(input, { quiet: true });
export const changePhone = async (input: { code: string; phone: string; code2: string }) =>
  continueSession(await own.changePhone(input, { quiet: true }));
export const bindPhone = async (phone: string, code: string) =>
  continueSession(await own.phone({ phone, code, doType: 'bind' }, { quiet: true }));

export const ownSessions = queryOptions({
  queryKey: [...ownKey, 'sessions'],
  queryFn: ({ signal: stop }) =>
    sessions.page({ page: 1, size: 20, sort: [], filter: {} }, { signal: stop, quiet: true }),
  staleTime: 0,
});
export const endSession = (id: string) => sessions.end({ id }, { quiet: true });
export const endOtherSessions = () => sessions.endOthers({}, { quiet: true });
export const signIns = (page: number) =>
  queryOptions({
    queryKey: [...ownKey, 'sign-ins', page],
    queryFn: ({ signal: stop }) =>
      sessions.history({ page, size: 10, sort: [], filter: {} }, { signal: stop, quiet: true }),
    placeholderData: keepPreviousData,
  });

export const enrolFactor = async (password: string) =>
  factor.enrol({ password: await encryptText(password) }, { quiet: true });
/** Turns on two-step verification with the first code. Returns the recovery codes. */
export const confirmFactor = (code: string) => factor.confirm({ code }, { quiet: true });
/** Creates new recovery codes. The old codes become invalid. */
export const renewRecovery = async (password: string) =>
  factor.recovery({ password: await encryptText(password) }, { quiet: true });
export const removeFactor = async (password: string) =>
  factor.remove({ password: await encryptText(password) }, { quiet: true });

/** Replaces the lock password after checking the account password, then locks the screen. */
export async function saveLockWord(name: string, account: string, word: string): Promise<void> {
  await confirmPassword(account);
  await lock({ password: await encryptText(word), set: true }, { quiet: true });
  lockSession({ name, since: Date.now() });
}

export const boundParties = queryOptions({
  queryKey: [...ownKey, 'third'],
  queryFn: ({ signal: stop }) => oauth.list({}, { signal: stop, quiet: true }),
});
export const unbindParty = (id: string) => oauth.unbind({ id }, { quiet: true });
/** Starts binding a WeChat account. Returns the address of the WeChat page. */
export const startBinding = () => oauth.start({}, { quiet: true });
export const bindParty = (state: string, code: string) => oauth.bind({ state, code }, { quiet: true });
