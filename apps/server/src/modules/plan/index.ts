/**
 * plan: plans that enterprises may buy (套餐), with a price for each number of years. A plan change never changes an
 * existing order.
 */
import type { InputOf } from '@anlan/contract/http/call-table';
import { planCalls, type VipInfo } from '@anlan/contract/modules/plan/calls';
import { plan } from '@anlan/contract/modules/plan/resource';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { Tx } from '#platform/db/index.ts';
import type { PayVendor } from '#platform/pay/port.ts';
import { membershipModule } from '../membership/index.ts';
import { countPlans, listedPlans, setShelf, type StoredPrice } from './plan-store.ts';
import { findSelectedPrice, withPriceIds, priceProblem, vipPlanOf } from './rules.ts';
import { seedPlans } from './seed.ts';

export type { ListedPlan, StoredPrice } from './plan-store.ts';

type Calls = typeof planCalls;
/** Whether two price lists are equal when their order is ignored. */
const isSame = (one: readonly StoredPrice[], other: readonly StoredPrice[]) =>
  JSON.stringify(one) === JSON.stringify(other);

export const planModule = defineModule('plan', {
  needs: { membership: membershipModule },
  open({ kit, membership }) {
    const { db, clock, audit, channels } = kit;
    const plans = openResource(plan, kit, {
      beforeCreate(_tx, { priceList }) {
        const problem = priceProblem(priceList);
        if (problem) throw invalid({ field: 'priceList', msg: problem });
        return { priceList: withPriceIds(priceList) };
      },
      beforeUpdate(_tx, row, { priceList }) {
        if (!priceList) return undefined;
        const problem = priceProblem(priceList);
        if (problem) throw invalid({ field: 'priceList', msg: problem });
        // The cast is safe: stored prices were validated by the field's schema and have ids.
        const before = row.priceList as StoredPrice[];
        const after = withPriceIds(priceList);
        return { priceList: after, ...(isSame(before, after) ? {} : { edition: row.edition + 1 }) };
      },
      beforeRemove(_tx, row) {
        if (row.shelf === 'listed') throw new AppError('invalid', '请先下架再删除');
      },
    });
    const ownOf = ({ enterpriseId }: Scope): string => {
      if (enterpriseId === null) throw new AppError('invalid', '请先选择企业');
      return enterpriseId;
    };
    return {
      ...plans,
      vipInfo: (scope: Scope): Promise<VipInfo> =>
        db.read(scope, async (tx) => {
          const foreseen = await membership.previewEnd(tx, ownOf(scope));
          const all = (await listedPlans(tx)).map((one) => vipPlanOf(one, foreseen.with));
          const [first] = all;
          if (!first) throw new AppError('invalid', '目前没有可以购买的套餐');
          const { status, to, remainDays } = foreseen;
          return {
            ...first,
            plans: all,
            membership: { status, membershipTo: to, remainDays },
            channels: channels.map(({ vendor }): PayVendor => vendor),
          };
        }),
      listByCarTypes: (scope: Scope, { carTypes = [] }: InputOf<Calls['listByCarTypes']>) =>
        db.read(scope, async (tx) => {
          const foreseen = await membership.previewEnd(tx, ownOf(scope));
          return (await listedPlans(tx))
            .filter(
              (one) =>
                carTypes.length === 0 ||
                one.carTypes.length === 0 ||
                one.carTypes.some((kind) => carTypes.includes(kind)),
            )
            .map((one) => vipPlanOf(one, foreseen.with));
        }),
      shelf: (scope: Scope, { ids, shelf }: InputOf<Calls['shelf']>) =>
        db.scoped(scope, async (tx) => {
          if ((await countPlans(tx, ids)) < new Set(ids).size) throw new AppError('notFound');
          const state = shelf === '1' ? 'listed' : 'delisted';
          const changed = await setShelf(tx, ids, state, clock.now());
          await audit.recordAll(
            tx,
            changed.map((objectId) => ({
              call: 'plan.shelf',
              objectType: 'plan',
              objectId,
              changes: [{ field: 'shelf', before: state === 'listed' ? 'delisted' : 'listed', after: state }],
            })),
          );
          return null;
        }),
      chosen: async (tx: Tx, choice: { code: string; year: number; priceId?: string | undefined }) =>
        findSelectedPrice(await listedPlans(tx), choice),
    };
  },
  calls: planCalls,
  seed: seedPlans,
});
