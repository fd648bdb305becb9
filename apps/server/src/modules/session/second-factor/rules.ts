import { Secret, TOTP } from 'otpauth';
import type { UserType } from '@anlan/contract/modules/session/session';
import { hashOf } from '../rules.ts';

/** The TOTP step that a code belongs to, at most one step away from now; null when no step matches (RFC 6238). */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp, window: 1 });
  return delta === null ? null : TOTP.counter({ timestamp }) + delta;
}

export const newSecret = (): string => new Secret({ size: 20 }).base32;

export function uriOf(secret: string, account: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = `secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=6&period=30`;
  return `otpauth://totp/${label}?${query}`;
}

/** Creates recovery codes: 80 random bits each, written as sixteen letters. */
export const newRecoveryCodes = (count: number): string[] =>
  Array.from({ length: count }, () => new Secret({ size: 10 }).base32);

export const grouped = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');

/** Stored hash of a recovery code. The hash contains the tenant and the user, so it is useless for other accounts. */
export const recoveryHash = (tenantId: string, userId: string, code: string): string =>
  hashOf(`${tenantId} ${userId} ${code}`);

const ruling = /^(sys:(role|user|tenant|menu):(?!index$|get$)|bus:enterprise:pay$)/;

/**
 * Whether a person needs a second factor because of their rights: with these, a stolen password must not be enough
 * (S04).
 */
export const needsFactor = (userType: UserType | null, permits: Iterable<string>): boolean =>
  userType === 'platform' || [...permits].some((permit) => ruling.test(permit));
