import { addressesOf, type Measure } from '@anlan/contract/kit/measure';
import { sideWords, waitingMeasures } from '@anlan/contract/modules/danger/statistics-measures';
import type { DangerStatistics } from '@anlan/contract/modules/danger/views';
import { StatisticsCount } from './statistics-count.tsx';

interface Props {
  read: DangerStatistics;
  area: string | undefined;
  several: boolean;
}
type Side = DangerStatistics['sides'][number];
const { waiting, waitingLate, waitingLateDays, waitingLongest, sampleFailed } = waitingMeasures;

/** 轮到谁: number of waiting and late dangers for each party that must act. */
export function StatisticsSides({ read, area, several }: Props) {
  const shown = read.sides.filter(({ side, waiting: count }) => several || side !== 'sample' || count > 0);
  const count = (measure: Measure, one: Side, value: number, tone?: 'bad') => {
    const to = addressesOf(measure, { today: read.to, area, days: read, line: one })?.rows ?? null;
    return <StatisticsCount measure={measure} value={value} to={to} tone={tone} />;
  };
  return (
    <div className="danger-sums-sheet">
      <table aria-label="轮到谁" className="danger-sides">
        <thead>
          <tr>
            <th scope="col">环节</th>
            {Object.values(waitingMeasures).map(({ key, label, definition }) => (
              <th key={key} scope="col" title={definition}>
                {label}
              </th>
            ))}
            <th scope="col">超期按</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((one) => (
            <tr key={one.side}>
              <th scope="row">{sideWords[one.side].label}</th>
              <td>{count(waiting, one, one.waiting)}</td>
              <td className={one.late > 0 ? 'danger-sides-late' : ''}>{count(waitingLate, one, one.late)}</td>
              <td>{count(waitingLateDays, one, one.lateDays)}</td>
              <td>{count(waitingLongest, one, one.longestDays)}</td>
              <td>
                {one.side === 'enterprise' || one.side === 'sample' ? (
                  <span className="kit-none">—</span>
                ) : (
                  count(sampleFailed, one, one.sampleFailed)
                )}
              </td>
              <td className="danger-sides-limit">{sideWords[one.side].limit}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
