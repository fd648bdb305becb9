import type { Clock } from '#kernel/clock.ts';
import { eachTenant } from '#kernel/each-tenant.ts';
import { systemScope } from '#kernel/scope.ts';
import { afterCommit, type Db, type Tx } from '#platform/db/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { Publish } from '../../session/index.ts';
import type { TenantModule } from '../../tenant/index.ts';
import { addressedIds } from './audience/store.ts';
import type { ReceiptTodos } from './receipt-store.ts';
import { selectsEnterprises, type Addressed } from './rules.ts';
import { takeDue } from './store.ts';
import type { Channel } from './tables.ts';

export interface TellerDeps {
  db: Db;
  clock: Clock;
  tenants: Pick<TenantModule, 'ids'>;
  tell: Publish;
  report: (error: unknown) => void;
  receipts: Pick<ReceiptTodos, 'settle'>;
}

export interface Out extends Addressed {
  id: string;
  title: string;
  channel: Channel;
  readers: readonly string[];
}

// Maximum number of recipients by region or industry that an event lists by id. Above it, the event goes to all
// enterprise users without the title. Their browsers reload the unread counts and get the text from the list.
const mostNamed = 500;
const platform = '0';

export function createPublisher({ db, clock, tenants, tell, report, receipts }: TellerDeps) {
  const counters = { type: 'pcRedDot', data: {} } as const;
  const frameOf = ({ id, channel, title }: Out) =>
    ({ type: '6', data: { title, path: `/notice?tab=${channel}&id=${id}` } }) as const;

  /**
   * Publishes new red dots to the recipients in the tenant of the transaction, and with `words` the title. With more
   * than `mostNamed` recipients by region or industry it addresses all enterprises and omits the title, because not
   * all of them may read it.
   */
  async function within(tx: Tx, row: Out, words: boolean) {
    const { audience, targets } = row;
    const isPlaced = selectsEnterprises(audience);
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

  /** Sends a system notice to the other tenants after the commit, each in its own transaction. */
  const spread = (tx: Tx, row: Out, words: boolean): Promise<void> => {
    if (row.channel === 'announcement') return within(tx, row, words);
    afterCommit(tx, () => everywhere(row, words));
    return Promise.resolve();
  };

  return {
    tellOut: (tx: Tx, row: Out) => spread(tx, row, true),
    tellSome: (tx: Tx, row: Out, userIds: string[]) =>
      userIds.length === 0 ? Promise.resolve() : tell(tx, { userIds }, frameOf(row)),
    mostNamed,
    tellGone: (tx: Tx, row: Out) => spread(tx, row, false),
    /** Publishes due scheduled announcements. Each is published once, by one node. */
    async publishDue(): Promise<void> {
      await eachTenant([platform, ...(await tenants.ids())], (tenantId) =>
        db.scoped(systemScope('notice', tenantId), async (tx) => {
          const now = clock.now();
          // Skip announcements that expired before any node published them.
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

export type Publisher = ReturnType<typeof createPublisher>;

export const schedulePublishing = (
  jobs: Pick<Jobs, 'nightly'>,
  { publishDue: tellDue }: Pick<Publisher, 'publishDue'>,
) => jobs.nightly('notice.due', '* * * * *', tellDue);
