import type { Brand } from '@anlan/contract/domain/tenant';
import { joiningCalls } from '@anlan/contract/wire/joining';
import { smsCalls } from '@anlan/contract/wire/sms';
import { api } from '#lib/api.ts';
import { encryptPassword } from '#lib/cipher.ts';
import { config } from '#lib/config.ts';
import type { Captcha } from '../calls.ts';

const joining = api(joiningCalls);
const { send } = api({ send: smsCalls.send });
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
