import { LRUCache } from 'lru-cache';
import type { Clock } from './clock.ts';
import type { Scope } from './scope.ts';

/** Cache of expensive answers that may be a few seconds old; concurrent callers share one computation. */
export interface AnswerCache {
  /** The cached answer for this scope, name and `more`; computed when missing or too old. */
  of<T>(scope: Scope, name: string, more: unknown, make: () => Promise<T>): Promise<T>;
}

/** Creates a cache that holds answers for `ms`. Scopes that see different rows get separate answers (S35). */
export function createAnswerCache({
  clock,
  ms,
  most = 2_000,
}: {
  clock: Clock;
  ms: number;
  most?: number;
}): AnswerCache {
  const cache = new LRUCache<string, { until: number; value: Promise<unknown> }>({ max: most });
  return {
    of<T>(scope: Scope, name: string, more: unknown, make: () => Promise<T>): Promise<T> {
      const { tenantId, enterpriseFrom, enterpriseTo, regions, userType } = scope;
      const key = JSON.stringify([tenantId, enterpriseFrom, enterpriseTo, regions, userType, name, more]);
      const now = clock.now().getTime();
      const cached = cache.get(key);
      // The cast is safe: a value under this key always has the same type.
      if (cached && cached.until > now) return cached.value as Promise<T>;
      const value = make();
      cache.set(key, { until: now + ms, value });
      value.catch(() => cache.delete(key));
      return value;
    },
  };
}
