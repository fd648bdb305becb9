import type { VipPlan, VipPrice } from '@anlan/contract/modules/plan/views';
import type { PlanPrice } from '@anlan/contract/modules/plan/resource';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { ListedPlan, StoredPrice } from './plan-store.ts';

/** Adds ids to prices, because orders refer to them; an unchanged price retains its id. */
export function withPriceIds(prices: readonly PlanPrice[]): StoredPrice[] {
  const used = new Set<string>();
  return prices.map((price) => {
    const id = price.id !== undefined && !used.has(price.id) ? price.id : newId();
    used.add(id);
    return { ...price, id };
  });
}

export function priceProblem(prices: readonly PlanPrice[]): string | null {
  for (const { welfare, giftMonth, money, transactionPrice } of prices) {
    if (welfare === '1' && giftMonth === 0) return '赠送月数的价格请填写赠送几个月';
    if (welfare !== '1' && giftMonth > 0) return '只有优惠方式为赠送月数时可以填写赠送月数';
    if (welfare === '2' && money <= transactionPrice) return '显示原价时，原价应高于成交价';
  }
  return null;
}

/** Label of the duration: '1年', or '连续N年' for several years (CN-07). */
const yearLabel = (year: number): string => (year === 1 ? '1年' : `连续${year}年`);

export function vipPlanOf(plan: ListedPlan, endsWith: (months: number) => string): VipPlan {
  const { edition: _, tenantId: _own, priceList, ...shown } = plan;
  const prices = priceList.toSorted(
    (one, other) => one.year - other.year || one.transactionPrice - other.transactionPrice,
  );
  return {
    ...shown,
    priceList: prices.map((price): VipPrice => {
      const months = price.year * 12 + price.giftMonth;
      return {
        ...price,
        label: yearLabel(price.year),
        code: plan.code,
        name: plan.name,
        monthly: Math.ceil(price.transactionPrice / months),
        membershipTo: endsWith(months),
      };
    }),
  };
}

export function findSelectedPrice(
  plans: readonly ListedPlan[],
  { code, year, priceId }: { code: string; year: number; priceId?: string | undefined },
): { plan: ListedPlan; price: StoredPrice } {
  for (const plan of plans.filter((one) => one.code === code)) {
    const price = plan.priceList.find((one) => one.year === year && (priceId === undefined || one.id === priceId));
    if (price) return { plan, price };
  }
  throw new AppError('invalid', '套餐已下架或价格已调整，请重新选择');
}
