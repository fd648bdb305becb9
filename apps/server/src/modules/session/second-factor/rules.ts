import { Secret, TOTP } from 'otpauth';
import type { UserType } from '@anlan/contract/modules/session/session';
import { hashOf } from '../rules.ts';

/** The step whose code this is, one step of slack to either side; null when it is none (RFC 6238). */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp, window: 1 });
  return delta === null ? null : TOTP.counter({ timestamp }) + delta;
}

/** A new secret as base32, as it is typed in by hand. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** What an authenticator reads from the picture. */
export function uriOf(secret: string, account: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = `secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=6&period=30`;
  return `otpauth://totp/${label}?${query}`;
}

/** New recovery codes: 80 random bits each, as sixteen letters. */
export const newRecoveryCodes = (count: number): string[] =>
  Array.from({ length: count }, () => new Secret({ size: 10 }).base32);

/** A recovery code as people read it. */
export const grouped = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');

/** A recovery code as it is stored: of no use for anybody else. */
export const recoveryHash = (tenantId: string, userId: string, code: string): string =>
  hashOf(`${tenantId} ${userId} ${code}`);

const ruling = /^(sys:(role|user|tenant|menu):(?!index$|get$)|bus:enterprise:pay$)/;

/** Whether a person's rights are such that a stolen password alone may not open them (S04). */
export const needsFactor = (userType: UserType | null, permits: Iterable<string>): boolean =>
  userType === 'platform' || [...permits].some((permit) => ruling.test(permit));
