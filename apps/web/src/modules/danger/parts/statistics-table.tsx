import { addressesOf, type Measure } from '@anlan/contract/kit/measure';
import { daysOfLine, foundMeasures } from '@anlan/contract/modules/danger/statistics-measures';
import type { DangerStatistics } from '@anlan/contract/modules/danger/views';
import { groupWords, type Group } from '../statistics.ts';
import { StatisticsCount } from './statistics-count.tsx';

type Line = DangerStatistics['total'];
interface Props {
  read: DangerStatistics;
  group: Group;
  area: string | undefined;
}

const { foundInPeriod, acceptedInPeriod, acceptedRate, overdueInPeriod, lateInPeriod } = foundMeasures;
const { majorInPeriod, repeatsInPeriod, costInPeriod } = foundMeasures;
const columns = [
  [foundInPeriod, 'found', '发现'],
  [acceptedInPeriod, 'accepted', '已销号'],
  [acceptedRate, 'rate', '整改率'],
  [overdueInPeriod, 'overdue', '超期未改'],
  [lateInPeriod, 'late', '超期完成'],
  [majorInPeriod, 'major', '重大'],
  [repeatsInPeriod, 'repeats', '重复'],
  [costInPeriod, 'costFen', '自报整改资金'],
] as const satisfies [Measure, keyof Line, string][];

export function StatisticsTable({ read, group, area }: Props) {
  const most = Math.max(1, ...read.lines.map(({ found: foundCount }) => foundCount));
  const addressOf = (measure: Measure, line: Line, isSum: boolean): string | null => {
    const named = { group, key: line.key };
    const at = isSum ? { days: read } : { days: daysOfLine(named, read), line: named };
    return addressesOf(measure, { today: read.to, area, ...at })?.rows ?? null;
  };
  const row = (line: Line, isSum: boolean) => (
    <>
      <th scope="row" title={line.label}>
        {line.label}
      </th>
      <td className="danger-sums-bar">
        {!isSum && (
          <i aria-hidden>
            <i style={{ width: `${(100 * line.accepted) / most}%` }} />
            <i className="left" style={{ width: `${(100 * (line.found - line.accepted)) / most}%` }} />
          </i>
        )}
      </td>
      {columns.map(([measure, field]) => (
        <td key={field}>
          <StatisticsCount
            measure={measure}
            value={line[field]}
            to={addressOf(measure, line, isSum)}
            tone={field === 'overdue' ? 'bad' : undefined}
          />
        </td>
      ))}
    </>
  );
  return (
    <div className="danger-sums-sheet">
      <table aria-label={`隐患统计，${groupWords[group]}`}>
        <thead>
          <tr>
            <th scope="col">{groupWords[group].slice(1)}</th>
            <th scope="col">
              <span className="danger-sums-key">
                <i aria-hidden />
                已销号
                <i aria-hidden className="left" />
                未销号
              </span>
            </th>
            {columns.map(([{ definition }, field, label]) => (
              <th key={field} scope="col" title={definition}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {read.lines.map((line) => (
            <tr key={line.key}>{row(line, false)}</tr>
          ))}
        </tbody>
        <tfoot>
          <tr>{row(read.total, true)}</tr>
        </tfoot>
      </table>
    </div>
  );
}
