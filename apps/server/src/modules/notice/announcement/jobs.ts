import type { Clock } from '#kernel/clock.ts';
import { eachTenant } from '#kernel/each-tenant.ts';
import { systemScope } from '#kernel/scope.ts';
import { afterCommit, type Db, type Tx } from '#platform/db/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { Tell } from '../../session/index.ts';
import type { TenantModule } from '../../tenant/index.ts';
import { addressedIds } from './audience/store.ts';
import type { ReceiptTodos } from './receipt-store.ts';
import type { Addressed } from './rules.ts';
import { takeDue } from './store.ts';
import type { Channel } from './tables.ts';

/** What telling depends on. */
export interface TellerDeps {
  db: Db;
  clock: Clock;
  tenants: Pick<TenantModule, 'ids'>;
  tell: Tell;
  report: (error: unknown) => void;
  receipts: Pick<ReceiptTodos, 'settle'>;
}

/** What those who listen are told of. */
export interface Out extends Addressed {
  id: string;
  title: string;
  channel: Channel;
  readers: readonly string[];
}

// More people than these are not named one by one: their browsers count anew, and the words wait in the list.
const mostNamed = 500;
const platform = '0';

/** Tells browsers that something is out, or gone. */
export function createTeller({ db, clock, tenants, tell, report, receipts }: TellerDeps) {
  const counters = { type: 'pcRedDot', data: {} } as const;
  const frameOf = ({ id, channel, title }: Out) =>
    ({ type: '6', data: { title, path: `/notice?tab=${channel}&id=${id}` } }) as const;

  /** To whom in the tenant of a transaction; words go only to those whom they are for. */
  async function within(tx: Tx, row: Out, words: boolean) {
    const { audience, targets } = row;
    const isPlaced = audience === 'regions' || audience === 'industries';
    const ids =
      audience === 'people' ? [...targets] : isPlaced ? await addressedIds(tx, row, mostNamed + 1) : ([] as string[]);
    const isNamed = audience === 'people' || (isPlaced && ids.length <= mostNamed);
    const to = isNamed ? { userIds: ids } : isPlaced ? { kinds: ['enterprise' as const] } : kindsOf(row);
    if (isNamed && ids.length === 0) return;
    if (words && (isNamed || !isPlaced)) await tell(tx, to, frameOf(row));
    await tell(tx, to, counters);
  }

  async function everywhere(row: Out, words: boolean) {
    const named = row.readers.includes('*') ? await tenants.ids() : row.readers;
    await eachTenant(named, (tenantId) =>
      db.scoped(systemScope('notice', tenantId), async (tx) => {
        if (words) await tell(tx, {}, frameOf(row));
        await tell(tx, {}, counters);
      }),
    ).catch(report);
  }

  /** The platform's go to other tenants, each in a transaction of its own once this one stands. */
  const spread = (tx: Tx, row: Out, words: boolean): Promise<void> => {
    if (row.channel === 'announcement') return within(tx, row, words);
    afterCommit(tx, () => everywhere(row, words));
    return Promise.resolve();
  };

  return {
    /** Something is out. */
    tellOut: (tx: Tx, row: Out) => spread(tx, row, true),
    /** Some are asked again. */
    tellSome: (tx: Tx, row: Out, userIds: string[]) =>
      userIds.length === 0 ? Promise.resolve() : tell(tx, { userIds }, frameOf(row)),
    /** More people than these are not named one by one. */
    mostNamed,
    /** Something that was out is gone. */
    tellGone: (tx: Tx, row: Out) => spread(tx, row, false),
    /** Tells of what was to go out later and is out by now; each is told of once, whichever node comes first. */
    async tellDue(): Promise<void> {
      await eachTenant([platform, ...(await tenants.ids())], (tenantId) =>
        db.scoped(systemScope('notice', tenantId), async (tx) => {
          const now = clock.now();
          // What ended before anybody told of it, while no node worked, would lead to nothing.
          for (const row of await takeDue(tx, now))
            if (row.expire_at === null || row.expire_at > now) {
              await spread(tx, row, true);
              await receipts.settle(tx, row.id);
            }
        }),
      );
    },
  };
}

const kindsOf = ({ audience, targets }: Addressed) => {
  if (audience !== 'kinds') return {};
  const kinds = (['regulator', 'enterprise', 'shop'] as const).filter((kind) => targets.includes(kind));
  return { kinds };
};

/** Tells browsers that something is out, or gone. */
export type Teller = ReturnType<typeof createTeller>;

/** Looks every minute for what has gone out by its time. */
export const tellOnTime = (jobs: Pick<Jobs, 'nightly'>, { tellDue }: Pick<Teller, 'tellDue'>) =>
  jobs.nightly('notice.due', '* * * * *', tellDue);
