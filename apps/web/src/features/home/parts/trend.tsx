import { numberText } from '@anlan/contract/domain/number-text';
import { enterpriseColor } from '@anlan/contract/domain/enterprise-codes';
import type { StatisticsCount } from '@anlan/contract/domain/enterprise-statistics';
import { Empty } from '#ui/states.tsx';
import { DictText } from '#widgets/dict-tag.tsx';
import { colours } from '../rules.ts';
import './shares.css';

type Month = StatisticsCount['trend'][number];

const height = 132;
const step = 50;
const wide = 26;
// From the ground up: what is well below, what is worst on top.
const upwards = colours.toReversed();

/** Colours of the last months as bars, and the same as a table. */
export function Trend({ months }: { months: readonly Month[] }) {
  const sums = months.map((month) => colours.reduce((sum, { color }) => sum + month[color], 0));
  const most = Math.max(...sums, 1);
  if (Math.max(...sums, 0) === 0) return <Empty icon="clock" title="还没有可以比较的月份" />;
  const left = (12 - months.length) * step;
  return (
    <div className="trend">
      <svg viewBox={`0 0 ${12 * step} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {months.map((month, at) => {
          let ground = height;
          const x = left + at * step + (step - wide) / 2;
          return (
            <g key={month.month}>
              {upwards.map(({ color, dot, label }) => {
                const tall = (month[color] / most) * (height - 16);
                ground -= tall;
                return tall > 0 ? (
                  <rect key={color} x={x} y={ground} width={wide} height={Math.max(tall, 1)} style={{ fill: dot }}>
                    <title>{`${month.month} ${label} ${numberText(month[color])} 家`}</title>
                  </rect>
                ) : null;
              })}
            </g>
          );
        })}
      </svg>
      <div className="trend-months" aria-hidden="true">
        {Array.from({ length: 12 - months.length }, (_, at) => (
          <span key={at} />
        ))}
        {months.map(({ month }) => (
          <span key={month}>{Number(month.slice(5))}月</span>
        ))}
      </div>
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
                  <td>{numberText(colours.reduce((sum, { color }) => sum + month[color], 0))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </div>
  );
}
