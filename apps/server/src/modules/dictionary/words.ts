import { LRUCache } from 'lru-cache';
import type { DictionaryItem } from '@anlan/contract/modules/dictionary/dictionary';
import type { Clock } from '#kernel/clock.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Bus } from '#platform/bus/index.ts';
import type { Db } from '#platform/db/index.ts';
import { readItems } from './store.ts';

// Whoever hears no hint of a change is bounded by time.
const keptMs = 30_000;
const most = 20_000;

/**
 * The items of dictionaries as selects and labels read them: kept in memory for each tenant under the tenant of the
 * scope alone (S35), and let go by every change of that tenant's, or of the platform's for all.
 */
export function createWords({ db, bus, clock }: { db: Db; bus: Bus; clock: Clock }) {
  const kept = new LRUCache<string, { tenantId: string; until: number; items: DictionaryItem[] }>({ max: most });
  let heard = 0;
  bus.subscribe('dictionary', ({ tenantId }) => {
    heard += 1;
    const stale = [...kept].filter(([, entry]) => tenantId === '0' || entry.tenantId === tenantId);
    for (const [key] of stale) kept.delete(key);
  });

  return async function wordsOf(scope: Scope, type: string): Promise<DictionaryItem[]> {
    const { tenantId } = scope;
    const key = JSON.stringify([tenantId, type]);
    const now = clock.now().getTime();
    const known = kept.get(key);
    if (known && known.until > now) return known.items;
    const before = heard;
    const rows = await db.scoped(scope, (tx) => readItems(tx, type), { readOnly: true });
    const items = rows.map(({ dict_id, code: _, ...item }) => ({ ...item, dictId: dict_id }));
    if (before === heard) {
      // A type that does not exist is asked for by nobody twice.
      if (items.length > 0) kept.set(key, { tenantId, until: now + keptMs, items });
    }
    return items;
  };
}
