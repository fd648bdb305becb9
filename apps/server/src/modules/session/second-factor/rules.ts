import { createHmac, randomBytes } from 'node:crypto';
import type { UserType } from '@anlan/contract/modules/session/session';
import { hashOf, same } from '../rules.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes as base32 without padding (RFC 4648). */
export function toBase32(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += letters.charAt((held >>> bits) & 31);
    }
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + letters.charAt((held << (5 - bits)) & 31) : text;
}

/** The bytes behind base32. */
export function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let held = 0;
  let bits = 0;
  for (const letter of text) {
    held = (held << 5) | letters.indexOf(letter);
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >>> bits) & 255);
    }
    held &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}

/** Length of a step. */
const stepSeconds = 30;

/** The step an instant falls into. */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / stepSeconds);

/** The code of a step (RFC 6238 over RFC 4226: HMAC-SHA-1). */
export function codeOf(secret: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 15;
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The step whose code this is, one step of slack to either side; null when it is none. */
export function stepOf(secret: Uint8Array, code: string, now: Date): number | null {
  const middle = stepAt(now);
  let found: number | null = null;
  for (const step of [middle + 1, middle, middle - 1]) if (same(codeOf(secret, step), code)) found = step;
  return found;
}

/** A new secret, as it is typed in by hand. */
export const newSecret = (): string => toBase32(randomBytes(20));

/** What an authenticator reads from the picture. */
export function uriOf(secret: string, account: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = `secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=6&period=${stepSeconds}`;
  return `otpauth://totp/${label}?${query}`;
}

/** New recovery codes: 80 random bits each, as sixteen letters. */
export const newRecoveryCodes = (count: number): string[] =>
  Array.from({ length: count }, () => toBase32(randomBytes(10)));

/** A recovery code as people read it. */
export const grouped = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');

/** A recovery code as it is stored: of no use for anybody else. */
export const recoveryHash = (tenantId: string, userId: string, code: string): string =>
  hashOf(`${tenantId} ${userId} ${code}`);

const ruling = /^(sys:(role|user|tenant|menu):(?!index$|get$)|bus:enterprise:pay$)/;

/** Whether a person's rights are such that a stolen password alone may not open them (S04). */
export const needsFactor = (userType: UserType | null, permits: Iterable<string>): boolean =>
  userType === 'platform' || [...permits].some((permit) => ruling.test(permit));
