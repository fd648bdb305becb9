import { numberText } from '@anlan/contract/domain/number-text';
import type { WaitingSide } from '@anlan/contract/modules/danger/views';
import { sideWords, waitingPath } from '../statistics.ts';
import { RowsLink } from './rows-link.tsx';

interface Props {
  sides: readonly WaitingSide[];
  area: { region: string | null };
  several: boolean;
}

const number = numberText;
const Count = ({ of, unit = '' }: { of: number; unit?: string }) =>
  of === 0 ? <span className="kit-none">0</span> : `${number(of)}${unit}`;

/** 轮到谁: number of waiting and late dangers for each party that must act. */
export function StatisticsSides({ sides, area, several }: Props) {
  const shown = sides.filter(({ side, waiting }) => several || side !== 'sample' || waiting > 0);
  return (
    <div className="danger-sums-sheet">
      <table aria-label="轮到谁" className="danger-sides">
        <thead>
          <tr>
            <th scope="col">环节</th>
            <th scope="col">等待办理</th>
            <th scope="col">其中超期</th>
            <th scope="col">超期天数合计</th>
            <th scope="col">最长超期</th>
            <th scope="col">抽样不合格</th>
            <th scope="col">超期按</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ side, waiting, late, lateDays, longestDays, sampleFailed }) => (
            <tr key={side}>
              <th scope="row">{sideWords[side].label}</th>
              <td>
                {waiting === 0 ? (
                  <span className="kit-none">0</span>
                ) : (
                  <RowsLink to={waitingPath(side, area)} title={`${sideWords[side].label}：查看这 ${waiting} 项`}>
                    {number(waiting)}
                  </RowsLink>
                )}
              </td>
              <td className={late > 0 ? 'danger-sides-late' : ''}>
                {late === 0 ? (
                  <span className="kit-none">0</span>
                ) : (
                  <RowsLink
                    to={waitingPath(side, area, { late: true })}
                    title={`${sideWords[side].label}：查看超期的 ${late} 项`}
                  >
                    {number(late)}
                  </RowsLink>
                )}
              </td>
              <td>
                <Count of={lateDays} unit=" 天" />
              </td>
              <td>
                <Count of={longestDays} unit=" 天" />
              </td>
              <td title="这段时间抽中、由该方销号而复核不合格的">
                {side === 'enterprise' || side === 'sample' ? (
                  <span className="kit-none">—</span>
                ) : (
                  <Count of={sampleFailed} />
                )}
              </td>
              <td className="danger-sides-limit">{sideWords[side].limit}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
