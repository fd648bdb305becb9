// The tables of the danger statistics. Each number opens the counted dangers in the same tab.
import { numberText, percentText } from '@anlan/contract/domain/number-text';
import { addressesOf, type Measure } from '@anlan/contract/kit/measure';
import {
  daysOfLine,
  foundMeasures,
  sideWords,
  waitingMeasures,
} from '@anlan/contract/modules/danger/statistics-measures';
import type { DangerStatistics } from '@anlan/contract/modules/danger/views';
import { moneyText } from '#widgets/money.ts';
import { groupWords, type Group } from '../statistics.ts';
import { RowsLink } from './rows-link.tsx';

interface Props {
  read: DangerStatistics;
  area: string | undefined;
}
interface CountProps {
  measure: Measure;
  value: number | null;
  /** Address of the counted dangers; null if no list can show them. */
  to: string | null;
  tone?: 'bad' | undefined;
}

function textOf({ unit }: Measure, value: number): string {
  if (unit === '元') return moneyText(value);
  if (unit === '%') return percentText(value);
  return `${numberText(value)}${unit === '天' ? ' 天' : ''}`;
}

function StatisticsCount({ measure, value, to, tone }: CountProps) {
  const { key, definition, unit } = measure;
  if (value === null || (value === 0 && unit === '元')) return <span className="kit-none">—</span>;
  if (value === 0)
    return (
      <span className="kit-none" title={definition} data-measure={key}>
        {textOf(measure, 0)}
      </span>
    );
  return (
    <RowsLink to={to} meaning={definition} measureKey={key} tone={to === null ? undefined : tone}>
      {textOf(measure, value)}
    </RowsLink>
  );
}

const { foundInPeriod, acceptedInPeriod, acceptedRate, overdueInPeriod, lateInPeriod } = foundMeasures;
const { majorInPeriod, repeatsInPeriod, costInPeriod, samplePassed } = foundMeasures;

export function StatisticsSums({ read, area }: Props) {
  const { total, sampled, samplePassed: passed, sampleRate } = read;
  const sum = (measure: Measure, value: number | null, note: string, tone?: 'bad') => (
    <div>
      <dt>{measure.label}</dt>
      <dd>
        <b>
          <StatisticsCount
            measure={measure}
            value={value}
            to={addressesOf(measure, { today: read.to, area, days: read })?.rows ?? null}
            tone={tone}
          />
        </b>
        <small>{note}</small>
      </dd>
    </div>
  );
  return (
    <dl className="danger-sums">
      {sum(foundInPeriod, total.found, total.costFen > 0 ? `自报整改资金 ${moneyText(total.costFen)}` : '按发现日期')}
      {sum(acceptedRate, total.rate, `已销号 ${numberText(total.accepted)} / ${numberText(total.found)} 项`)}
      {sum(overdueInPeriod, total.overdue, `超期完成 ${numberText(total.late)} 项`, 'bad')}
      {sum(majorInPeriod, total.major, '含已销号')}
      {sum(repeatsInPeriod, total.repeats, '同类别、同部位')}
      {sum(samplePassed, sampleRate, sampled === 0 ? '这段时间没有抽样复核' : `通过 ${passed} / ${sampled} 项`)}
    </dl>
  );
}

type Side = DangerStatistics['sides'][number];
const { waiting, waitingLate, waitingLateDays, waitingLongest, sampleFailed } = waitingMeasures;

/** 轮到谁: number of waiting and late dangers for each party that must act. */
export function StatisticsSides({ read, area, several }: Props & { several: boolean }) {
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

type Line = DangerStatistics['total'];

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

export function StatisticsTable({ read, group, area }: Props & { group: Group }) {
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
