/**
 * membership: memberships (会员) of enterprises. Orders extend a membership, refunds shorten it, and its state
 * depends on the date. Memberships open extra features and never block legal duties.
 */
import { addDays, daysBetween, dayOf } from '@anlan/contract/domain/instant';
import { membershipCalls, type MembershipStatus, type MyService } from '@anlan/contract/modules/membership/calls';
import { featureOf, membershipFeatures, type MembershipFeature } from '@anlan/contract/modules/plan/resource';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { fileModule } from '../file/index.ts';
import { sessionModule } from '../session/index.ts';
import { settingModule, settingsOf } from '../setting/index.ts';
import { userModule } from '../user/index.ts';
import {
  findMembership,
  holdMembership,
  keepMembership,
  storeNotifications,
  noticesOf,
  takeLookup,
  membershipsToNotify,
  usageOf,
  type Cursor,
  type StoredMembership,
} from './membership-store.ts';
import {
  endsWith,
  extended,
  graceEnd,
  isOpenIn,
  noticeOf,
  seatsGone,
  shortened,
  stateOn,
  staysOpen,
  within,
  type Margins,
} from './rules.ts';
import { seedMemberships } from './seed-store.ts';

export { seededMembers, startSeededMemberships } from './seed-store.ts';

export interface GrantedPlan {
  months: number;
  planCode: string;
  planName: string;
  opens: readonly string[];
  seats: number;
  storageMb: number;
  lookups: number;
}
interface Base {
  seats: number;
  storageMb: number;
}
/** A change of the last day. `from` is null if there was no membership before. */
export interface Changed {
  from: string | null;
  to: string;
}

const batch = 200;

export const membershipModule = defineModule('membership', {
  needs: { setting: settingModule, users: userModule, files: fileModule, sessions: sessionModule },
  open({ kit, users, files, sessions }) {
    const { db, clock, events, publishToUsers: tell } = kit;
    const today = () => dayOf(clock.now());
    const marginsOf = async (tx: Tx): Promise<Margins & Base & { trialDays: number }> => {
      const values = await settingsOf(tx);
      return {
        expiringDays: values['membership.expiringDays'],
        graceDays: values['membership.graceDays'],
        trialDays: values['membership.trialDays'],
        seats: values['membership.baseSeats'],
        storageMb: values['membership.baseStorageMb'],
      };
    };
    const ownOf = ({ enterpriseId }: Scope): string => {
      if (enterpriseId === null) throw new AppError('invalid', '请先选择企业');
      return enterpriseId;
    };
    const notifyChanged = async (tx: Tx, enterpriseIds: readonly string[]) => {
      await events.emit(tx, 'membership.changed', { enterpriseIds });
      for (const enterpriseId of enterpriseIds)
        await tell(tx, { kinds: ['enterprise'], permit: 'bus:enterprise:pay', enterpriseId }, { type: 'statistics' });
    };

    async function of(tx: Tx, enterpriseId: string) {
      const margins = await marginsOf(tx);
      const one = await findMembership(tx, enterpriseId);
      return { one, margins, state: stateOn(one, today(), margins), graceTo: graceEnd(one, margins) };
    }

    async function extend(tx: Tx, enterpriseId: string, grantedPlan: GrantedPlan): Promise<Changed> {
      await holdMembership(tx, enterpriseId);
      const before = await findMembership(tx, enterpriseId, { lock: true });
      // Trial days do not count as paid months, so the bought months start after the trial.
      const span = before && { ...before, ...(before.isTrial ? { beganOn: before.endsOn, months: 0 } : {}) };
      const after = extended(span, grantedPlan.months, today());
      const { months: _, ...what } = grantedPlan;
      const updated: StoredMembership = {
        enterpriseId,
        ...after,
        ...what,
        opens: [...what.opens],
        isTrial: false,
        tried: before?.tried ?? false,
        // A purchase resets the look-up counter and the sent notifications.
        lookupsUsed: 0,
        told: null,
      };
      await keepMembership(tx, updated, clock.now());
      await notifyChanged(tx, [enterpriseId]);
      return { from: before?.endsOn ?? null, to: after.endsOn };
    }

    /** Shortens a membership by months. The new last day is not before today. */
    async function shorten(tx: Tx, enterpriseId: string, months: number): Promise<Changed | null> {
      await holdMembership(tx, enterpriseId);
      const before = await findMembership(tx, enterpriseId, { lock: true });
      if (!before) return null;
      const after = shortened(before, months, today());
      await keepMembership(tx, { ...before, ...after, told: null }, clock.now());
      await notifyChanged(tx, [enterpriseId]);
      return { from: before.endsOn, to: after.endsOn };
    }

    /**
     * Notifies a batch of enterprises whose membership state changed by date. Returns the position for the next batch.
     */
    async function notifyBatch(tx: Tx, after: Cursor | null): Promise<{ moved: number; last: Cursor | null }> {
      const margins = await marginsOf(tx);
      const candidates = await membershipsToNotify(tx, addDays(today(), margins.expiringDays), after, batch);
      const last = candidates.length === batch ? (candidates.at(-1) ?? null) : null;
      const moved = candidates
        .map((one) => ({ one, state: stateOn(one, today(), margins) }))
        .filter(({ one, state }) => state !== one.told);
      if (moved.length === 0) return { moved: 0, last };
      const notices = moved.flatMap(({ one, state }) => {
        const text = noticeOf(state, one.endsOn, graceEnd(one, margins) ?? one.endsOn);
        return text === null ? [] : [{ id: newId(), enterpriseId: one.enterpriseId, at: clock.now(), text }];
      });
      const notifications = moved.map(({ one, state }) => ({ enterpriseId: one.enterpriseId, state }));
      await storeNotifications(tx, notifications, notices);
      await events.emit(tx, 'membership.changed', {
        enterpriseIds: notifications.map(({ enterpriseId }) => enterpriseId),
      });
      for (const { enterpriseId, text } of notices)
        await tell(
          tx,
          { kinds: ['enterprise'], permit: 'bus:enterprise:pay', enterpriseId },
          { type: '6', data: { title: '会员', text, path: '/wel/index' } },
        );
      return { moved: moved.length, last };
    }

    async function moduleOf(tx: Tx, enterpriseId: string): Promise<Base> {
      const { one, margins, state } = await of(tx, enterpriseId);
      const { seats, storageMb } = one !== null && isOpenIn(state) ? one : { seats: 0, storageMb: 0 };
      return { seats: margins.seats + seats, storageMb: margins.storageMb + storageMb };
    }
    users.limitSeats({
      async demand(tx, enterpriseIds) {
        for (const enterpriseId of enterpriseIds.toSorted()) {
          // Lock before counting: if two users open the last free account at the same time, the second sees the first.
          await holdMembership(tx, enterpriseId);
          const { seats } = await moduleOf(tx, enterpriseId);
          const used = await users.openAccounts(tx, enterpriseId);
          if (used > seats) throw new AppError('invalid', seatsGone(used - 1, seats));
        }
      },
      async left(tx, enterpriseId) {
        const { seats } = await moduleOf(tx, enterpriseId);
        return { left: seats - (await users.openAccounts(tx, enterpriseId)), most: seats };
      },
    });
    files.limitSpace(async (tx, enterpriseId) => (await moduleOf(tx, enterpriseId)).storageMb * 2 ** 20);
    // Removes the permits of features outside the plan from the rights of the session, for menus and calls.
    sessions.narrow(async (tx, { userType, enterpriseId, permits }) => {
      if (userType !== 'enterprise' || !permits.some((permit) => featureOf(permit) !== null)) return permits;
      const { one, state } = enterpriseId === null ? { one: null, state: 'none' as const } : await of(tx, enterpriseId);
      const opens = one !== null && isOpenIn(state) ? one.opens : [];
      return within(permits, opens);
    });

    return {
      extend,
      shorten,
      async previewEnd(
        tx: Tx,
        enterpriseId: string,
      ): Promise<{
        status: MembershipStatus;
        to: string | null;
        remainDays: number | null;
        with: (months: number) => string;
        without: (months: number) => string | null;
      }> {
        const { one, state } = await of(tx, enterpriseId);
        const span = one && { ...one, ...(one.isTrial ? { beganOn: one.endsOn, months: 0 } : {}) };
        return {
          status: state,
          to: one?.endsOn ?? null,
          remainDays: one && Math.max(0, daysBetween(today(), one.endsOn)),
          with: (months) => extended(span, months, today()).endsOn,
          without: (months) => one && shortened(one, months, today()).endsOn,
        };
      },
      /** Whether the current plan of an enterprise includes a feature. */
      async opens(tx: Tx, enterpriseId: string, feature: MembershipFeature): Promise<boolean> {
        const { one, state } = await of(tx, enterpriseId);
        return one !== null && isOpenIn(state) && one.opens.includes(feature);
      },
      async amountOf(tx: Tx, enterpriseId: string, what: 'seats' | 'storageMb' | 'lookups'): Promise<number> {
        const { one, state } = await of(tx, enterpriseId);
        return one !== null && isOpenIn(state) ? one[what] : 0;
      },
      async hasLookup(tx: Tx, enterpriseId: string): Promise<boolean> {
        const { one, state } = await of(tx, enterpriseId);
        return one !== null && isOpenIn(state) && one.opens.includes('lookup') && one.lookupsUsed < one.lookups;
      },
      /** Counts a company look-up of the plan. False if none is left. */
      async takeLookup(tx: Tx, enterpriseId: string): Promise<boolean> {
        const { one, state } = await of(tx, enterpriseId);
        return one !== null && isOpenIn(state) && one.opens.includes('lookup') && takeLookup(tx, enterpriseId);
      },
      buy: (scope: Scope) =>
        db.read(scope, async (tx) => {
          const { one, state } = await of(tx, ownOf(scope));
          return { expireTime: one?.endsOn ?? null, mealName: one?.planName ?? null, status: state };
        }),
      myservice: (scope: Scope): Promise<MyService> =>
        db.read(scope, async (tx) => {
          const enterpriseId = ownOf(scope);
          const { one, margins, state, graceTo } = await of(tx, enterpriseId);
          const { entName, mediaMb, dutyMb } = await usageOf(tx, enterpriseId);
          const module = await moduleOf(tx, enterpriseId);
          const open = isOpenIn(state) && one ? one : null;
          const opens = open?.opens ?? [];
          return {
            entName,
            meal: one?.planName ?? null,
            expireTime: one?.endsOn ?? null,
            remainDays: one && Math.max(0, daysBetween(today(), one.endsOn)),
            status: state,
            graceTo,
            opens,
            closed: membershipFeatures.filter((feature) => !opens.includes(feature)),
            seats: { used: await users.openAccounts(tx, enterpriseId), most: module.seats },
            storageMb: { used: mediaMb, most: module.storageMb },
            dutyMb,
            lookups: { used: open?.lookupsUsed ?? 0, most: open?.lookups ?? 0 },
            stays: [...staysOpen],
            ends: state === 'expired' && one ? one.opens.map((feature) => endsWith[feature] ?? feature) : [],
            trialDays: one === null ? margins.trialDays : 0,
            notices: await noticesOf(tx, enterpriseId),
          };
        }),
      trial: (scope: Scope) =>
        db.scoped(scope, async (tx) => {
          const enterpriseId = ownOf(scope);
          await holdMembership(tx, enterpriseId);
          const { trialDays } = await marginsOf(tx);
          if (trialDays === 0) throw new AppError('invalid', '目前不提供试用');
          if (await findMembership(tx, enterpriseId, { lock: true }))
            throw new AppError('invalid', '已经开通过会员或试用，不能再次试用');
          const day = today();
          const trial: StoredMembership = {
            enterpriseId,
            beganOn: day,
            months: 0,
            endsOn: addDays(day, trialDays),
            isTrial: true,
            tried: true,
            planCode: null,
            planName: '试用',
            opens: [...membershipFeatures],
            seats: 0,
            storageMb: 0,
            lookups: 10,
            lookupsUsed: 0,
            told: null,
          };
          await keepMembership(tx, trial, clock.now());
          await kit.audit.record(tx, {
            call: 'membership.trial',
            objectType: 'enterprise',
            objectId: enterpriseId,
            enterpriseId,
            note: `试用至 ${trial.endsOn}`,
          });
          await notifyChanged(tx, [enterpriseId]);
          return null;
        }),
      async notifyChanges(scope: Scope): Promise<number> {
        let done = 0;
        let after: Cursor | null = null;
        do {
          const { moved, last }: { moved: number; last: Cursor | null } = await db.scoped(scope, (tx) =>
            notifyBatch(tx, after),
          );
          done += moved;
          after = last;
        } while (after !== null);
        return done;
      },
    };
  },
  calls: membershipCalls,
  nightly: { tell: { at: '20 8 * * *', run: (module, scope) => module.notifyChanges(scope) } },
  seed: seedMemberships,
});
