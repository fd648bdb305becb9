import { setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { AppError } from '#kernel/errors.ts';
import type { Clock } from '#kernel/clock.ts';

/** Units a second and the burst that a counter allows. */
export interface Allowance {
  perSecond: number;
  burst: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** The allowances of security.md S05 and S68. */
export const allowances = {
  session: { perSecond: 50, burst: 100 },
  tenant: { perSecond: 500, burst: 1_000 },
  anonymous: { perSecond: 10, burst: 60 },
  captcha: { perSecond: 20 / 60, burst: 20 },
  lookup: { perSecond: 5, burst: 20 },
} as const satisfies Record<string, Allowance>;

const holdStepMs = 20;
const longestHoldMs = 1_000;
const holdsMost = 1_000;

/** Counters that all nodes share; `take` answers null when nobody is there. */
export interface SharedCounters {
  take(name: string, perSecond: number, burst: number): Promise<number | null>;
  nodes(): number;
}

/** Token buckets: of all nodes where they share counters, else of this one at its part; `take` refuses with the seconds to wait. */
export function createRates(clock: Clock, on: boolean, shared: SharedCounters | null = null) {
  // A dropped counter starts full, which only strangers by the thousand can cause.
  const buckets = new LRUCache<string, Bucket>({ max: 50_000 });
  const held = new Map<string, number>();

  /**
   * The more refusals of one counter wait to be told, the longer the next one waits: whoever presses on without a pause
   * would else be refused thousands of times a second, which costs the others as much as if they were served.
   */
  async function holdBack(name: string) {
    const waiting = held.get(name) ?? 0;
    if (waiting >= holdsMost) return;
    held.set(name, waiting + 1);
    await setTimeout(Math.min(longestHoldMs, (waiting + 1) * holdStepMs));
    const left = (held.get(name) ?? 1) - 1;
    if (left > 0) held.set(name, left);
    else held.delete(name);
  }

  function takeHere(name: string, perSecond: number, burst: number): number {
    const now = clock.now().getTime();
    const bucket = buckets.get(name) ?? { tokens: burst, at: now };
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    buckets.set(name, bucket);
    if (bucket.tokens < 1) return (1 - bucket.tokens) / perSecond;
    bucket.tokens -= 1;
    return 0;
  }

  return {
    async take(kind: keyof typeof allowances, key: string): Promise<void> {
      if (!on) return;
      const { perSecond, burst } = allowances[kind];
      const name = `${kind}:${key}`;
      let wait = shared ? await shared.take(name, perSecond, burst) : null;
      if (wait === null) {
        // Each node allows its part, so that losing the shared count never allows more than having it (S69).
        const part = shared ? Math.max(1, shared.nodes()) : 1;
        wait = takeHere(name, perSecond / part, Math.max(1, burst / part));
      }
      if (wait <= 0) return;
      await holdBack(name);
      throw new AppError('tooMany', undefined, { seconds: Math.ceil(wait) });
    },
  };
}

/** The counters of one node. */
export type Rates = ReturnType<typeof createRates>;
