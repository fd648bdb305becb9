import { LRUCache } from 'lru-cache';
import type { DictionaryItem } from '@anlan/contract/modules/dictionary/dictionary';
import type { Clock } from '#kernel/clock.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Bus } from '#platform/bus/index.ts';
import type { Db } from '#platform/db/index.ts';
import { readItems } from './store.ts';

// Cache lifetime, for a node that missed the invalidation message.
const keptMs = 30_000;
const most = 20_000;

/**
 * Caches dictionary items, only under the tenant of the scope (S35). A change by a tenant invalidates its entries; a
 * change by the platform invalidates all.
 */
export function createWords({ db, bus, clock }: { db: Db; bus: Bus; clock: Clock }) {
  const itemCache = new LRUCache<string, { tenantId: string; until: number; items: DictionaryItem[] }>({ max: most });
  let invalidations = 0;
  bus.subscribe('dictionary', ({ tenantId }) => {
    invalidations += 1;
    const stale = [...itemCache].filter(([, entry]) => tenantId === '0' || entry.tenantId === tenantId);
    for (const [key] of stale) itemCache.delete(key);
  });

  return async function wordsOf(scope: Scope, type: string): Promise<DictionaryItem[]> {
    const { tenantId } = scope;
    const key = JSON.stringify([tenantId, type]);
    const now = clock.now().getTime();
    const cachedItems = itemCache.get(key);
    if (cachedItems && cachedItems.until > now) return cachedItems.items;
    const before = invalidations;
    const rows = await db.read(scope, (tx) => readItems(tx, type));
    const items = rows.map(({ dict_id, code: _, ...item }) => ({ ...item, dictId: dict_id }));
    if (before === invalidations) {
      // Do not cache empty results. Otherwise requests for unknown types could fill the cache.
      if (items.length > 0) itemCache.set(key, { tenantId, until: now + keptMs, items });
    }
    return items;
  };
}
