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

/** Six digits that nobody can foresee. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/**
 * What a phone is found by among codes, counts and messages: the same over all tenants, since counts are, and nothing
 * to whoever reads the tables alone.
 */
export const phoneIndex = (key: string, phone: string): string =>
  createHmac('sha256', key).update(`phone ${phone}`).digest('base64url');

/** A code as it is stored: bound to where it may be used, useless to a reader of the table (S07). */
export const codeHash = (key: string, at: { tenantId: string; type: SmsType; phone: string }, code: string): string =>
  createHmac('sha256', key).update(`${at.tenantId} ${at.type} ${at.phone} ${code}`).digest('base64url');

/** Whether two hashes are equal, in a time that does not tell where they differ. */
export function sameHash(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The template of each kind of code. */
export const codeTemplates = {
  signIn: 'codeSignIn',
  register: 'codeRegister',
  findPhone: 'codeFindPhone',
  changePhone: 'codeChangePhone',
  apply: 'codeApply',
  shop: 'codeShop',
} as const satisfies Record<SmsType, SmsTemplate>;

/** So many within so many seconds. */
export interface Allowed {
  count: number;
  seconds: number;
}

const { sms, application, findPhone } = limits;
/** What a phone, an address and a tenant may ask for (S06, S18, S19). */
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

/** How often a code may be tried (S07). */
export const codeTries = { network: sms.codeTries, elsewhere: sms.codeTriesElsewhere };

/** Whether a tenant has asked for four fifths of what it may in a day, or more (S06). */
export const isNearLimit = (sent: number): boolean => sent >= sms.tenantPerDay * sms.alarmShare;

/** Seconds until one more is allowed after these, newest first; 0 when it is now. */
export function secondsToWait(before: readonly Date[], rules: readonly Allowed[], now: Date): number {
  const waits = rules.map(({ count, seconds }) => {
    const nth = before[count - 1];
    return nth === undefined ? 0 : Math.ceil(seconds - (now.getTime() - nth.getTime()) / 1000);
  });
  return Math.max(0, ...waits);
}

/** A new proof: what its holder keeps, and what is stored of it. */
export function newProof(): { proof: string; hash: string } {
  const proof = randomBytes(32).toString('base64url');
  return { proof, hash: proofHash(proof) };
}
/** A proof as it is stored. */
export const proofHash = (proof: string): string => createHash('sha256').update(proof).digest('base64url');

const encryptionKey = (key: string) => createHash('sha256').update(`sms params ${key}`).digest();
/** Parameters of a message until it is sent: they hold codes and links to first passwords. */
export function encrypt(key: string, params: Readonly<Record<string, string>>): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', encryptionKey(key), iv);
  const body = Buffer.concat([cipher.update(JSON.stringify(params)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
}
/** What `seal` closed; throws under another key. */
export function decrypt(key: string, encrypted: string): unknown {
  const bytes = Buffer.from(encrypted, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', encryptionKey(key), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString());
}
