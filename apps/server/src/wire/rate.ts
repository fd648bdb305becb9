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
  anonymous: { perSecond: 10, burst: 60 },
  captcha: { perSecond: 20 / 60, burst: 20 },
  lookup: { perSecond: 5, burst: 20 },
} as const satisfies Record<string, Allowance>;

/** Token buckets of one node; `take` refuses with the seconds to wait. */
export function createRates(clock: Clock, on: boolean) {
  const buckets = new Map<string, Bucket>();
  return {
    take(kind: keyof typeof allowances, key: string) {
      if (!on) return;
      const { perSecond, burst } = allowances[kind];
      const now = clock.now().getTime();
      const name = `${kind} ${key}`;
      const bucket = buckets.get(name) ?? { tokens: burst, at: now };
      bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond);
      bucket.at = now;
      // Dropping the oldest frees memory; a dropped counter starts full, which only strangers by the thousand can cause.
      buckets.delete(name);
      buckets.set(name, bucket);
      if (buckets.size > 50_000) buckets.delete(buckets.keys().next().value ?? '');
      if (bucket.tokens < 1) {
        const seconds = Math.ceil((1 - bucket.tokens) / perSecond);
        throw new AppError('tooMany', undefined, { seconds });
      }
      bucket.tokens -= 1;
    },
  };
}

/** The counters of one node. */
export type Rates = ReturnType<typeof createRates>;
