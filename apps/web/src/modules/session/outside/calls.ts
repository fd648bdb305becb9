import type { Brand } from '@anlan/contract/modules/tenant/tenant';
import { userType } from '@anlan/contract/modules/session/session';
import { directoryCalls, directoryProofCalls } from '@anlan/contract/modules/session/directory-calls';
import { joiningCalls } from '@anlan/contract/modules/user/registration-calls';
import { smsCalls } from '@anlan/contract/modules/sms/calls';
import { oauthCalls } from '@anlan/contract/modules/session/oauth-calls';
import { userLinkCalls } from '@anlan/contract/modules/user/password-link-calls';
import { api } from '#lib/api.ts';
import { encryptPassword } from '#lib/cipher.ts';
import { config } from '#lib/config.ts';
import { begin, listPlaces, type Captcha, type SignInTarget } from '../calls.ts';
import { rememberChoice } from '../state.ts';
import { dropPending } from '#lib/pending-bind.ts';

const joining = api(joiningCalls);
const { send } = api({ send: smsCalls.send });
const oauth = api({ start: oauthCalls.thirdStart, signIn: oauthCalls.thirdSignIn, bind: oauthCalls.thirdBind });
const directory = api({ door: directoryCalls.directoryDoor, signIn: directoryCalls.directorySignIn });
const link = api(userLinkCalls);
const proof = api({ code: directoryProofCalls.directoryCode, prove: directoryProofCalls.directoryProve });
const quiet = { quiet: true } as const;

export type Registrable = Parameters<typeof joining.register>[0]['type'];

export interface Registering {
  place: Brand;
  type: Registrable;
  nickName: string;
  entName: string;
  username: string;
  password: string;
  phone: string;
  code: string;
  agreed: string[];
}

export async function register({ place, password, ...typed }: Registering): Promise<void> {
  const { passwordKey, passwordMode } = await config();
  const ciphered = encryptPassword(password, passwordKey, passwordMode);
  await joining.register({ ...typed, tenantId: place.id, password: ciphered }, quiet);
}

export const sendRegisterCode = (place: Brand, phone: string, captcha: Captcha) =>
  send({ tenantId: place.id, phone, type: 'register', randomStr: captcha?.key, code: captcha?.code }, quiet);

export const findPhone = (place: Brand, entName: string, captcha: Captcha) =>
  joining.findPhone({ tenantId: place.id, entName, randomStr: captcha?.key, code: captcha?.code }, quiet);

export const startOauth = (tenantId: string) => oauth.start({ purpose: 'login', tenantId }, quiet);

/** Signs in with the OAuth result. Returns a ticket if a second factor is required, otherwise null. */
export async function finishOauth(place: Brand, state: string, code: string): Promise<string | null> {
  const thirdparty = { state, code, tenantId: place.id };
  const answer = await oauth.signIn({ thirdparty, grant_type: 'thirdparty', scope: 'server' }, quiet);
  return begin(answer, place);
}

/** Directories of a tenant. Null if a proxy has already signed the person in. */
export async function loadDirectories(place: Brand, signal: AbortSignal) {
  const answer = await directory.door({ tenantId: place.id }, { signal, quiet: true });
  if ('directories' in answer) return answer.directories;
  begin(answer, place);
  return null;
}

/** Signs in with a directory account. Returns a ticket if a second factor is required, otherwise null. */
export async function signInByDirectory(
  { place, type }: SignInTarget,
  credentials: { directory: string; username: string; password: string },
): Promise<string | null> {
  const { passwordKey, passwordMode } = await config();
  const answer = await directory.signIn(
    {
      tenantId: place.id,
      directory: credentials.directory,
      username: credentials.username,
      password: encryptPassword(credentials.password, passwordKey, passwordMode),
      userType: userType[type],
      shopId: '',
    },
    quiet,
  );
  return begin(answer, place);
}

export const bindTicket = (ticket: string) => oauth.bind({ bindTicket: ticket }, quiet);

export async function openLink(token: string, signal: AbortSignal) {
  const opened = await link.linkOpen({ token }, { ...quiet, signal });
  const place = (await listPlaces(signal)).find(({ id }) => id === opened.tenantId);
  return { ...opened, place };
}
export type Opened = Awaited<ReturnType<typeof openLink>>;

/** Sets the first password and starts the session. Returns false if the person must sign in separately. */
export async function setFirst(token: string, { place, tenantId, type }: Opened, password: string): Promise<boolean> {
  const { passwordKey, passwordMode } = await config();
  const answer = await link.linkSet({ token, password: encryptPassword(password, passwordKey, passwordMode) }, quiet);
  rememberChoice({ tenantId, type });
  return place !== undefined && begin(answer, place) === null;
}

export const sendProofCode = (place: Brand, ticket: string) =>
  proof.code({ tenantId: place.id, bindTicket: ticket }, quiet);

/**
 * Signs in to the local account with its own password or SMS code. Returns a ticket if a second factor is required,
 * otherwise null.
 */
export async function proveAccount(
  place: Brand,
  ticket: string,
  credential: { password: string } | { code: string },
): Promise<string | null> {
  const { passwordKey, passwordMode } = await config();
  const by =
    'code' in credential ? credential : { password: encryptPassword(credential.password, passwordKey, passwordMode) };
  return begin(await proof.prove({ tenantId: place.id, bindTicket: ticket, ...by, shopId: '' }, quiet), place);
}

/** Binds the verified external identity to the account. If the binding fails, the app offers it again after sign-in. */
export const bindProven = (ticket: string): Promise<void> => bindTicket(ticket).then(dropPending, () => {});
