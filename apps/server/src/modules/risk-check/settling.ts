// To-dos about an enterprise's checks follow right after the commit, once for all who changed some of them meanwhile.
import type { Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import { afterCommit, type Tx } from '#platform/db/index.ts';

interface Run {
  ended: Promise<void>;
  /** What begins once it has ended, for those who asked meanwhile. */
  next?: Promise<void>;
  /** Who asked last. */
  scope: Scope;
}

/**
 * Makes what brings them up to date. Whoever changed a check is answered once its to-dos stand. Within the transaction of
 * the change, one row for all checks of a day would let everybody of an enterprise wait for everybody else; what a server
 * that is killed in between leaves out, the hourly repair puts right (decision 0031).
 */
export function createSettling({ db, touched, report }: Pick<ModuleKit, 'db' | 'touched' | 'report'>, type: string) {
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
