// Detects attacks: too many refusals, and callbacks without a valid vendor signature (S89).
import { LRUCache } from 'lru-cache';
import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import type { Scope } from '#kernel/scope.ts';
import { afterCommit, type Tx } from '#platform/db/index.ts';
import { countRefused } from './store.ts';
import type { AlarmCause } from './causes.ts';

type Raise = (tenantId: string, cause: AlarmCause, note: string, subject?: string) => Promise<unknown>;

const hourMs = 3_600_000;
const mostRaised = 10_000;
const { signInFailures, mismatches, forgeries } = limits.alarm;

interface Attack {
  cause: AlarmCause;
  calls: readonly string[] | null;
  codes: readonly string[] | null;
  least: number;
  of: 'person' | 'tenant';
  describe: (scope: Scope) => string;
}
const from = ({ address }: Scope) => `来自 ${address ?? '未知地址'}`;
const attacks: readonly Attack[] = [
  {
    cause: 'guessedOften',
    calls: ['session.signIn', 'session.thirdSignIn', 'session.secondStep'],
    codes: null,
    least: signInFailures,
    of: 'tenant',
    describe: (scope) => `一小时内登录失败 ${signInFailures} 次以上，最近一次${from(scope)}`,
  },
  {
    cause: 'tokenReused',
    calls: ['session.refresh'],
    codes: ['reused'],
    least: 1,
    of: 'person',
    describe: (scope) => `已用过的刷新令牌又被使用，会话已结束，${from(scope)}`,
  },
  {
    cause: 'tenantMismatch',
    calls: null,
    codes: ['tenantMismatch'],
    least: mismatches,
    of: 'person',
    describe: (scope) => `${scope.userName ?? ''} 一小时内 ${mismatches} 次以上访问别的单位，${from(scope)}`,
  },
];

export interface Refusal {
  call: string;
  code: string;
  userId: string | null;
}

/** Counts refusals in their own transaction and raises an alarm for an attack. */
export function createRefusalWatch({ clock }: { clock: Clock }, raise: Raise) {
  // An attack may go on after its alarm. Do not raise the same alarm again within the hour.
  const raised = new LRUCache<string, number>({ max: mostRaised });
  return async (tx: Tx, { call, code, userId }: Refusal): Promise<void> => {
    const { scope } = tx;
    const hour = Math.floor(clock.now().getTime() / hourMs);
    for (const { cause, calls, codes, least, of, describe: told } of attacks) {
      if ((calls && !calls.includes(call)) || (codes && !codes.includes(code))) continue;
      const subject = of === 'person' ? userId : null;
      const about = `${scope.tenantId} ${cause} ${subject ?? ''}`;
      if (raised.get(about) === hour) continue;
      const since = new Date(clock.now().getTime() - hourMs);
      if (least > 1 && (await countRefused(tx, { calls, codes, userId: subject, since, most: least })) < least)
        continue;
      const note = told(scope).trim();
      afterCommit(tx, () => {
        raised.set(about, hour);
        return raise(scope.tenantId, cause, note, subject ?? '');
      });
    }
  };
}

/** Counts callbacks with invalid signatures on this node. The fifth within an hour on one route raises an alarm. */
export function createForgeryWatch({ clock }: { clock: Clock }, raise: Raise) {
  const seen = new Map<string, { hour: number; times: number }>();
  return (tenantId: string, door: string): void => {
    const key = `${tenantId} ${door}`;
    const hour = Math.floor(clock.now().getTime() / hourMs);
    const before = seen.get(key);
    const times = before?.hour === hour ? before.times + 1 : 1;
    seen.set(key, { hour, times });
    if (times === forgeries)
      void raise(tenantId, 'callbackForged', `${door} 一小时内收到 ${forgeries} 次以上签名不对的回调`, door);
  };
}
