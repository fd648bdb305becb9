import { useId } from 'react';
import { yuanText } from '#widgets/money.ts';
import type { VipPrice } from '../calls.ts';

interface Props {
  prices: readonly VipPrice[];
  isExtension: boolean;
  value: string | null;
  problem: string | null;
  onChange: (id: string) => void;
}

/** The price list: term, price, gift months and resulting expiry date (CN-07). */
export function PlanChoice({ prices, isExtension, value, problem, onChange }: Props) {
  const id = useId();
  return (
    <fieldset className="vip-plans" role="radiogroup" aria-describedby={problem ? `${id}-problem` : undefined}>
      <legend>
        选择年限<small>{isExtension ? '从现有到期日起续' : '从今天起算'}</small>
      </legend>
      {prices.map((price) => (
        <Price key={price.id} price={price} group={id} isChosen={price.id === value} onChange={onChange} />
      ))}
      {problem && (
        <p id={`${id}-problem`} className="vip-problem" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

interface PriceProps {
  price: VipPrice;
  group: string;
  isChosen: boolean;
  onChange: (id: string) => void;
}

function Price({ price, group, isChosen, onChange }: PriceProps) {
  const { id, label, transactionPrice, money, welfare, giftMonth, monthly, membershipTo } = price;
  return (
    <label className={isChosen ? 'vip-plan on' : 'vip-plan'}>
      <input type="radio" name={group} value={id} checked={isChosen} onChange={() => onChange(id)} />
      <b>{label}</b>
      <b className="vip-price">
        {welfare === '2' && money > transactionPrice && <s>原价 {yuanText(money)}</s>}
        {yuanText(transactionPrice)}
      </b>
      <small>
        {welfare === '1' && giftMonth > 0 && (
          <>
            <em>赠 {giftMonth} 个月</em> ·{' '}
          </>
        )}
        到期日 {membershipTo}
      </small>
      <small className="vip-monthly">每月 {yuanText(monthly)}</small>
    </label>
  );
}
