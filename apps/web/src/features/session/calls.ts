import { userType, type UserType } from '@anlan/contract/domain/session';
import type { Brand } from '@anlan/contract/domain/tenant';
import { sessionCalls } from '@anlan/contract/wire/session';
import { tenantCalls } from '@anlan/contract/wire/tenant';
import { api } from '#lib/api.ts';
import { keepBrand } from '#lib/brand.ts';
import { encryptPassword } from '#lib/cipher.ts';
import { config } from '#lib/config.ts';
import { beginSession } from '#lib/session.ts';

const { signIn } = api({ signIn: sessionCalls.signIn });
const tenant = api({ list: tenantCalls.list, byHost: tenantCalls.byHost });

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
export const tenantOfHost = (signal: AbortSignal): Promise<string | null> =>
  tenant.byHost({ host: location.hostname }, { signal, quiet: true }).catch(() => null);

/** Whether sign-in asks for a captcha. */
export const captchaWanted = async (): Promise<boolean> => (await config()).captcha;

/** Address of the captcha picture that belongs to a key. */
export const captchaUrl = (key: string): string => `${sessionCalls.captcha.path}?randomStr=${key}`;

/** A fresh key for a captcha picture. */
export const captchaKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** What a person fills in to sign in. */
export interface Attempt {
  place: Brand;
  type: UserType;
  username: string;
  password: string;
  captcha: { key: string; code: string } | null;
}

/** Sign in and begin the session; answers the ticket of a second step where one is due. */
export async function signInWith({ place, type, username, password, captcha }: Attempt): Promise<string | null> {
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
  if ('mfa' in answer) return answer.ticket;
  beginSession(answer);
  keepBrand(place);
  return null;
}
