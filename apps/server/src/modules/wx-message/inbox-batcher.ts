// Writes callbacks into the inbox in batches: callbacks that arrive during a commit share the next transaction.
import { LRUCache } from 'lru-cache';
import { systemScope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { keepCallbacks, type StoredCallback, type StoreResult } from './inbox-store.ts';

const mostAtOnce = 200;
const noteMs = 60_000;

interface Waiting {
  one: StoredCallback;
  done(as: StoreResult): void;
  failed(error: unknown): void;
}

export function createInboxBatcher({
  db,
  noteReached,
}: {
  db: Db;
  noteReached(tx: Tx, accountId: string, at: Date): Promise<void>;
}) {
  const queues = new Map<string, Waiting[]>();
  const noted = new LRUCache<string, number>({ max: 10_000 });

  function keep(tenantId: string, some: readonly StoredCallback[]): Promise<StoreResult[]> {
    return db.scoped(systemScope('wx door', tenantId), async (tx) => {
      for (const [accountId, { receivedAt }] of new Map(some.map((one) => [one.accountId, one]))) {
        // The time of the last callback is stored at most once a minute.
        if (Math.abs(receivedAt.getTime() - (noted.get(accountId) ?? 0)) < noteMs) continue;
        await noteReached(tx, accountId, receivedAt);
        noted.set(accountId, receivedAt.getTime());
      }
      return keepCallbacks(tx, some);
    });
  }
  async function flush(tenantId: string, some: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await keep(
        tenantId,
        some.map(({ one }) => one),
      );
      for (const [at, { done }] of some.entries()) done(outcomes[at] ?? 'again');
    } catch (error) {
      const [only] = some;
      if (some.length === 1 && only) only.failed(error);
      // After an error, each callback is stored alone, so that a failing callback does not block the others.
      else for (const each of some) await flush(tenantId, [each]);
    }
  }
  async function work(tenantId: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) await flush(tenantId, queue.splice(0, mostAtOnce));
    queues.delete(tenantId);
  }

  return {
    /** Stores a callback. The promise resolves after the commit. */
    keep: (tenantId: string, one: StoredCallback): Promise<StoreResult> =>
      new Promise<StoreResult>((done, failed) => {
        const queue = queues.get(tenantId);
        const waiting = { one, done, failed };
        if (queue) queue.push(waiting);
        else {
          const fresh = [waiting];
          queues.set(tenantId, fresh);
          void work(tenantId, fresh);
        }
      }),
  };
}
