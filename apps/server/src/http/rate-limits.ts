import { setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { AppError } from '#kernel/errors.ts';
import type { Clock } from '#kernel/clock.ts';

export interface Allowance {
  perSecond: number;
  burst: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

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

/** Counters shared by all nodes; `take` returns null when Redis is unavailable. */
export interface SharedCounters {
  take(name: string, perSecond: number, burst: number): Promise<number | null>;
  nodes(): number;
}

/**
 * Creates token buckets for rate limits. Nodes share them when possible; otherwise each node allows its share of the
 * limit. `take` throws with the seconds to wait.
 */
export function createRates(clock: Clock, on: boolean, shared: SharedCounters | null = null) {
  // An evicted bucket starts full again. That needs more than 50,000 buckets in use.
  const buckets = new LRUCache<string, Bucket>({ max: 50_000 });
  const held = new Map<string, number>();

  /**
   * Delays a refusal. The delay grows with the number of waiting refusals of the same counter. Without the delay, a
   * client that sends without pauses would be refused thousands of times a second. A refusal costs as much as an
   * answer.
   */
  async function delayRefusal(name: string) {
    const waiting = held.get(name) ?? 0;
    if (waiting >= holdsMost) return;
    held.set(name, waiting + 1);
    await setTimeout(Math.min(longestHoldMs, (waiting + 1) * holdStepMs));
    const left = (held.get(name) ?? 1) - 1;
    if (left > 0) held.set(name, left);
    else held.delete(name);
  }

  function takeLocally(name: string, perSecond: number, burst: number): number {
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
        // Without the shared counters each node allows only its share of the limit, so that the total never exceeds
        // it (S69).
        const part = shared ? Math.max(1, shared.nodes()) : 1;
        wait = takeLocally(name, perSecond / part, Math.max(1, burst / part));
      }
      if (wait <= 0) return;
      await delayRefusal(name);
      throw new AppError('tooMany', undefined, { seconds: Math.ceil(wait) });
    },
  };
}

export type Rates = ReturnType<typeof createRates>;
