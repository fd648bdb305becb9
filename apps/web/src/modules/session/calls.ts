import { userType, type UserType } from '@anlan/contract/modules/session/session';
import type { Brand } from '@anlan/contract/modules/tenant/tenant';
import { sessionCalls } from '@anlan/contract/modules/session/calls';
import { secondFactorCalls } from '@anlan/contract/modules/session/second-factor-calls';
import { smsCalls } from '@anlan/contract/modules/sms/calls';
import { tenantCalls } from '@anlan/contract/modules/tenant/calls';
import type { LoginMethods } from '@anlan/contract/modules/session/login-methods';
import { loginMethodsCalls } from '@anlan/contract/modules/session/login-methods-calls';
import { api } from '#lib/api.ts';
import { storeBrand } from '#lib/brand.ts';
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

export const platformId = '0';
const platform: Brand = { id: platformId, name: '平台管理', copy: null, icp: null, tec: null, logo: null };

/** Tenants where a user can sign in. The platform is the last tenant. */
export async function listPlaces(signal: AbortSignal): Promise<Brand[]> {
  const tenants = await tenant.list({}, { signal, quiet: true });
  const own = tenants.find(({ id }) => id === platformId);
  return [...tenants.filter(({ id }) => id !== platformId), { ...platform, ...own, name: platform.name }];
}

export const tenantOfHost = async (): Promise<string | null> => (await readHostBrand())?.id ?? null;

export const captchaWanted = async (): Promise<boolean> => (await config()).captcha;

/** Names of tenants that initial setup is still creating. `now` bypasses the cached configuration. */
export const pendingPlaces = async (now: boolean): Promise<readonly string[]> =>
  (await (now ? freshConfig() : config())).seeding ?? [];

export const captchaUrl = (key: string): string => `${sessionCalls.captcha.path}?randomStr=${key}`;

export const captchaKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Sign-in methods to show until the server has answered. */
export const noLoginMethods: LoginMethods = { phone: false, wechat: false, directory: false, passwordProtected: false };

/** Reads the sign-in methods of a tenant. If they cannot be loaded, only the password is available. */
export const loginMethodsAt = (tenantId: string, signal?: AbortSignal): Promise<LoginMethods> =>
  loginMethods({ tenantId }, { signal, quiet: true }).catch(() => noLoginMethods);

export type Captcha = { key: string; code: string } | null;

export const sendSignInCode = (place: Brand, phone: string, captcha: Captcha) =>
  sendCode(
    { tenantId: place.id, phone, type: 'signIn', randomStr: captcha?.key, code: captcha?.code },
    { quiet: true },
  );

export interface SignInTarget {
  place: Brand;
  type: UserType;
}
export interface Attempt {
  username: string;
  password: string;
  captcha: Captcha;
}

/** Starts the session. If a second factor is required, returns its ticket instead. */
export function begin(answer: Awaited<ReturnType<typeof signIn>>, place: Brand): string | null {
  if ('mfa' in answer) return answer.ticket;
  beginSession(answer);
  storeBrand(place);
  return null;
}

export async function signInWith({ place, type }: SignInTarget, { username, password, captcha }: Attempt) {
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

export async function signInByPhone({ place, type }: SignInTarget, phone: string, code: string) {
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

export async function takeSecondStep(
  { place }: Pick<SignInTarget, 'place'>,
  ticket: string,
  code: string,
): Promise<void> {
  begin(await secondStep({ ticket, code }, { quiet: true }), place);
}
