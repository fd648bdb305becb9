import { createHash, timingSafeEqual } from 'node:crypto';
import { limits } from '@anlan/contract/limits';

/** Number of failed attempts within the time window, including this one, by counter. */
export interface Tries {
  pair: number;
  address: number;
}

/**
 * Whether the password of this attempt may be compared (S01). The limit by address can be turned off, but not the
 * limit by name and network.
 */
export const mayTry = (tries: Tries, countAddress: boolean): boolean =>
  tries.pair <= limits.signIn.pairFailures && (!countAddress || tries.address <= limits.signIn.addressFailures);

export function refreshVerdict(
  token: { replacedAt: Date | null; graced: number },
  session: { revokedAt: Date | null; endsAt: Date; network: string },
  now: Date,
  network: string,
): 'rotate' | 'grace' | 'wait' | 'reused' | 'ended' {
  if (session.revokedAt !== null || session.endsAt <= now) return 'ended';
  if (token.replacedAt === null) return 'rotate';
  const seconds = (now.getTime() - token.replacedAt.getTime()) / 1000;
  if (seconds > limits.session.refreshGraceSeconds || network !== session.network) return 'reused';
  return token.graced < limits.session.refreshGraceTimes ? 'grace' : 'wait';
}

/**
 * Whether a session has been idle too long. The limit is half as long in a tenant with level-three protection (S13).
 */
export const isIdle = (lastSeenAt: Date, now: Date, mlps3: boolean): boolean =>
  now.getTime() - lastSeenAt.getTime() >
  (mlps3 ? limits.session.protectedIdleSeconds : limits.session.idleSeconds) * 1000;

export const later = (from: Date, seconds: number): Date => new Date(from.getTime() + seconds * 1000);

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Compares two texts in constant time. */
export function same(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const endedTexts: Readonly<Record<string, string>> = {
  surplus: '您的账号在别处登录过多，最早的一次登录已结束',
  'ended by person': '您已在别处结束这次登录，请重新登录',
  'ended by administrator': '管理员已结束您的登录，请重新登录',
  'password changed': '密码已修改，请重新登录',
  'phone changed': '手机号已修改，请重新登录',
  'factor removed': '管理员已解除您的两步验证，请重新登录',
  'wrong lock word': '解锁密码错误次数过多，请重新登录',
  idle: '长时间没有操作，请重新登录',
};

const ownEnds = new Set(['signed out', 'renewed', 'switched']);

/** Whether the user ended the session by their own action, so that they need no message. */
export const isOwnEnd = (reason: string | null): boolean => ownEnds.has(reason ?? '');

export const endedText = (reason: string | null): string | undefined => endedTexts[reason ?? ''];
