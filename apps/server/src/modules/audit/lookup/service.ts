import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { seesAll } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import type { AuditEntry } from '../entry.ts';
import type { pageOfPerson } from '../store.ts';
import { queueLookups } from './store.ts';

/** What looking up depends on. */
export interface LookupDeps {
  clock: Clock;
  audit: { recordAll(tx: Tx, entries: AuditEntry[]): Promise<void>; ofPerson: typeof pageOfPerson };
}

const calls = ['user.findByPhone', 'user.findByName', 'enterprise.findByCode', 'resource.findByCode'] as const;
const { perHour } = limits.lookup;

/** Something that an answer told of somebody beyond the caller's sight. */
export interface Disclosure extends Pick<AuditEntry, 'objectType' | 'note'> {
  call: (typeof calls)[number];
}

/** Answers that tell of what their caller does not see draw on one count an hour, and leave a trace each (S29, S95). */
export function createLookups({ clock, audit }: LookupDeps) {
  /** How many answers the person of the transaction has left, and in how many seconds there is one more. */
  async function standing(tx: Tx): Promise<{ left: number; seconds: number }> {
    const { userId } = tx.scope;
    if (userId === null) return { left: Infinity, seconds: 0 };
    await queueLookups(tx, userId);
    const since = clock.now().getTime() - 3_600_000;
    const { rows } = await audit.ofPerson(tx, userId, calls, { limit: perHour, offset: 0 });
    const counted = rows.filter(({ at }) => at.getTime() > since);
    const seconds = Math.ceil(((counted.at(-1)?.at.getTime() ?? since) - since) / 1000);
    return { left: perHour - counted.length, seconds };
  }
  async function demand(tx: Tx): Promise<void> {
    const { left, seconds } = await standing(tx);
    if (left <= 0) throw new AppError('tooMany', `一小时内最多核对 ${perHour} 次，请稍后再试`, { seconds });
  }
  const told = (tx: Tx, all: readonly Disclosure[]): Promise<void> => audit.recordAll(tx, [...all]);

  return {
    /** How many answers are left; nobody else asks in the same name until the transaction ends. */
    left: async (tx: Tx): Promise<number> => (seesAll(tx.scope) ? Infinity : (await standing(tx)).left),
    /** Refuses whoever has none left, before it is known what the answer would be. */
    demand,
    /** Counts answers, in a transaction that must stand whatever comes of the call. */
    told,
    /** Whether something beyond the caller's sight is there: asked and counted together. */
    async tells(tx: Tx, what: Disclosure, isThere: boolean): Promise<boolean> {
      if (seesAll(tx.scope)) return false;
      await demand(tx);
      if (isThere) await told(tx, [what]);
      return isThere;
    },
  };
}

/** The count of answers about what their caller does not see. */
export type Lookups = ReturnType<typeof createLookups>;
