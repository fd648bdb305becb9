import { numberText } from '@anlan/contract/domain/number-text';
import type { DangerMonth } from '@anlan/contract/modules/home/home';
import { Empty } from '#ui/page-states.tsx';
import { axisOf } from '../rules.ts';
import './danger-trend.css';

const [wide, tall, left, top, bottom] = [560, 208, 44, 14, 26];

export function DangerTrend({ months }: { months: readonly DangerMonth[] }) {
  const most = Math.max(0, ...months.flatMap(({ found: foundCount, accepted }) => [foundCount, accepted]));
  if (most === 0) return <Empty icon="clock" title="近 12 个月还没有隐患" />;
  const axis = axisOf(most);
  const scale = axis.at(-1) ?? 1;
  const x = (at: number) => left + ((wide - left - 14) * at) / Math.max(1, months.length - 1);
  const y = (value: number) => top + (tall - top - bottom) * (1 - value / scale);
  const lineOf = (of: 'found' | 'accepted', from: number, to: number) =>
    months
      .slice(from, to)
      .map((month, at) => `${at === 0 ? 'M' : 'L'}${x(from + at).toFixed(1)} ${y(month[of]).toFixed(1)}`)
      .join('');
  const [now, end] = [months.at(-1), months.length - 1];
  const peak = months.reduce(
    (best, { found: foundCount }, at) => (foundCount > (months[best]?.found ?? 0) ? at : best),
    0,
  );
  return (
    <div className="danger-trend">
      <svg viewBox={`0 0 ${wide} ${tall}`} aria-hidden="true">
        {axis.map((value) => (
          <g key={value}>
            <line x1={left} x2={wide} y1={y(value)} y2={y(value)} className="grid" />
            <text x={left - 8} y={y(value) + 4} textAnchor="end">
              {numberText(value)}
            </text>
          </g>
        ))}
        {months.map(({ month }, at) => (
          <text key={month} x={x(at)} y={tall - 8} textAnchor="middle">
            {at === 0 || month.endsWith('-01') ? `${Number(month.slice(5))}月` : Number(month.slice(5))}
            {at === end ? '*' : ''}
          </text>
        ))}
        {(['accepted', 'found'] as const).map((of) => (
          <g key={of} className={of}>
            <path d={lineOf(of, 0, end)} />
            <path d={lineOf(of, Math.max(0, end - 1), end + 1)} className="now" />
            {now && <circle cx={x(end)} cy={y(now[of])} r="3.5" />}
          </g>
        ))}
        {peak !== end && (
          <text x={x(peak)} y={y(months[peak]?.found ?? 0) - 6} textAnchor="middle" className="value">
            {numberText(months[peak]?.found ?? 0)}
          </text>
        )}
        {now && (
          <text x={x(end)} y={y(Math.min(now.found, now.accepted)) + 18} textAnchor="end" className="value">
            {numberText(now.found)}
          </text>
        )}
      </svg>
      <details>
        <summary>查看表格</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">月份</th>
              <th scope="col">新增</th>
              <th scope="col">销号</th>
            </tr>
          </thead>
          <tbody>
            {months.toReversed().map(({ month, found: foundCount, accepted }) => (
              <tr key={month}>
                <th scope="row">{month}</th>
                <td>{numberText(foundCount)}</td>
                <td>{numberText(accepted)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}

export function TrendLegend({ months }: { months: readonly DangerMonth[] }) {
  const sum = (of: 'found' | 'accepted') => months.reduce((all, month) => all + month[of], 0);
  return (
    <p className="danger-trend-legend">
      <span className="found">
        <i aria-hidden="true" />
        新增 {numberText(sum('found'))}
      </span>
      <span className="accepted">
        <i aria-hidden="true" />
        销号 {numberText(sum('accepted'))}
      </span>
      <span>* 本月至今天</span>
    </p>
  );
}
