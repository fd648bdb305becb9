import type { Brand } from '@anlan/contract/modules/tenant/tenant';
import { userType } from '@anlan/contract/modules/session/session';
import { directoryCalls, directoryProofCalls } from '@anlan/contract/modules/session/directory-calls';
import { joiningCalls } from '@anlan/contract/modules/user/joining-calls';
import { smsCalls } from '@anlan/contract/modules/sms/calls';
import { oauthCalls } from '@anlan/contract/modules/session/oauth-calls';
import { userLinkCalls } from '@anlan/contract/modules/user/link-calls';
import { api } from '#lib/api.ts';
import { encryptPassword } from '#lib/cipher.ts';
import { config } from '#lib/config.ts';
import { begin, listPlaces, type Captcha, type Gate } from '../calls.ts';
import { rememberChoice } from '../state.ts';
import { dropPending } from '#lib/pending-bind.ts';

const joining = api(joiningCalls);
const { send } = api({ send: smsCalls.send });
const oauth = api({ start: oauthCalls.thirdStart, signIn: oauthCalls.thirdSignIn, bind: oauthCalls.thirdBind });
const directory = api({ door: directoryCalls.directoryDoor, signIn: directoryCalls.directorySignIn });
const link = api(userLinkCalls);
const proof = api({ code: directoryProofCalls.directoryCode, prove: directoryProofCalls.directoryProve });
const quiet = { quiet: true } as const;

/** Kinds of people who may register. */
export type Registrable = Parameters<typeof joining.register>[0]['type'];

/** What somebody fills in to register. */
export interface Registering {
  place: Brand;
  type: Registrable;
  nickName: string;
  entName: string;
  username: string;
  password: string;
  phone: string;
  code: string;
  /** The versions of the agreements that they agreed to. */
  agreed: string[];
}

/** Asks for an account. */
export async function register({ place, password, ...typed }: Registering): Promise<void> {
  const { passwordKey, passwordMode } = await config();
  const ciphered = encryptPassword(password, passwordKey, passwordMode);
  await joining.register({ ...typed, tenantId: place.id, password: ciphered }, quiet);
}

/** Sends a code for registering to a phone. */
export const sendRegisterCode = (place: Brand, phone: string, captcha: Captcha) =>
  send({ tenantId: place.id, phone, type: 'register', randomStr: captcha?.key, code: captcha?.code }, quiet);

/** The masked phone behind an enterprise. */
export const findPhone = (place: Brand, entName: string, captcha: Captcha) =>
  joining.findPhone({ tenantId: place.id, entName, randomStr: captcha?.key, code: captcha?.code }, quiet);

/** Begins a trip to WeChat. */
export const startOauth = (tenantId: string) => oauth.start({ purpose: 'login', tenantId }, quiet);

/** Signs in with what came back from a trip; answers the ticket of the second step where one is due. */
export async function finishOauth(place: Brand, state: string, code: string): Promise<string | null> {
  const thirdparty = { state, code, tenantId: place.id };
  const answer = await oauth.signIn({ thirdparty, grant_type: 'thirdparty', scope: 'server' }, quiet);
  return begin(answer, place);
}

/** The directories of a place, or null where a proxy has signed the person in already. */
export async function openDoor(place: Brand, signal: AbortSignal) {
  const answer = await directory.door({ tenantId: place.id }, { signal, quiet: true });
  if ('directories' in answer) return answer.directories;
  begin(answer, place);
  return null;
}

/** Signs in with an account of a directory; answers the ticket of the second step where one is due. */
export async function signInByDirectory(
  { place, type }: Gate,
  given: { directory: string; username: string; password: string },
): Promise<string | null> {
  const { passwordKey, passwordMode } = await config();
  const answer = await directory.signIn(
    {
      tenantId: place.id,
      directory: given.directory,
      username: given.username,
      password: encryptPassword(given.password, passwordKey, passwordMode),
      userType: userType[type],
      shopId: '',
    },
    quiet,
  );
  return begin(answer, place);
}

/** Binds a proven identity to the signed-in person. */
export const bindTicket = (ticket: string) => oauth.bind({ bindTicket: ticket }, quiet);

/** Whose first password a link sets. */
export async function openLink(token: string, signal: AbortSignal) {
  const opened = await link.linkOpen({ token }, { ...quiet, signal });
  const place = (await listPlaces(signal)).find(({ id }) => id === opened.tenantId);
  return { ...opened, place };
}
/** What a link opened. */
export type Opened = Awaited<ReturnType<typeof openLink>>;

/** Sets the first password and begins the session; false where the person still has to sign in. */
export async function setFirst(token: string, { place, tenantId, type }: Opened, password: string): Promise<boolean> {
  const { passwordKey, passwordMode } = await config();
  const answer = await link.linkSet({ token, password: encryptPassword(password, passwordKey, passwordMode) }, quiet);
  rememberChoice({ tenantId, type });
  return place !== undefined && begin(answer, place) === null;
}

/** Sends a code to the phone of the account that a directory may lead to. */
export const sendProofCode = (place: Brand, ticket: string) =>
  proof.code({ tenantId: place.id, bindTicket: ticket }, quiet);

/** Signs in to that account by its own password or code; answers the ticket of the second step where one is due. */
export async function proveAccount(
  place: Brand,
  ticket: string,
  given: { password: string } | { code: string },
): Promise<string | null> {
  const { passwordKey, passwordMode } = await config();
  const by = 'code' in given ? given : { password: encryptPassword(given.password, passwordKey, passwordMode) };
  return begin(await proof.prove({ tenantId: place.id, bindTicket: ticket, ...by, shopId: '' }, quiet), place);
}

/** Binds what was proven a moment ago; what cannot be bound now is asked about when the server opens. */
export const bindProven = (ticket: string): Promise<void> => bindTicket(ticket).then(dropPending, () => {});
