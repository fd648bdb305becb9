import { numberText, percentText } from '@anlan/contract/domain/number-text';
import type { DangerStatistics } from '@anlan/contract/modules/danger/views';
import { moneyText } from '#widgets/money.ts';
import { groupWords, rowsOf, type Counted, type Group } from '../statistics.ts';
import { RowsLink } from './rows-link.tsx';

type Line = DangerStatistics['total'];
interface Props {
  read: DangerStatistics;
  group: Group;
  area: { region: string | null };
}

const number = numberText;

export function StatisticsTable({ read, group, area }: Props) {
  const most = Math.max(1, ...read.lines.map(({ found: foundCount }) => foundCount));
  const cell = (line: Line, of: Counted, isSum: boolean, tone?: 'bad') =>
    line[of] === 0 ? (
      <span className="kit-none">0</span>
    ) : line.key === '' && !isSum ? (
      // Show a number without a link: the danger list cannot filter for a missing department.
      number(line[of])
    ) : (
      <RowsLink
        to={rowsOf(of, read, area, isSum ? undefined : { group, key: line.key })}
        title={`${line.label}：查看这 ${line[of]} 项`}
        {...(tone ? { tone } : {})}
      >
        {number(line[of])}
      </RowsLink>
    );
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
      <td>{cell(line, 'found', isSum)}</td>
      <td>{cell(line, 'accepted', isSum)}</td>
      <td>{line.rate === null ? <span className="kit-none">—</span> : percentText(line.rate)}</td>
      <td>{cell(line, 'overdue', isSum, 'bad')}</td>
      <td>{line.late === 0 ? <span className="kit-none">0</span> : number(line.late)}</td>
      <td>{cell(line, 'major', isSum)}</td>
      <td>{cell(line, 'repeats', isSum)}</td>
      <td>{line.costFen === 0 ? <span className="kit-none">—</span> : moneyText(line.costFen)}</td>
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
            <th scope="col">发现</th>
            <th scope="col">已销号</th>
            <th scope="col">整改率</th>
            <th scope="col">超期未改</th>
            <th scope="col">超期完成</th>
            <th scope="col">重大</th>
            <th scope="col">重复</th>
            <th scope="col">自报整改资金</th>
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
