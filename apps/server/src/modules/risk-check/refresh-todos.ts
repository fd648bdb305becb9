// Updates the to-dos of checks right after the commit. Concurrent changes of an enterprise share one update.
import type { Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import { afterCommit, type Tx } from '#platform/db/index.ts';

interface Run {
  ended: Promise<void>;
  next?: Promise<void>;
  scope: Scope;
}

/**
 * Updates the to-dos after a check changes; the caller waits for the update. Inside the transaction, the update would
 * lock one row per day for the whole enterprise. If the node crashes before the update, the hourly repair makes it
 * (decision 0031).
 */
export function createTodoRefresh(
  { db, refreshTodos: touched, report }: Pick<ModuleKit, 'db' | 'refreshTodos' | 'report'>,
  type: string,
) {
  const runs = new Map<string, Run>();
  function begin(scope: Scope, enterpriseId: string): Promise<void> {
    const key = `${scope.tenantId} ${enterpriseId}`;
    const ended = db
      .scoped(scope, (tx) => touched(tx, type, [enterpriseId]))
      .catch((error: unknown) => report(error, 'to-dos of checks'))
      .finally(() => {
        if (runs.get(key) === run && !run.next) runs.delete(key);
      });
    const run: Run = { ended, scope };
    runs.set(key, run);
    return ended;
  }
  function settle(scope: Scope, enterpriseId: string): Promise<void> {
    const run = runs.get(`${scope.tenantId} ${enterpriseId}`);
    if (!run) return begin(scope, enterpriseId);
    run.scope = scope;
    return (run.next ??= run.ended.then(() => begin(run.scope, enterpriseId)));
  }
  return (tx: Tx, enterpriseIds: readonly string[]): void => {
    for (const id of new Set(enterpriseIds)) afterCommit(tx, () => settle(tx.scope, id));
  };
}
