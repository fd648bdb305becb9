import { createHash, timingSafeEqual } from 'node:crypto';
import { limits } from '@anlan/contract/limits';

/** Failed tries within the window, this one included. */
export interface Tries {
  /** Of the pair of name and network. */
  pair: number;
  /** Of the address. */
  address: number;
}

/** Whether a try may touch the password at all (S01); the count of the address can be lifted, the pair's never. */
export const mayTry = (tries: Tries, countAddress: boolean): boolean =>
  tries.pair <= limits.signIn.pairFailures && (!countAddress || tries.address <= limits.signIn.addressFailures);

/** What to do with a refresh token that comes in. */
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

/** Whether a session has been left alone too long: half as long in a tenant protected at level three (S13). */
export const isIdle = (lastSeenAt: Date, now: Date, mlps3: boolean): boolean =>
  now.getTime() - lastSeenAt.getTime() >
  (mlps3 ? limits.session.protectedIdleSeconds : limits.session.idleSeconds) * 1000;

/** The instant so many seconds later. */
export const later = (from: Date, seconds: number): Date => new Date(from.getTime() + seconds * 1000);

/** SHA-256 of a secret, as it is stored. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Whether two texts are equal, in a time that does not tell where they differ. */
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

/** Whether a session ended by what its own browser did, which needs no telling. */
export const isOwnEnd = (reason: string | null): boolean => ownEnds.has(reason ?? '');

/** What a person is told whose session was ended; undefined where the usual words will do. */
export const endedText = (reason: string | null): string | undefined => endedTexts[reason ?? ''];
