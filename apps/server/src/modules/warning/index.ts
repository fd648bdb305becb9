/**
 * warning: the expiry ledger (到期台账) and its warnings (风险预警). Expiry dates come from enterprise profiles, from users,
 * and from other modules. The warning level depends on the remaining days.
 */
import { dayOf } from '@anlan/contract/domain/instant';
import { warningCalls } from '@anlan/contract/modules/warning/calls';
import { warning } from '@anlan/contract/modules/warning/resource';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { Tx } from '#platform/db/index.ts';
import { calendarModule } from '../calendar/index.ts';
import { enterpriseModule } from '../enterprise/index.ts';
import { smsModule } from '../sms/index.ts';
import { staffModule } from '../staff/index.ts';
import { vehicleModule } from '../vehicle/index.ts';
import { userModule } from '../user/index.ts';
import { countUnreadDigests, digestsOf, headsAtUrgent, readDigests, writeDigests } from './digest-store.ts';
import { expiryFigures } from './figures-store.ts';
import { createHooks } from './hooks.ts';
import { sweep, takeItems, takePapers, type Part } from './ledger-store.ts';
import { seedWarningDays, seedWarnings } from './seed.ts';
import { sourcesOf } from './todo.ts';
import { countDot, countLevels, enterprisesOf, versionsOf } from './warning-store.ts';

/**
 * If a change concerns more enterprises than this, one common message is published, and the next repair updates the
 * to-dos.
 */
const fewEnterprises = 50;
const toldAtOnce = 500;
const digestPath = '/notice?tab=system';

export { expiryFigures };

export const warningModule = defineModule('warning', {
  needs: {
    enterprise: enterpriseModule,
    staff: staffModule,
    user: userModule,
    sms: smsModule,
    calendar: calendarModule,
    // The seed reads the dates of vehicles, so the vehicles come before it.
    vehicle: vehicleModule,
  },
  open({ kit, enterprise, staff, user, sms, calendar }) {
    const { db, clock, events, publishToUsers: tell, refreshTodos: touched } = kit;
    const moment = () => ({ at: clock.now(), today: dayOf(clock.now()) });

    /** Sends each head at most one message a day, only when more items became urgent. */
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

    /** Publishes changed warnings of enterprises, in the transaction of the change. */
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
      // Heads and safety managers may edit the documents of an enterprise; other people may only read them.
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
        db.read(scope, async (tx) => {
          if (!(await items.exists(tx, { id }))) throw new AppError('notFound');
          return versionsOf(tx, id);
        }),
      counts: (scope: Scope) => db.read(scope, countLevels),
      countDot,
      countUnreadDigests,
      digests: (scope: Scope) => db.read(scope, digestsOf),
      digestsRead: async (scope: Scope): Promise<null> => {
        // A platform user who entered the tenant has no digests in it.
        if (scope.impersonatedFrom === null) await db.scoped(scope, (tx) => readDigests(tx, clock.now()));
        return null;
      },
      /** Writes the digest of each person. A second run on the same day writes nothing. */
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
      async followEnterprises(tx: Tx, ids: readonly string[]): Promise<void> {
        await takePapers(tx, moment(), ids);
        await follow(tx, { enterpriseIds: ids });
      },
      async take(tx: Tx, changedItems: Parameters<typeof takeItems>[2]): Promise<void> {
        await takeItems(tx, moment(), changedItems);
        await follow(tx, { enterpriseIds: [...new Set(changedItems.map(({ enterpriseId }) => enterpriseId))] });
      },
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
      sources: sourcesOf(() => dayOf(clock.now()), staff.byPost, calendar.workdayAfter),
    };
  },
  calls: warningCalls,
  on: {
    'enterprise.changed': (tx, { ids }, warnings) => warnings.followEnterprises(tx, ids),
    'item.expiryChanged': (tx, { items }, warnings) => warnings.take(tx, items),
  },
  todos: ({ sources }) => sources,
  figures: () => [expiryFigures],
  counts: {
    warningUnNotice: (tx, warnings) => warnings.countDot(tx),
    systemUnNotice: (tx, warnings) => warnings.countUnreadDigests(tx),
  },
  nightly: {
    sweep: { at: '10 0 * * *', run: (warnings, scope) => warnings.sweep(scope) },
    digest: { at: '30 8 * * *', run: (warnings, scope) => warnings.digest(scope) },
  },
  seed: seedWarnings,
  seedDays: seedWarningDays,
});
