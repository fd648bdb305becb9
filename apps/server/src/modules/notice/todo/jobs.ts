import { dayOf } from '@anlan/contract/domain/instant';
import type { Clock } from '#kernel/clock.ts';
import { eachTenant } from '#kernel/each-tenant.ts';
import { idRange } from '#kernel/ids.ts';
import { systemScope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { Sources } from './sources/service.ts';
import { dropSnoozes } from './store.ts';

export interface RepairDeps {
  db: Db;
  nightly: Pick<Jobs, 'nightly'>;
  tenantIds: () => Promise<string[]>;
}

// Number of rows read at once. The search for due rows may read all dates of a tenant, so it runs rarely with a large
// window.
const window = 20_000;
const batch = 500;

/**
 * Rebuilds the to-dos of a tenant. This is necessary because dates may have become due and rows may have changed
 * without an event, and because demo rows are written without events.
 */
export async function repairTodos(db: Db, { sources, due, touched }: Sources, tenantId: string): Promise<void> {
  const run = <T>(work: (tx: Tx) => Promise<T>) => db.scoped(systemScope('todo', tenantId), work);
  for (const source of sources())
    for (let after: string | null = idRange.lowest; after !== null;) {
      const from: string = after;
      const { ids, end } = await run((tx) => due(tx, source, from, window));
      for (let at = 0; at < ids.length; at += batch)
        await run((tx) => touched(tx, source.type, ids.slice(at, at + batch), { isRepair: true }));
      after = end;
    }
}

export const repairOften = ({ db, nightly, tenantIds }: RepairDeps, sources: Sources) =>
  nightly.nightly('todo.repair', '3 * * * *', async () =>
    // '0' is the platform: its users get to-dos for alarms, which expire by date.
    eachTenant(['0', ...(await tenantIds())], (tenantId) => repairTodos(db, sources, tenantId)),
  );

export const forgetSnoozesNightly = ({ db, clock, nightly, tenantIds }: RepairDeps & { clock: Clock }) =>
  nightly.nightly('todo.forget', '50 3 * * *', async () =>
    eachTenant(['0', ...(await tenantIds())], (tenantId) =>
      db.scoped(systemScope('forget snoozes', tenantId), (tx) => dropSnoozes(tx, dayOf(clock.now()))),
    ),
  );
