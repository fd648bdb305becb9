import type { Clock } from '#kernel/clock.ts';
import { createBus } from '#platform/bus/index.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { createWorkdays } from '../../calendar/index.ts';
import { createPending } from '../../enterprise/index.ts';
import { pendingAfter, pendingOf } from '../../user/index.ts';
import { seedTodos } from './jobs.ts';
import { createTodos } from './service.ts';
import { sourcesBelow } from './sources/lower-modules.ts';
import { createSources } from './sources/service.ts';

export async function seedWaiting(tx: Tx, db: Db, clock: Clock): Promise<void> {
  const nobody = { record: () => Promise.resolve(''), names: () => Promise.resolve(new Map<string, string>()) };
  const todos = createTodos({ db, clock, audit: nobody, users: nobody, tell: () => Promise.resolve() });
  const jobs = { looked: () => Promise.resolve([]), lookedAfter: () => Promise.resolve([]) };
  const alarms = { since: () => Promise.resolve([]) };
  const workdays = createWorkdays({ bus: createBus(null), clock });
  const users = { pendingOf, pendingAfter };
  const sources = sourcesBelow({ clock, enterprises: createPending(), users, workdays, jobs, alarms });
  await seedTodos(
    tx,
    createSources(todos, () => sources),
  );
}
