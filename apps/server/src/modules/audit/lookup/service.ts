import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { seesAll } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import type { AuditEntry } from '../entry.ts';
import type { pageOfPerson } from '../store.ts';
import { queueLookups } from './store.ts';

export interface LookupDeps {
  clock: Clock;
  audit: { recordAll(tx: Tx, entries: AuditEntry[]): Promise<void>; ofPerson: typeof pageOfPerson };
}

const calls = ['user.findByPhone', 'user.findByName', 'enterprise.findByCode', 'resource.findByCode'] as const;
const { perHour } = limits.lookup;

/** Describes an answer that revealed data outside the caller's scope, for the audit. */
export interface Disclosure extends Pick<AuditEntry, 'objectType' | 'note'> {
  call: (typeof calls)[number];
}

/**
 * Calls that reveal whether data outside the caller's scope exists. These calls share an hourly quota per user and
 * are audited (S29, S95).
 */
export function createLookups({ clock, audit }: LookupDeps) {
  /** Quota of the user: remaining answers, and seconds until the next one is available. */
  async function readQuota(tx: Tx): Promise<{ left: number; seconds: number }> {
    const { userId } = tx.scope;
    if (userId === null) return { left: Infinity, seconds: 0 };
    await queueLookups(tx, userId);
    const since = clock.now().getTime() - 3_600_000;
    const { rows } = await audit.ofPerson(tx, userId, calls, { limit: perHour, offset: 0 });
    const counted = rows.filter(({ at }) => at.getTime() > since);
    const seconds = Math.ceil(((counted.at(-1)?.at.getTime() ?? since) - since) / 1000);
    return { left: perHour - counted.length, seconds };
  }
  async function requireQuota(tx: Tx): Promise<void> {
    const { left, seconds } = await readQuota(tx);
    if (left <= 0) throw new AppError('tooMany', `一小时内最多核对 ${perHour} 次，请稍后再试`, { seconds });
  }
  const recordDisclosures = (tx: Tx, all: readonly Disclosure[]): Promise<void> => audit.recordAll(tx, [...all]);

  return {
    /** Remaining answers of the user. Locks the quota until the transaction ends. */
    left: async (tx: Tx): Promise<number> => (seesAll(tx.scope) ? Infinity : (await readQuota(tx)).left),
    /**
     * Throws if the caller has no quota left. Call it before the answer is computed, so that the refusal reveals
     * nothing.
     */
    demand: requireQuota,
    /** Counts and audits revealed answers. The transaction must commit even if the call fails. */
    told: recordDisclosures,
    /** Checks the quota, counts the answer, and returns whether data outside the caller's scope exists. */
    async discloseExistence(tx: Tx, what: Disclosure, isThere: boolean): Promise<boolean> {
      if (seesAll(tx.scope)) return false;
      await requireQuota(tx);
      if (isThere) await recordDisclosures(tx, [what]);
      return isThere;
    },
  };
}

export type Lookups = ReturnType<typeof createLookups>;
