import type { OrderBooks } from '@anlan/contract/modules/order/views';
import { yuanText } from '#widgets/money.ts';
import { Months, MonthsLegend } from './months.tsx';

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);

export function MonthsCard({ books }: { books: OrderBooks }) {
  const { groups, monthsBack, giftBack, membershipFrom, membershipTo } = books;
  const [bought, giftGroups] = [groups.filter(({ gift }) => !gift), groups.filter(({ gift }) => gift)];
  const [paid, gift] = [sum(bought.map(({ months }) => months)), sum(giftGroups.map(({ months }) => months))];
  if (paid + gift === 0) return null;
  return (
    <section className="card" aria-label="从入账到会员日">
      <header>
        <h2>从入账到会员日</h2>
        <small>
          {paid} 个付费月{gift > 0 && ` + ${gift} 个赠送月`}
          {monthsBack + giftBack > 0 && `，已收回 ${monthsBack + giftBack} 个月`}
        </small>
        <span className="more">
          <MonthsLegend />
        </span>
      </header>
      <div className="card-body order-months">
        <Months paid={paid} gift={gift} paidBack={monthsBack} giftBack={giftBack} lettered />
        {membershipTo && (
          <p>
            <span>{membershipFrom && `${membershipFrom} 起`}</span>
            <span>{membershipTo} 止</span>
          </p>
        )}
        <p>
          {bought.map(({ months, each }, at) => (
            <span key={each}>
              {bought.length > 1 && (at === 0 ? `前 ${months} 个月 ` : `后 ${months} 个月 `)}
              <b>{yuanText(each)}</b> × {months}
            </span>
          ))}
          {gift > 0 && (
            <span>
              赠送 {gift} 个月 <b>{yuanText(0)}</b>
            </span>
          )}
          <span className="order-total">
            合计 <b>{yuanText(sum(bought.map(({ months, each }) => months * each)))}</b>
          </span>
        </p>
      </div>
    </section>
  );
}
