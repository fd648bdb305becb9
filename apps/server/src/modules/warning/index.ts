/**
 * warning: the ledger of dates (到期台账) and the warnings about them (风险预警). Dates come from enterprises' own files,
 * from people who enter them here, and from modules that tell of them; levels follow the day.
 */
import { dayOf } from '@anlan/contract/domain/instant';
import { warningCalls } from '@anlan/contract/modules/warning/calls';
import { warning } from '@anlan/contract/modules/warning/resource';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { Tx } from '#platform/db/index.ts';
import { enterpriseModule } from '../enterprise/index.ts';
import { smsModule } from '../sms/index.ts';
import { staffModule } from '../staff/index.ts';
import { userModule } from '../user/index.ts';
import { countUnreadDigests, digestsOf, headsAtUrgent, readDigests, writeDigests } from './digest-store.ts';
import { createHooks } from './hooks.ts';
import { sweep, takeItems, takePapers, type Part } from './ledger-store.ts';
import { seedWarnings } from './seed.ts';
import { sourcesOf } from './pending.ts';
import { countDot, countLevels, enterprisesOf, versionsOf } from './warning-store.ts';

/** More enterprises than these at once are told of together; their to-dos follow with the next repair. */
const fewEnterprises = 50;
/** People whom one frame is for. */
const toldAtOnce = 500;
/** Where digests are read. */
const digestPath = '/notice?tab=system';

/** The module warning. */
export const warningModule = defineModule('warning', {
  needs: { enterprise: enterpriseModule, staff: staffModule, user: userModule, sms: smsModule },
  open({ kit, enterprise, staff, user, sms }) {
    const { db, clock, events, tell, touched } = kit;
    const moment = () => ({ at: clock.now(), today: dayOf(clock.now()) });

    /** One message a day to each head, and only when more has become urgent (domain.md §2.5). */
    async function writeToHeads(tx: Tx, today: string, userIds: readonly string[]): Promise<void> {
      for (const { userId, urgent } of await headsAtUrgent(tx, { today, userIds })) {
        const head = await user.byId(tx, userId);
        if (head?.phone)
          await sms.notify(tx, {
            phone: head.phone,
            template: 'warningUrgent',
            params: { name: head.nick_name, count: String(urgent) },
          });
      }
    }

    /** Tells what hangs on warnings of some enterprises, in the transaction that changed them. */
    async function spread(tx: Tx, enterpriseIds: readonly string[]): Promise<void> {
      if (enterpriseIds.length === 0) return;
      await events.emit(tx, 'warning.changed', { enterpriseIds });
      const permit = 'bus:enterprisewarn:index';
      await tell(tx, { kinds: ['regulator'], permit }, { type: 'pcRedDot' });
      if (enterpriseIds.length > fewEnterprises) {
        await tell(tx, { kinds: ['enterprise'], permit }, { type: 'pcRedDot' });
        return;
      }
      for (const enterpriseId of enterpriseIds)
        await tell(tx, { kinds: ['enterprise'], permit, enterpriseId }, { type: 'pcRedDot' });
      await touched(tx, 'warning', enterpriseIds);
      await touched(tx, 'expiredItems', enterpriseIds);
    }
    async function follow(tx: Tx, part: Part): Promise<void> {
      const { enterpriseIds } = await sweep(tx, moment(), part);
      await spread(tx, enterpriseIds);
    }

    const items = openResource(
      warning,
      kit,
      // Papers of an enterprise are kept by its head and its safety managers; others read them.
      createHooks(
        kit,
        enterprise,
        (tx) => staff.mayActAs(tx, ['head', 'safetyManager']),
        async (tx, ids) => {
          await sweep(tx, moment(), { ids });
          await spread(tx, await enterprisesOf(tx, ids));
        },
      ),
    );
    return {
      ...items,
      versions: (scope: Scope, { id }: { id: string }) =>
        db.scoped(
          scope,
          async (tx) => {
            if (!(await items.exists(tx, { id }))) throw new AppError('notFound');
            return versionsOf(tx, id);
          },
          { readOnly: true },
        ),
      counts: (scope: Scope) => db.scoped(scope, countLevels, { readOnly: true }),
      countDot,
      countUnreadDigests,
      digests: (scope: Scope) => db.scoped(scope, digestsOf, { readOnly: true }),
      digestsRead: async (scope: Scope): Promise<null> => {
        // Whoever only visits a tenant is no reader of its own.
        if (scope.impersonatedFrom === null) await db.scoped(scope, (tx) => readDigests(tx, clock.now()));
        return null;
      },
      /** Tells each person once a day what runs out; a second run of a day tells nobody twice. */
      digest: (scope: Scope): Promise<number> =>
        db.scoped(
          scope,
          async (tx) => {
            const now = moment();
            const userIds = await writeDigests(tx, now);
            await writeToHeads(tx, now.today, userIds);
            for (let from = 0; from < userIds.length; from += toldAtOnce) {
              const to = { userIds: userIds.slice(from, from + toldAtOnce) };
              await tell(tx, to, {
                type: '6',
                data: { title: '每日到期提醒', text: '今天有证照、设备或人员事项需要办理', path: digestPath },
              });
              await tell(tx, to, { type: 'pcRedDot' });
            }
            return userIds.length;
          },
          { statementMs: 300_000 },
        ),
      /** The dates of some enterprises' files have changed, or whether they are at work. */
      async followEnterprises(tx: Tx, ids: readonly string[]): Promise<void> {
        await takePapers(tx, moment(), ids);
        await follow(tx, { enterpriseIds: ids });
      },
      /** Dates that modules keep have changed. */
      async take(tx: Tx, told: Parameters<typeof takeItems>[2]): Promise<void> {
        await takeItems(tx, moment(), told);
        await follow(tx, { enterpriseIds: [...new Set(told.map(({ enterpriseId }) => enterpriseId))] });
      },
      /** Makes the whole tenant what files and the day say; answers how many rows changed their level or state. */
      sweep: (scope: Scope): Promise<number> =>
        db.scoped(
          scope,
          async (tx) => {
            await takePapers(tx, moment());
            const { changed, enterpriseIds } = await sweep(tx, moment());
            await spread(tx, enterpriseIds);
            return changed;
          },
          { statementMs: 300_000 },
        ),
      sources: sourcesOf(() => dayOf(clock.now()), staff.byPost),
    };
  },
  calls: warningCalls,
  on: {
    'enterprise.changed': (tx, { ids }, warnings) => warnings.followEnterprises(tx, ids),
    'item.expiryChanged': (tx, { items }, warnings) => warnings.take(tx, items),
  },
  todos: ({ sources }) => sources,
  counts: {
    warningUnNotice: (tx, warnings) => warnings.countDot(tx),
    systemUnNotice: (tx, warnings) => warnings.countUnreadDigests(tx),
  },
  nightly: {
    sweep: { at: '10 0 * * *', run: (warnings, scope) => warnings.sweep(scope) },
    digest: { at: '30 8 * * *', run: (warnings, scope) => warnings.digest(scope) },
  },
  seed: seedWarnings,
});
