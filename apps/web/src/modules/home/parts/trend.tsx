import { numberText } from '@anlan/contract/domain/number-text';
import { enterpriseColor } from '@anlan/contract/modules/enterprise/codes';
import type { StatisticsCount } from '@anlan/contract/modules/enterprise/statistics';
import { Empty } from '#ui/page-states.tsx';
import { DictText } from '#widgets/dict-tag.tsx';
import { axisOf, colours } from '../rules.ts';
import { bandHeights } from './trend-band-heights.ts';
import './trend-and-rates.css';

type Month = StatisticsCount['trend'][number];

const [wide, tall, left, top, bottom] = [560, 208, 44, 18, 26];
const bar = 26;
// Draw the bands of a bar from best (bottom) to worst (top).
const upwards = colours.toReversed();
const sumOf = (month: Month) => colours.reduce((sum, { color }) => sum + month[color], 0);

export function Trend({ months }: { months: readonly Month[] }) {
  const sums = months.map(sumOf);
  const most = Math.max(...sums, 0);
  if (most === 0) return <Empty icon="clock" title="还没有可以比较的月份" />;
  const axis = axisOf(most);
  const scale = axis.at(-1) ?? 1;
  const plot = tall - top - bottom;
  const step = (wide - left) / 12;
  const x = (at: number) => left + (12 - months.length + at + 0.5) * step;
  const y = (value: number) => top + plot * (1 - value / scale);
  const end = months.length - 1;
  const labelledIndexes = new Set([end, sums.indexOf(most)]);
  return (
    <div className="trend">
      <ul className="trend-legend" aria-label="本月各颜色的企业数">
        {colours.map(({ color, dot }) => (
          <li key={color}>
            <i style={{ background: dot }} aria-hidden="true" />
            <DictText type="enterpriseColor" value={color} codes={enterpriseColor} />{' '}
            {numberText(months[end]?.[color] ?? 0)}
          </li>
        ))}
      </ul>
      <svg viewBox={`0 0 ${wide} ${tall}`} aria-hidden="true">
        {axis.map((value) => (
          <g key={value}>
            <line x1={left} x2={wide} y1={y(value)} y2={y(value)} />
            <text x={left - 8} y={y(value) + 4} textAnchor="end">
              {numberText(value)}
            </text>
          </g>
        ))}
        {months.map((month, at) => {
          const heights = bandHeights(
            upwards.map(({ color }) => month[color]),
            scale,
            plot,
          );
          let ground = top + plot;
          return (
            <g key={month.month}>
              {upwards.map(({ color, dot, label }, band) => {
                const height = heights[band] ?? 0;
                ground -= height;
                return height > 0 ? (
                  <rect key={color} x={x(at) - bar / 2} y={ground} width={bar} height={height} style={{ fill: dot }}>
                    <title>{`${month.month} ${label} ${numberText(month[color])} 家`}</title>
                  </rect>
                ) : null;
              })}
              {labelledIndexes.has(at) && (
                <text x={x(at)} y={ground - 5} textAnchor="middle" className="value">
                  {numberText(sums[at])}
                </text>
              )}
              <text x={x(at)} y={tall - 8} textAnchor="middle">
                {at === 0 || month.month.endsWith('-01')
                  ? `${Number(month.month.slice(5))}月`
                  : Number(month.month.slice(5))}
              </text>
            </g>
          );
        })}
      </svg>
      <details>
        <summary>查看表格</summary>
        <div className="trend-table">
          <table>
            <thead>
              <tr>
                <th scope="col">月份</th>
                {colours.map(({ color }) => (
                  <th key={color} scope="col">
                    <DictText type="enterpriseColor" value={color} codes={enterpriseColor} />
                  </th>
                ))}
                <th scope="col">合计</th>
              </tr>
            </thead>
            <tbody>
              {months.toReversed().map((month) => (
                <tr key={month.month}>
                  <th scope="row">{month.month}</th>
                  {colours.map(({ color }) => (
                    <td key={color}>{numberText(month[color])}</td>
                  ))}
                  <td>{numberText(sumOf(month))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </div>
  );
}
