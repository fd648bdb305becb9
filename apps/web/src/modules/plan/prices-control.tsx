import { planPrice, type PlanPrice } from '@anlan/contract/modules/plan/resource';
import { Button, InputNumber, Select } from 'antd';
import * as z from 'zod/mini';
import type { Control } from '#kit/controls.tsx';
import { Icon } from '#ui/icon.tsx';
import { fenIn, welfares, yuanIn } from './rules.ts';
import './plan.css';

const isPrice = (value: unknown): value is PlanPrice => typeof value === 'object' && value !== null && 'year' in value;
const pricesIn = (value: unknown): PlanPrice[] => (Array.isArray(value) ? value.filter(isPrice) : []);
const begun = (held: readonly PlanPrice[]): PlanPrice => ({
  year: Math.min(10, Math.max(0, ...held.map(({ year }) => year)) + 1),
  transactionPrice: 0,
  money: 0,
  welfare: '0',
  giftMonth: 0,
});

/** Prices of a membership plan, one per line. Existing orders are not affected. */
export const PricesControl: Control = ({ value, onChange, id }) => {
  const held = pricesIn(value);
  const put = (at: number, part: Partial<PlanPrice>) =>
    onChange?.(held.map((price, place) => (place === at ? { ...price, ...part } : price)));
  return (
    <div className="plan-prices" id={id}>
      {held.map((price, at) => {
        const { id: priceId, year, transactionPrice, money, welfare, giftMonth } = price;
        const name = `第 ${at + 1} 个价格`;
        const wrong = z.safeParse(planPrice, z.encode(planPrice, price)).error?.issues[0]?.message;
        return (
          // A new price has no id; the index identifies it.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={priceId ?? `new ${at}`} className="plan-price">
            <InputNumber
              aria-label={`${name}年数`}
              suffix="年"
              min={1}
              max={10}
              precision={0}
              value={year}
              onChange={(next) => put(at, { year: next ?? 1 })}
            />
            <InputNumber
              aria-label={`${name}成交价`}
              prefix="¥"
              min={0}
              precision={2}
              placeholder="成交价"
              value={yuanIn(transactionPrice || undefined)}
              onChange={(next) =>
                put(at, { transactionPrice: fenIn(next), ...(money < fenIn(next) ? { money: fenIn(next) } : {}) })
              }
            />
            <Select
              aria-label={`${name}优惠方式`}
              options={[...welfares]}
              value={welfare}
              onChange={(next) => put(at, { welfare: next, giftMonth: next === '1' ? Math.max(1, giftMonth) : 0 })}
            />
            {welfare === '1' && (
              <InputNumber
                aria-label={`${name}赠送月数`}
                suffix="个月"
                min={1}
                max={36}
                precision={0}
                value={giftMonth}
                onChange={(next) => put(at, { giftMonth: next ?? 1 })}
              />
            )}
            {welfare === '2' && (
              <InputNumber
                aria-label={`${name}原价`}
                prefix="¥"
                min={0}
                precision={2}
                placeholder="原价"
                value={yuanIn(money || undefined)}
                onChange={(next) => put(at, { money: fenIn(next) })}
              />
            )}
            <Button
              type="text"
              danger
              aria-label={`移除${name}`}
              icon={<Icon name="close" size={16} />}
              onClick={() => onChange?.(held.filter((_price, place) => place !== at))}
            />
            {wrong && <small>{wrong}</small>}
          </div>
        );
      })}
      <Button
        icon={<Icon name="plus" size={16} />}
        disabled={held.length >= 10}
        onClick={() => onChange?.([...held, begun(held)])}
      >
        添加价格
      </Button>
    </div>
  );
};
