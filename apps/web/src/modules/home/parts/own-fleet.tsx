import { numberText } from '@anlan/contract/domain/number-text';
import type { EnterpriseHome as Home } from '@anlan/contract/modules/home/home';
import { shiftMeasures } from '@anlan/contract/modules/shift/measures';
import { shiftStates } from '@anlan/contract/modules/shift/resource';
import { vehicleMeasures } from '@anlan/contract/modules/vehicle/measures';
import { Card } from '#ui/page-head.tsx';
import { Measured } from '#widgets/measured.tsx';
import './own-fleet.css';

const { roadworthy } = vehicleMeasures;
const { today } = shiftMeasures;
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
            <span title={roadworthy.definition}>{roadworthy.label}</span>
            <Measured measure={roadworthy} figure={vehicles}>
              <b>{numberText(vehicles.value)}</b>
            </Measured>
            <small>/ {numberText(vehicles.denominator)} 辆营运车辆</small>
          </p>
        )}
        {shifts && (
          <dl aria-label={today.label}>
            <dt title={today.definition}>{today.label}</dt>
            {shiftStates.map((state) => (
              <dd key={state}>
                {words[state]}{' '}
                <Measured measure={today} figure={shifts[state]}>
                  <b>{numberText(shifts[state].value)}</b>
                </Measured>
              </dd>
            ))}
          </dl>
        )}
      </div>
    </Card>
  );
}
