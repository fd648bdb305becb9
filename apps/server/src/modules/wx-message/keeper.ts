// Callbacks on their way into the inbox: what knocks while a commit is under way goes into the next one together.
import { LRUCache } from 'lru-cache';
import { systemScope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { keepCallbacks, type Kept, type KeptAs } from './inbox-store.ts';

const mostAtOnce = 200;
const noteMs = 60_000;

interface Waiting {
  one: Kept;
  done(as: KeptAs): void;
  failed(error: unknown): void;
}

/** Opens the way into the inbox. */
export function createKeeper({
  db,
  noteReached,
}: {
  db: Db;
  noteReached(tx: Tx, accountId: string, at: Date): Promise<void>;
}) {
  const queues = new Map<string, Waiting[]>();
  const noted = new LRUCache<string, number>({ max: 10_000 });

  function keep(tenantId: string, some: readonly Kept[]): Promise<KeptAs[]> {
    return db.scoped(systemScope('wx door', tenantId), async (tx) => {
      for (const [accountId, { receivedAt }] of new Map(some.map((one) => [one.accountId, one]))) {
        // Once a minute is often enough.
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
      // One that cannot be kept takes no other with it.
      else for (const each of some) await flush(tenantId, [each]);
    }
  }
  async function work(tenantId: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) await flush(tenantId, queue.splice(0, mostAtOnce));
    queues.delete(tenantId);
  }

  return {
    /** Keeps a callback; it is in the database once this answers. */
    keep: (tenantId: string, one: Kept): Promise<KeptAs> =>
      new Promise<KeptAs>((done, failed) => {
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
