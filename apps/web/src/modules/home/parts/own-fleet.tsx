import { numberText } from '@anlan/contract/domain/number-text';
import type { EnterpriseHome as Home } from '@anlan/contract/modules/home/home';
import { enterpriseHomeNumbers } from '@anlan/contract/modules/home/number-definitions';
import { shiftStates } from '@anlan/contract/modules/shift/resource';
import { Card } from '#ui/page-head.tsx';
import { CountLink } from '#widgets/count-link.tsx';
import './own-fleet.css';

const words = {
  planned: '待发',
  checked: '已安检',
  departed: '已发班',
  arrived: '已到达',
  cancelled: '已取消',
} as const;

export function OwnFleet({ home: { vehicles, shifts } }: { home: Home }) {
  if (vehicles === null && shifts === null) return null;
  return (
    <Card title="营运">
      <div className="own-fleet">
        {vehicles && (
          <p>
            <span title={enterpriseHomeNumbers.vehicles.definition}>{enterpriseHomeNumbers.vehicles.label}</span>
            <CountLink to={vehicles.href} meaning={enterpriseHomeNumbers.vehicles.definition}>
              <b>{numberText(vehicles.numerator)}</b>
            </CountLink>
            <small>/ {numberText(vehicles.denominator)} 辆营运车辆</small>
          </p>
        )}
        {shifts && (
          <dl aria-label={enterpriseHomeNumbers.shifts.label}>
            <dt title={enterpriseHomeNumbers.shifts.definition}>{enterpriseHomeNumbers.shifts.label}</dt>
            {shiftStates.map((state) => (
              <dd key={state}>
                {words[state]}{' '}
                <CountLink to={shifts[state].href}>
                  <b>{numberText(shifts[state].value)}</b>
                </CountLink>
              </dd>
            ))}
          </dl>
        )}
      </div>
    </Card>
  );
}
