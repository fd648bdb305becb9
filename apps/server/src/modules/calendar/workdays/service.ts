import { LRUCache } from 'lru-cache';
import type { Clock } from '#kernel/clock.ts';
import type { Bus } from '#platform/bus/index.ts';
import { afterCommit, type Tx } from '#platform/db/index.ts';
import { publishedDays, publishedYears, yearOf } from '../published/rules.ts';
import { readDays } from './store.ts';
import { isWorkday, workdayAfter, workdaysBetween, type Exceptions } from './rules.ts';

// Cache lifetime, for a node that missed the invalidation message.
const keptMs = 30_000;
const most = 5_000;

interface KnownDays extends Exceptions {
  readonly years: ReadonlySet<string>;
}

/** Reads the calendar: for each year the tenant's days if there are any, otherwise the published days. */
async function read(tx: Tx): Promise<KnownDays> {
  const own = await readDays(tx);
  const ownYears = new Set(own.map(({ day }) => yearOf(day)));
  const all = [...own, ...publishedDays.filter(({ day }) => !ownYears.has(yearOf(day)))];
  const of = (kind: string) => new Set(all.filter((one) => one.kind === kind).map(({ day }) => day));
  return { rest: of('rest'), work: of('work'), years: new Set([...ownYears, ...publishedYears]) };
}

/** Counts workdays. Caches the calendar of each tenant until it changes. */
export function createWorkdays({ bus, clock }: { bus: Bus; clock: Clock }) {
  const calendarCache = new LRUCache<string, { until: number; days: KnownDays }>({ max: most });
  let invalidations = 0;
  bus.subscribe('dictionary', ({ tenantId }) => {
    invalidations += 1;
    calendarCache.delete(tenantId);
  });

  async function daysOf(tx: Tx): Promise<KnownDays> {
    const { tenantId } = tx.scope;
    const now = clock.now().getTime();
    const cachedCalendar = calendarCache.get(tenantId);
    if (cachedCalendar && cachedCalendar.until > now) return cachedCalendar.days;
    const before = invalidations;
    const days = await read(tx);
    if (before === invalidations) calendarCache.set(tenantId, { until: now + keptMs, days });
    return days;
  }

  return {
    workdayAfter: async (tx: Tx, day: string, count: number): Promise<string> =>
      workdayAfter(await daysOf(tx), day, count),
    workdaysBetween: async (tx: Tx, from: string, to: string): Promise<number> =>
      workdaysBetween(await daysOf(tx), from, to),
    isWorkday: async (tx: Tx, day: string): Promise<boolean> => isWorkday(await daysOf(tx), day),
    /** Whether the holidays of the year are known. If not, only weekends count as days off. */
    isKnown: async (tx: Tx, day: string): Promise<boolean> => (await daysOf(tx)).years.has(yearOf(day)),
    /** Call it after a calendar change: invalidates the cache of the tenant on every node after the commit. */
    changed: (tx: Tx): void => afterCommit(tx, () => bus.publish(tx.scope, 'dictionary')),
  };
}
export type Workdays = ReturnType<typeof createWorkdays>;
