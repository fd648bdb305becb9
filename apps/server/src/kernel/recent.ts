import { LRUCache } from 'lru-cache';
import type { Clock } from './clock.ts';
import type { Scope } from './scope.ts';

/** Answers that are dear to make and may be a few seconds old: made once for all who ask meanwhile. */
export interface Recent {
  /** The answer for what this scope sees, under a name and further words; made when there is none or it is too old. */
  of<T>(scope: Scope, name: string, more: unknown, make: () => Promise<T>): Promise<T>;
}

/** Keeps answers for so long; whoever sees other rows has other answers (S35). */
export function createRecent({ clock, ms, most = 2_000 }: { clock: Clock; ms: number; most?: number }): Recent {
  const kept = new LRUCache<string, { until: number; value: Promise<unknown> }>({ max: most });
  return {
    of<T>(scope: Scope, name: string, more: unknown, make: () => Promise<T>): Promise<T> {
      const { tenantId, enterpriseFrom, enterpriseTo, regions, userType } = scope;
      const key = JSON.stringify([tenantId, enterpriseFrom, enterpriseTo, regions, userType, name, more]);
      const now = clock.now().getTime();
      const known = kept.get(key);
      // Only what was made under this very key stands under it.
      if (known && known.until > now) return known.value as Promise<T>;
      const value = make();
      kept.set(key, { until: now + ms, value });
      value.catch(() => kept.delete(key));
      return value;
    },
  };
}
