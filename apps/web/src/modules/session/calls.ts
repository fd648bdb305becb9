import { userType, type UserType } from '@anlan/contract/modules/session/session';
import type { Brand } from '@anlan/contract/modules/tenant/tenant';
import { sessionCalls } from '@anlan/contract/modules/session/calls';
import { secondFactorCalls } from '@anlan/contract/modules/session/second-factor-calls';
import { smsCalls } from '@anlan/contract/modules/sms/calls';
import { tenantCalls } from '@anlan/contract/modules/tenant/calls';
import type { LoginMethods } from '@anlan/contract/modules/session/login-methods';
import { loginMethodsCalls } from '@anlan/contract/modules/session/login-methods-calls';
import { api } from '#lib/api.ts';
import { keepBrand } from '#lib/brand.ts';
import { encryptPassword } from '#lib/cipher.ts';
import { config, freshConfig } from '#lib/config.ts';
import { readHostBrand } from '#lib/host-brand.ts';
import { beginSession } from '#lib/session.ts';

const {
  signIn,
  phoneSignIn,
  secondStep,
  sendCode,
  ways: loginMethods,
} = api({
  signIn: sessionCalls.signIn,
  phoneSignIn: loginMethodsCalls.phoneSignIn,
  secondStep: secondFactorCalls.secondStep,
  sendCode: smsCalls.send,
  ways: loginMethodsCalls.ways,
});
const tenant = api({ list: tenantCalls.list });

/** The platform's own tenant. */
export const platformId = '0';
const platform: Brand = { id: platformId, name: '平台管理', copy: null, icp: null, tec: null, logo: null };

/** Where one may sign in: every tenant, the platform last (decisions 27). */
export async function listPlaces(signal: AbortSignal): Promise<Brand[]> {
  const found = await tenant.list({}, { signal, quiet: true });
  const own = found.find(({ id }) => id === platformId);
  return [...found.filter(({ id }) => id !== platformId), { ...platform, ...own, name: platform.name }];
}

/** The tenant that this host name belongs to, or null. */
export const tenantOfHost = async (): Promise<string | null> => (await readHostBrand())?.id ?? null;

/** Whether sign-in asks for a captcha. */
export const captchaWanted = async (): Promise<boolean> => (await config()).captcha;

/** Names of tenants that a first start is still making: as the page knew at first, or as it is now. */
export const pendingPlaces = async (now: boolean): Promise<readonly string[]> =>
  (await (now ? freshConfig() : config())).seeding ?? [];

/** Address of the captcha picture that belongs to a key. */
export const captchaUrl = (key: string): string => `${sessionCalls.captcha.path}?randomStr=${key}`;

/** A fresh key for a captcha picture. */
export const captchaKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** What is known of a place that has not answered. */
export const noLoginMethods: LoginMethods = { phone: false, wechat: false, directory: false, passwordProtected: false };

/** Ways in that work at a place; none but the password where that cannot be learnt. */
export const loginMethodsAt = (tenantId: string, signal?: AbortSignal): Promise<LoginMethods> =>
  loginMethods({ tenantId }, { signal, quiet: true }).catch(() => noLoginMethods);

/** A captcha as it was read. */
export type Captcha = { key: string; code: string } | null;

/** Sends a code for signing in to a phone. */
export const sendSignInCode = (place: Brand, phone: string, captcha: Captcha) =>
  sendCode(
    { tenantId: place.id, phone, type: 'signIn', randomStr: captcha?.key, code: captcha?.code },
    { quiet: true },
  );

/** Where and as what somebody signs in. */
export interface Gate {
  place: Brand;
  type: UserType;
}
/** What a person fills in to sign in with a password. */
export interface Attempt {
  username: string;
  password: string;
  captcha: Captcha;
}

/** Begins the session, or answers the ticket of the second step that is due. */
export function begin(answer: Awaited<ReturnType<typeof signIn>>, place: Brand): string | null {
  if ('mfa' in answer) return answer.ticket;
  beginSession(answer);
  keepBrand(place);
  return null;
}

/** Sign in with a password. */
export async function signInWith({ place, type }: Gate, { username, password, captcha }: Attempt) {
  const { passwordKey, passwordMode } = await config();
  const answer = await signIn(
    {
      username,
      password: encryptPassword(password, passwordKey, passwordMode),
      randomStr: captcha?.key,
      code: captcha?.code,
      grant_type: 'password',
      scope: 'server',
      tenantId: place.id,
      userType: userType[type],
      shopId: '',
    },
    { quiet: true },
  );
  return begin(answer, place);
}

/** Sign in with a phone and the code that came to it. */
export async function signInByPhone({ place, type }: Gate, phone: string, code: string) {
  const answer = await phoneSignIn(
    {
      phone,
      code,
      grant_type: 'sms_login',
      scope: 'server',
      tenantId: place.id,
      userType: userType[type],
      shopId: '',
    },
    { quiet: true },
  );
  return begin(answer, place);
}

/** Take the second step. */
export async function takeSecondStep({ place }: Pick<Gate, 'place'>, ticket: string, code: string): Promise<void> {
  begin(await secondStep({ ticket, code }, { quiet: true }), place);
}
