import { dayOf } from '@anlan/contract/domain/instant';
import type { Clock } from '#kernel/clock.ts';
import { eachTenant } from '#kernel/each-tenant.ts';
import { idRange } from '#kernel/ids.ts';
import { systemScope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { Sources } from './sources/service.ts';
import { dropSnoozes } from './store.ts';

/** What repairing depends on. */
export interface RepairDeps {
  db: Db;
  nightly: Pick<Jobs, 'nightly'>;
  /** Every tenant there is. */
  tenantIds: () => Promise<string[]>;
}

// Finding what is due may read every date of a tenant, whatever of it is asked for: it is asked for seldom and widely.
const window = 20_000;
const batch = 500;

type Run = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
async function repairAll(run: Run, { sources, due, touched }: Sources) {
  for (const source of sources())
    for (let after: string | null = idRange.lowest; after !== null;) {
      const from: string = after;
      const { ids, end } = await run((tx) => due(tx, source, from, window));
      for (let at = 0; at < ids.length; at += batch)
        await run((tx) => touched(tx, source.type, ids.slice(at, at + batch)));
      after = end;
    }
}

/** Makes a tenant's to-dos what the states say: what dates alone have made due, and what came by another way. */
export const repairTodos = (db: Db, sources: Sources, tenantId: string): Promise<void> =>
  repairAll((work) => db.scoped(systemScope('todo', tenantId), work), sources);

/** The same within one transaction, for a tenant that is being made. */
export const seedTodos = (tx: Tx, sources: Sources): Promise<void> => repairAll((work) => work(tx), sources);

/** Once an hour, and shortly after each day begins. */
export const repairOften = ({ db, nightly, tenantIds }: RepairDeps, sources: Sources) =>
  nightly.nightly('todo.repair', '3 * * * *', async () =>
    // The platform's own people are told of its alarms, which end by their day.
    eachTenant(['0', ...(await tenantIds())], (tenantId) => repairTodos(db, sources, tenantId)),
  );

/** Every night what was put off to days that have come by goes. */
export const forgetSnoozesNightly = ({ db, clock, nightly, tenantIds }: RepairDeps & { clock: Clock }) =>
  nightly.nightly('todo.forget', '50 3 * * *', async () =>
    eachTenant(['0', ...(await tenantIds())], (tenantId) =>
      db.scoped(systemScope('forget snoozes', tenantId), (tx) => dropSnoozes(tx, dayOf(clock.now()))),
    ),
  );
