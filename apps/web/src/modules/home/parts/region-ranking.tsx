import { numberText } from '@anlan/contract/domain/number-text';
import type { StatisticsCount } from '@anlan/contract/modules/enterprise/statistics';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Card } from '#ui/page-head.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { listAddress, regionChart, restText } from '../rules.ts';
import './danger-ranking.css';
import { Enlarge } from './enlarge-chart-button.tsx';

const shown = 6;

export function RegionRanking({ counts: { data, error, refetch } }: { counts: UseQueryResult<StatisticsCount> }) {
  const all = (data?.byRegion ?? []).toSorted((one, other) => (other.value ?? 0) - (one.value ?? 0));
  const most = Math.max(1, ...all.map(({ value }) => value ?? 0));
  return (
    <Card
      title="区域分布"
      note="监管企业数，从多到少"
      more={
        all.length > 0 && (
          <Enlarge title="区域分布" note="各区域的监管企业数（状态为正常或停产停业）" data={() => regionChart(all)} />
        )
      }
    >
      {error && !data ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={188} />
      ) : all.length === 0 ? (
        <Empty icon="building" title="还没有监管企业" />
      ) : (
        <>
          <ul className="ranking">
            {all.slice(0, shown).map(({ type, label, value, href }) => (
              <li key={type}>
                <Link to={href ?? listAddress}>
                  <span title={label}>{label || '未填区划'}</span>
                  <i aria-hidden="true">
                    <i style={{ width: `${((value ?? 0) / most) * 100}%` }} />
                  </i>
                  <b>{numberText(value)}</b>
                </Link>
              </li>
            ))}
          </ul>
          {restText(all, shown) && <p className="ranking-rest">{restText(all, shown)}</p>}
        </>
      )}
    </Card>
  );
}
