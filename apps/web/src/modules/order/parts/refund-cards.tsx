import type { RefundView } from '@anlan/contract/modules/order/views';
import { refundStateNames, refundStateTones, vendorNames } from '@anlan/contract/modules/order/words';
import { formatInstant } from '@anlan/contract/domain/instant';
import { yuanText } from '#widgets/money.ts';
import { RefundActs } from './refund-acts.tsx';

export function RefundCards({ refunds }: { refunds: readonly RefundView[] }) {
  if (refunds.length === 0) return null;
  return (
    <section className="card" aria-label="退款">
      <header>
        <h2>退款</h2>
        <small>{refunds.length} 笔</small>
      </header>
      <ul className="card-body order-refunds">
        {refunds.map((refund) => (
          <li key={refund.id}>
            <div>
              <b>{yuanText(refund.amount)}</b>
              <span className={`tag tone-${refundStateTones[refund.state]}`}>{refundStateNames[refund.state]}</span>
              <small>
                {refund.refundNo} · {vendorNames[refund.vendor]}
                {refund.automatic ? ' · 系统自动退回' : ` · 收回 ${refund.months + refund.giftMonth} 个月`}
              </small>
            </div>
            <p>{refund.reason}</p>
            <small>
              {refund.askedBy && `${refund.askedBy} 申请于 `}
              {formatInstant(refund.askedAt).slice(0, 16)}
              {refund.decidedBy &&
                refund.decidedAt &&
                `；${refund.decidedBy} 复核于 ${formatInstant(refund.decidedAt).slice(0, 16)}`}
              {refund.opinion && `，意见：${refund.opinion}`}
            </small>
            {refund.failure && <p className="order-fault">{refund.failure}</p>}
            <RefundActs refund={refund} />
          </li>
        ))}
      </ul>
    </section>
  );
}
