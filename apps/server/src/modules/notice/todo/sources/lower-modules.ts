// Creates to-dos for lower modules, which do not import the to-do module.
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import type { Clock } from '#kernel/clock.ts';
import type { TodoSource, OpenTask } from '#kit/todo.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Alarms } from '../../../audit/index.ts';
import type { Workdays } from '../../../calendar/index.ts';
import type { EnterpriseModule } from '../../../enterprise/index.ts';
import type { JobModule } from '../../../job/index.ts';
import { expiryDaysOf } from '../../../risk/index.ts';
import type { UserModule } from '../../../user/index.ts';
import { owedReceipts, owedReceiptsAfter } from '../../announcement/receipt-store.ts';
import { lookedDays, lookingKinds, ofAlarm, ofEnterprise, ofImport, ofReceipt, ofRegistration } from './rules.ts';

export const kinds = Object.keys(lookingKinds);

export interface SourceModules {
  clock: Clock;
  enterprises: Pick<EnterpriseModule, 'waitingOf' | 'waitingAfter'>;
  users: Pick<UserModule, 'pendingOf' | 'pendingAfter'>;
  workdays: Pick<Workdays, 'workdayAfter'>;
  jobs: Pick<JobModule, 'looked' | 'lookedAfter'>;
  alarms: Pick<Alarms, 'unchecked'>;
}

export function sourcesBelow({ clock, enterprises, users, workdays, jobs, alarms }: SourceModules): TodoSource[] {
  const today = () => dayOf(clock.now());
  const since = () => lookedSince(clock);
  const workdayAfter = (tx: Tx) => (day: string, count: number) => workdays.workdayAfter(tx, day, count);
  const allOf = async <T>(some: readonly T[], wantedOf: (one: T) => Promise<OpenTask[]>) => {
    const all: OpenTask[] = [];
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
        (await alarms.unchecked(tx, { ids })).flatMap((alarm) =>
          ofAlarm(alarm, tx.scope.tenantId === '0' ? 'platform' : 'regulator'),
        ),
      after: async (tx, after, limit) => (await alarms.unchecked(tx, { after, limit })).map(({ id }) => id),
    },
  ];
}
export const lookedSince = (clock: Clock) => new Date(clock.now().getTime() - lookedDays * 86_400_000);
