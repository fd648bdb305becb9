import { useQueries } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Card } from '#ui/page-head.tsx';
import { Bones, Empty, LoadFailed } from '#ui/states.tsx';
import { countOf, supervised } from '../calls.ts';
import { colours, listAddress } from '../rules.ts';

/** How many enterprises stand in each of the four colours. */
export function ColourBar() {
  const counts = useQueries({ queries: colours.map(({ color }) => countOf({ status: supervised, color: [color] })) });
  const failed = counts.find(({ error }) => error !== null);
  const ready = counts.every(({ data }) => data !== undefined);
  const total = counts.reduce((sum, { data }) => sum + (data ?? 0), 0);
  const retry = () => counts.forEach(({ error, refetch }) => error && void refetch());
  return (
    <Card title="风险四色分布" note="监管企业数">
      {failed?.error ? (
        <LoadFailed error={failed.error} onRetry={retry} />
      ) : !ready ? (
        <Bones height={148} />
      ) : total === 0 ? (
        <Empty icon="building" title="还没有监管企业" />
      ) : (
        <>
          <div className="bar" aria-hidden="true">
            {colours.map(({ color, dot }, i) =>
              counts[i]?.data ? <i key={color} style={{ flexGrow: counts[i].data, background: dot }} /> : null,
            )}
          </div>
          <ul className="legend">
            {colours.map(({ color, label, dot }, i) => (
              <li key={color}>
                <Link to={listAddress({ status: supervised, color: [color] })}>
                  <i style={{ background: dot }} />
                  <span>{label}</span>
                  <b>{(counts[i]?.data ?? 0).toLocaleString('zh-CN')}</b>
                  <small>{(((counts[i]?.data ?? 0) / total) * 100).toFixed(1)}%</small>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
