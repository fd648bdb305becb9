import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { redDotCalls } from '@anlan/contract/wire/red-dot';
import { todoCalls } from '@anlan/contract/modules/notice/todo-calls';
import type { Clock } from '#kernel/clock.ts';
import type { AuditModule, createAlarms } from '#modules/audit/index.ts';
import type { EnterpriseModule } from '#modules/enterprise/index.ts';
import { createWorkdays, type Workdays } from '#modules/calendar/index.ts';
import { createWaiting } from '#modules/enterprise/waiting/service.ts';
import type { JobModule } from '#modules/job/index.ts';
import {
  alarmDays,
  createRedDots,
  createSources,
  createTodos,
  forgetSnoozesNightly,
  lookedDays,
  lookingKinds,
  ofAlarm,
  ofEnterprise,
  ofImport,
  ofReceipt,
  owedReceipts,
  owedReceiptsAfter,
  ofRegistration,
  repairOften,
  repairTodos,
  seedTodos,
  type DotDeps,
  type Source,
} from '#modules/notice/index.ts';
import type { Wanted } from '#kit/todo.ts';
import { expiryDaysOf } from '#modules/risk/index.ts';
import type { Tell } from '#modules/session/index.ts';
import type { UserModule } from '#modules/user/index.ts';
import { pendingAfter, pendingOf } from '#modules/user/waiting-store.ts';
import { createBus } from '#platform/bus/index.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { Put } from './house.ts';

/** The modules whose states make people do something, and what to-dos lean on. */
export interface TodoModules {
  db: Db;
  clock: Clock;
  audit: AuditModule;
  users: UserModule;
  enterprises: EnterpriseModule;
  workdays: Workdays;
  jobs: JobModule;
  alarms: Pick<ReturnType<typeof createAlarms>, 'onRaised' | 'since'>;
  tell: Tell;
  nightly: Pick<Jobs, 'nightly'>;
  tenantIds: () => Promise<string[]>;
  /** Those that modules give by their manifests. */
  sources: readonly Source[];
}

const kinds = Object.keys(lookingKinds);

/** What sources ask of the modules below. */
interface SourceModules {
  clock: Clock;
  enterprises: Pick<EnterpriseModule, 'waitingOf' | 'waitingAfter'>;
  users: Pick<UserModule, 'pendingOf' | 'pendingAfter'>;
  workdays: Pick<Workdays, 'workdayAfter'>;
  jobs: Pick<JobModule, 'looked' | 'lookedAfter'>;
  alarms: Pick<TodoModules['alarms'], 'since'>;
}

/** The modules whose states make people do something. */
function sourcesOf({ clock, enterprises, users, workdays, jobs, alarms }: SourceModules): Source[] {
  const today = () => dayOf(clock.now());
  const since = () => lookedSince(clock);
  const workdayAfter = (tx: Tx) => (day: string, count: number) => workdays.workdayAfter(tx, day, count);
  /** What each of some makes people do. */
  const allOf = async <T>(some: readonly T[], wantedOf: (one: T) => Promise<Wanted[]>) => {
    const all: Wanted[] = [];
    for (const one of some) all.push(...(await wantedOf(one)));
    return all;
  };
  return [
    {
      type: 'enterprise',
      wanted: async (tx, ids) => {
        const days = await expiryDaysOf(tx);
        return allOf(await enterprises.waitingOf(tx, ids), (file) =>
          ofEnterprise(file, today(), days, workdayAfter(tx)),
        );
      },
      after: async (tx, id, limit) => {
        const days = await expiryDaysOf(tx);
        return enterprises.waitingAfter(tx, id, days === null ? null : addDays(today(), days), limit);
      },
    },
    {
      type: 'user',
      wanted: async (tx, ids) =>
        allOf(await users.pendingOf(tx, ids), (account) => ofRegistration(account, workdayAfter(tx))),
      after: users.pendingAfter,
    },
    {
      type: 'job',
      wanted: async (tx, ids) =>
        (await jobs.looked(tx, kinds, ids, since())).flatMap((job) => ofImport(job, clock.now())),
      after: (tx, id, limit) => jobs.lookedAfter(tx, kinds, id, since(), limit),
    },
    {
      type: 'announcement',
      wanted: async (tx, ids) => (await owedReceipts(tx, ids, clock.now())).flatMap(ofReceipt),
      after: (tx, id, limit) => owedReceiptsAfter(tx, id, limit, clock.now()),
    },
    {
      type: 'alarm',
      wanted: async (tx, ids) =>
        (await alarms.since(tx, daysBefore(clock, alarmDays), { ids })).flatMap((alarm) =>
          ofAlarm(alarm, tx.scope.tenantId === '0' ? 'platform' : 'regulator'),
        ),
      after: async (tx, after, limit) =>
        (await alarms.since(tx, daysBefore(clock, alarmDays), { after, limit })).map(({ id }) => id),
    },
  ];
}
const daysBefore = (clock: Clock, days: number) => new Date(clock.now().getTime() - days * 86_400_000);
const lookedSince = (clock: Clock) => daysBefore(clock, lookedDays);

/** What waits in a tenant that is being made, in the same transaction. */
export async function seedWaiting(tx: Tx, db: Db, clock: Clock): Promise<void> {
  const nobody = { record: () => Promise.resolve(''), names: () => Promise.resolve(new Map<string, string>()) };
  const todos = createTodos({ db, clock, audit: nobody, users: nobody, tell: () => Promise.resolve() });
  const jobs = { looked: () => Promise.resolve([]), lookedAfter: () => Promise.resolve([]) };
  const alarms = { since: () => Promise.resolve([]) };
  const workdays = createWorkdays({ bus: createBus(null), clock });
  const modules = { clock, enterprises: createWaiting(), users: { pendingOf, pendingAfter }, workdays, jobs, alarms };
  await seedTodos(tx, createSources(todos, sourcesOf(modules)));
}

/** To-dos with what makes and closes them, each in the transaction of what happened. */
export function openTodos(modules: TodoModules) {
  const { db, clock, audit, users, enterprises, jobs, alarms, tell, nightly, tenantIds } = modules;
  const todos = createTodos({ db, clock, audit, users, tell });
  const sources = createSources(todos, [...sourcesOf(modules), ...modules.sources]);
  enterprises.life.onTouched(async (tx, ids) => {
    await sources.touched(tx, 'enterprise', ids);
    await tell(tx, { kinds: ['regulator'], permit: 'bus:enterprise:index' }, { type: 'statistics' });
  });
  users.onTouched((tx, id) => sources.touched(tx, 'user', [id]));
  jobs.onTouched(async (tx, id) =>
    sources.touched(tx, 'job', await jobs.lookingBeside(tx, kinds, id, lookedSince(clock))),
  );
  alarms.onRaised((tx, id) => sources.touched(tx, 'alarm', [id]));
  repairOften({ db, nightly, tenantIds }, sources);
  forgetSnoozesNightly({ db, clock, nightly, tenantIds });
  return {
    todos,
    touched: sources.touched,
    /** Makes a tenant's to-dos what the states say. */
    repair: (tenantId: string) => repairTodos(db, sources, tenantId),
  };
}

/** The calls of to-dos and red dots, behind the wall. */
export function mountTodos(put: Put, db: Db, todos: ReturnType<typeof openTodos>['todos'], more: DotDeps['counts']) {
  put('notice', todoCalls, todos);
  const counts: DotDeps['counts'] = { unAct: (tx: Tx) => todos.countOpen(tx), ...more };
  put('notice', redDotCalls, createRedDots({ db, counts }));
}
