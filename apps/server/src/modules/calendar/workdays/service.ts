import { LRUCache } from 'lru-cache';
import type { Clock } from '#kernel/clock.ts';
import type { Bus } from '#platform/bus/index.ts';
import { afterCommit, type Tx } from '#platform/db/index.ts';
import { publishedDays, publishedYears, yearOf } from '../published/rules.ts';
import { readDays } from './store.ts';
import { isWorkday, workdayAfter, workdaysBetween, type Exceptions } from './rules.ts';

// Whoever hears no hint of a change is bounded by time.
const keptMs = 30_000;
const most = 5_000;

/** A tenant's days with the years that they are known for. */
interface Known extends Exceptions {
  readonly years: ReadonlySet<string>;
}

/** A tenant's own days where it has any of a year, and otherwise the published ones. */
async function read(tx: Tx): Promise<Known> {
  const own = await readDays(tx);
  const ownYears = new Set(own.map(({ day }) => yearOf(day)));
  const all = [...own, ...publishedDays.filter(({ day }) => !ownYears.has(yearOf(day)))];
  const of = (kind: string) => new Set(all.filter((one) => one.kind === kind).map(({ day }) => day));
  return { rest: of('rest'), work: of('work'), years: new Set([...ownYears, ...publishedYears]) };
}

/** Opens the counting of workdays: each tenant's calendar is kept in memory until somebody changes it. */
export function createWorkdays({ bus, clock }: { bus: Bus; clock: Clock }) {
  const kept = new LRUCache<string, { until: number; days: Known }>({ max: most });
  let heard = 0;
  bus.subscribe('dictionary', ({ tenantId }) => {
    heard += 1;
    kept.delete(tenantId);
  });

  async function daysOf(tx: Tx): Promise<Known> {
    const { tenantId } = tx.scope;
    const now = clock.now().getTime();
    const known = kept.get(tenantId);
    if (known && known.until > now) return known.days;
    const before = heard;
    const days = await read(tx);
    if (before === heard) kept.set(tenantId, { until: now + keptMs, days });
    return days;
  }

  return {
    /** The day so many workdays later. */
    workdayAfter: async (tx: Tx, day: string, count: number): Promise<string> =>
      workdayAfter(await daysOf(tx), day, count),
    /** How many workdays lie after one day, up to and with another; negative where the other is earlier. */
    workdaysBetween: async (tx: Tx, from: string, to: string): Promise<number> =>
      workdaysBetween(await daysOf(tx), from, to),
    isWorkday: async (tx: Tx, day: string): Promise<boolean> => isWorkday(await daysOf(tx), day),
    /** Whether the holidays of a day's year are known; where they are not, weekends alone are off. */
    isKnown: async (tx: Tx, day: string): Promise<boolean> => (await daysOf(tx)).years.has(yearOf(day)),
    /** Lets go of what is kept of a tenant, on every node, once the transaction stands. */
    changed: (tx: Tx): void => afterCommit(tx, () => bus.publish(tx.scope, 'dictionary')),
  };
}
/** The counting of workdays. */
export type Workdays = ReturnType<typeof createWorkdays>;
