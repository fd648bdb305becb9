// Recounts changed archives soon after the change, and all archives every night.
import { dayOf } from '@anlan/contract/domain/instant';
import { idRange, newId } from '#kernel/ids.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { completenessOf } from './rules.ts';
import { addDue, readFacts, supervisedAfter, takeDue, writeStates } from './store.ts';

const queue = 'archive.due';
const batch = 200;
const again = { times: 20, firstPauseSeconds: 1 };

export async function mark(tx: Tx, { jobs }: Pick<ModuleKit, 'jobs'>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await addDue(tx, [...new Set(ids)]);
  const { tenantId, userId } = tx.scope;
  await jobs.sendUnlessWaiting(tx, queue, { tenantId, userId: userId ?? '', jobId: newId() }, again);
}

/** Updates the stored completeness of archives. Publishes an event for the changed archives. */
export async function recount(
  tx: Tx,
  { archiveSources }: Pick<ModuleKit, 'archiveSources'>,
  ids: readonly string[],
  now: Date,
): Promise<string[]> {
  const facts = await readFacts(tx, archiveSources(), ids, dayOf(now));
  const states = new Map([...facts].map(([id, of]) => [id, completenessOf(of)]));
  return states.size === 0 ? [] : writeStates(tx, states, now);
}

export function createCounting(kit: ModuleKit) {
  const { db, clock, jobs, events } = kit;
  const statement = { statementMs: 120_000 };
  async function count(tx: Tx, ids: readonly string[]): Promise<void> {
    const changed = await recount(tx, kit, ids, clock.now());
    await kit.refreshTodos(tx, 'archive', ids);
    if (changed.length > 0) await events.emit(tx, 'archive.changed', { enterpriseIds: changed });
  }
  jobs.work(queue, async ({ tenantId }) => {
    for (;;) {
      const dueIds = await db.scoped(
        systemScope('archive', tenantId),
        async (tx) => {
          const due = await takeDue(tx, batch);
          if (due.length > 0) await count(tx, due);
          return due.length;
        },
        statement,
      );
      if (dueIds === 0) return;
    }
  });
  return {
    async countAll(scope: Scope): Promise<void> {
      let after: string = idRange.lowest;
      for (;;) {
        const ids = await db.scoped(
          scope,
          async (tx) => {
            const some = await supervisedAfter(tx, after, batch);
            if (some.length > 0) await count(tx, some);
            return some;
          },
          statement,
        );
        const last = ids.at(-1);
        if (ids.length < batch || last === undefined) return;
        after = last;
      }
    },
  };
}
