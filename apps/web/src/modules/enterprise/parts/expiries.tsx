import { expiryItems, type Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { Card } from '#ui/page-head.tsx';
import { expiries, today } from '../rules.ts';

export function Expiries({ row }: { row: Enterprise }) {
  const upcomingExpiries = expiries(row, today());
  return (
    <Card title="到期提醒" note={upcomingExpiries.length === 0 ? '' : `${upcomingExpiries.length} 项`}>
      {upcomingExpiries.length === 0 ? (
        <p className="sub">还没有登记{Object.values(expiryItems).join('、')}的日期</p>
      ) : (
        <ul className="expiries">
          {upcomingExpiries.map(({ item, label, on, leftDays, tone }) => (
            <li key={item}>
              <span>{label}</span>
              <span className={`expiry-${tone}`}>
                {on}
                <small>
                  {leftDays < 0 ? `已过期 ${-leftDays} 天` : leftDays === 0 ? '今天到期' : `剩 ${leftDays} 天`}
                </small>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
