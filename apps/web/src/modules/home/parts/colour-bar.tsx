import { numberText, shareText } from '@anlan/contract/domain/number-text';
import type { StatisticsCount } from '@anlan/contract/modules/enterprise/statistics';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Card } from '#ui/page-head.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { colorMeanings, colours, listAddress } from '../rules.ts';

export function ColourBar({ counts: { data, error, refetch } }: { counts: UseQueryResult<StatisticsCount> }) {
  const parts = data?.byColor ?? [];
  const dotOf = (type: string) => colours.find(({ color }) => color === type)?.dot;
  return (
    <Card
      title="企业四色"
      note="监管企业数"
      more={
        <Link className="link" to="/bus/enterprise/map">
          看地图
        </Link>
      }
    >
      {error && !data ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={188} />
      ) : data.supervised.value === 0 ? (
        <Empty icon="building" title="还没有监管企业" />
      ) : (
        <>
          <div className="bar" aria-hidden="true">
            {parts.map(({ type, value }) =>
              value ? <i key={type} style={{ flexGrow: value, background: dotOf(type) }} /> : null,
            )}
          </div>
          <ul className="legend">
            {parts.map(({ type, label, value, numerator, denominator, href }) => (
              <li key={type}>
                <Link to={href ?? listAddress}>
                  <i style={{ background: dotOf(type) }} />
                  <span title={colorMeanings[type]}>
                    {label}
                    <em>{colorMeanings[type]}</em>
                  </span>
                  <b>{numberText(value)}</b>
                  <small>{shareText(numerator, denominator ?? 0)}</small>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
