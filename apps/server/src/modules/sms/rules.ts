import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';
import { limits } from '@anlan/contract/limits';
import type { SmsType } from '@anlan/contract/modules/sms/sms';
import type { SmsTemplate } from '@anlan/contract/domain/message-template';

export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/**
 * Blind index of a phone in codes, counters and messages. It is the same in all tenants, because the limits count the
 * requests of all tenants. Without the key it is useless.
 */
export const phoneIndex = (key: string, phone: string): string =>
  createHmac('sha256', key).update(`phone ${phone}`).digest('base64url');

/** Stored hash of an SMS code. It contains tenant, purpose and phone, and is useless without the key (S07). */
export const codeHash = (key: string, at: { tenantId: string; type: SmsType; phone: string }, code: string): string =>
  createHmac('sha256', key).update(`${at.tenantId} ${at.type} ${at.phone} ${code}`).digest('base64url');

/** Compares two hashes in constant time. */
export function sameHash(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export const codeTemplates = {
  signIn: 'codeSignIn',
  register: 'codeRegister',
  findPhone: 'codeFindPhone',
  changePhone: 'codeChangePhone',
  apply: 'codeApply',
  shop: 'codeShop',
} as const satisfies Record<SmsType, SmsTemplate>;

/** A limit: at most `count` within a number of seconds. */
export interface Allowed {
  count: number;
  seconds: number;
}

const { sms, application, findPhone } = limits;
/** Limits for a phone, an address and a tenant (S06, S18, S19). */
export const allowed = {
  sms: {
    phone: [
      { count: 1, seconds: sms.againSeconds },
      { count: sms.phonePerHour, seconds: 3600 },
      { count: sms.phonePerDay, seconds: 86_400 },
    ],
    address: [{ count: sms.addressPerHour, seconds: 3600 }],
  },
  apply: {
    phone: [{ count: application.phonePerDay, seconds: 86_400 }],
    address: [{ count: application.addressPerDay, seconds: 86_400 }],
  },
  shop: {
    phone: [{ count: application.phonePerDay, seconds: 86_400 }],
    address: [{ count: application.addressPerDay, seconds: 86_400 }],
  },
  register: {
    phone: [{ count: application.phonePerDay, seconds: 86_400 }],
    address: [{ count: application.addressPerDay, seconds: 86_400 }],
  },
  findPhone: { phone: [], address: [{ count: findPhone.addressPerHour, seconds: 3600 }] },
} as const satisfies Record<string, Record<'phone' | 'address', readonly Allowed[]>>;

/** Number of attempts allowed for an SMS code: from the requester's network and from other networks (S07). */
export const codeTries = { network: sms.codeTries, elsewhere: sms.codeTriesElsewhere };

/** Whether the number of messages reached the share of the tenant's daily limit that raises an alarm (S06). */
export const isNearLimit = (sent: number): boolean => sent >= sms.tenantPerDay * sms.alarmShare;

/**
 * Seconds until the next request is allowed; 0 when it is allowed now. `before`: times of earlier requests, newest
 * first.
 */
export function secondsToWait(before: readonly Date[], rules: readonly Allowed[], now: Date): number {
  const waits = rules.map(({ count, seconds }) => {
    const nth = before[count - 1];
    return nth === undefined ? 0 : Math.ceil(seconds - (now.getTime() - nth.getTime()) / 1000);
  });
  return Math.max(0, ...waits);
}

export function newProof(): { proof: string; hash: string } {
  const proof = randomBytes(32).toString('base64url');
  return { proof, hash: proofHash(proof) };
}
export const proofHash = (proof: string): string => createHash('sha256').update(proof).digest('base64url');

const encryptionKey = (key: string) => createHash('sha256').update(`sms params ${key}`).digest();
/** Encrypts the parameters of a pending message, because they contain codes and first-password links. */
export function encrypt(key: string, params: Readonly<Record<string, string>>): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', encryptionKey(key), iv);
  const body = Buffer.concat([cipher.update(JSON.stringify(params)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
}
/** Decrypts the result of `encrypt`. Throws when the key is different. */
export function decrypt(key: string, encrypted: string): unknown {
  const bytes = Buffer.from(encrypted, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', encryptionKey(key), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString());
}
