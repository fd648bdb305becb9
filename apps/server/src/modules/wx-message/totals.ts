import { LRUCache } from 'lru-cache';
import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import type { Tx } from '#platform/db/index.ts';
import { countConversations, type ConversationFilter } from './conversation-store.ts';

const keptMs = 10_000;
const keptMost = 1_000;

/**
 * Number of conversations, exact up to a limit. A larger number is a cached estimate, so that not every page counts
 * the conversations again.
 */
export function createTotals(clock: Clock) {
  const beyond = new LRUCache<string, number>({ max: keptMost });
  return async function totalOf(
    tx: Tx,
    filter: ConversationFilter,
  ): Promise<{ total: number; totalIsEstimate?: true }> {
    const { tenantId, enterpriseFrom, enterpriseTo, regions, userId } = tx.scope;
    const key = JSON.stringify([tenantId, enterpriseFrom, enterpriseTo, regions, userId, filter]);
    const now = clock.now().getTime();
    const estimate = { total: limits.totalCap, totalIsEstimate: true } as const;
    if ((beyond.get(key) ?? 0) > now) return estimate;
    const total = await countConversations(tx, filter);
    if (total <= limits.totalCap) return { total };
    beyond.set(key, now + keptMs);
    return estimate;
  };
}
