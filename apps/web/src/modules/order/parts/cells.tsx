import type { Order } from '@anlan/contract/modules/order/resource';
import { yuanText } from '#widgets/money.ts';
import { yearsText } from '../rules.ts';
import '../order.css';

export const TermCell = ({ row: { year, giftMonth } }: { row: Order }) => (
  <span className="list-two">
    {yearsText(year)}
    {giftMonth > 0 && <small>赠 {giftMonth} 个月</small>}
  </span>
);

export const PaidCell = ({ row: { price, paid, refunded, problem } }: { row: Order }) => (
  <span className="list-two">
    {yuanText(price)}
    {problem ? (
      <small className="order-fault" title={problem}>
        {problem}
      </small>
    ) : (
      paid > 0 && (
        <small>
          实付 {yuanText(paid)}
          {refunded > 0 && `，退 ${yuanText(refunded)}`}
        </small>
      )
    )}
  </span>
);
