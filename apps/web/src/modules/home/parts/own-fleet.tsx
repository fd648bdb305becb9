import { numberText } from '@anlan/contract/domain/number-text';
import type { EnterpriseHome as Home } from '@anlan/contract/modules/home/home';
import { ownNumbers } from '@anlan/contract/modules/home/numbers';
import { shiftStates } from '@anlan/contract/modules/shift/resource';
import { Card } from '#ui/page-head.tsx';
import { Door } from '#widgets/door.tsx';
import './own-fleet.css';

const words = {
  planned: '待发',
  checked: '已安检',
  departed: '已发班',
  arrived: '已到达',
  cancelled: '已取消',
} as const;

/** 可营运车辆 and 今日班次: what drives today, for an enterprise that has vehicles. */
export function OwnFleet({ home: { vehicles, shifts } }: { home: Home }) {
  if (vehicles === null && shifts === null) return null;
  return (
    <Card title="营运">
      <div className="own-fleet">
        {vehicles && (
          <p>
            <span title={ownNumbers.vehicles.definition}>{ownNumbers.vehicles.label}</span>
            <Door to={vehicles.href} meaning={ownNumbers.vehicles.definition}>
              <b>{numberText(vehicles.numerator)}</b>
            </Door>
            <small>/ {numberText(vehicles.denominator)} 辆营运车辆</small>
          </p>
        )}
        {shifts && (
          <dl aria-label={ownNumbers.shifts.label}>
            <dt title={ownNumbers.shifts.definition}>{ownNumbers.shifts.label}</dt>
            {shiftStates.map((state) => (
              <dd key={state}>
                {words[state]}{' '}
                <Door to={shifts[state].href}>
                  <b>{numberText(shifts[state].value)}</b>
                </Door>
              </dd>
            ))}
          </dl>
        )}
      </div>
    </Card>
  );
}
