// Makes the rows of a day before the first call of a tenant on that day (decision 0111).
import { dayOf } from '@anlan/contract/domain/instant';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '#kernel/clock.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import { daysMade, saveDay } from './day-turn-store.ts';

export interface DailyWork {
  readonly name: string;
  readonly at: string;
  readonly run: (scope: Scope) => Promise<string>;
}
interface Deps {
  db: Db;
  clock: Clock;
  works: readonly DailyWork[];
  report: (error: unknown, what: string) => void;
}

/** After a failure the calls of the tenant go on, and the works are tried again after this time. */
const retryMs = 60_000;
/** Longest wait of a call. After a long outage the rows of a large tenant take longer than a person waits. */
const patienceMs = 10_000;

export function createDayTurn({ db, clock, works, report }: Deps) {
  const turns = new Map<string, { day: string; until: number; ended: Promise<void> }>();

  async function run({ name, run: make }: DailyWork, tenantId: string): Promise<void> {
    const scope = systemScope(name, tenantId);
    const day = await make(scope);
    await db.scoped(scope, (tx) => saveDay(tx, name, day));
  }

  async function runDue(tenantId: string, today: string): Promise<void> {
    const made = await db.read(systemScope('day turn', tenantId), daysMade);
    for (const work of works) if ((made.get(work.name) ?? '') < today) await run(work, tenantId);
  }

  return {
    /** Runs a scheduled work whether its rows exist or not. */
    run,
    /** Resolves when the rows of today exist, or after ten seconds; then they are still being made. Calls of one tenant share one run. */
    today(tenantId: string): Promise<void> {
      const now = clock.now();
      const day = dayOf(now);
      const turn = turns.get(tenantId);
      if (turn?.day === day && now.getTime() < turn.until) return turn.ended;
      const begun = { day, until: Infinity, ended: Promise.resolve() };
      const made = runDue(tenantId, day).catch((error: unknown) => {
        begun.until = clock.now().getTime() + retryMs;
        report(error, `rows of the day for tenant ${tenantId}`);
      });
      begun.ended = Promise.race([made, pause(patienceMs, undefined, { ref: false })]);
      turns.set(tenantId, begun);
      return begun.ended;
    },
  };
}
export type DayTurn = ReturnType<typeof createDayTurn>;
