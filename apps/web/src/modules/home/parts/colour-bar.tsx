import { countText, numberText, shareText } from '@anlan/contract/domain/number-text';
import { enterpriseMeasures } from '@anlan/contract/modules/enterprise/measures';
import type { StatisticsCount } from '@anlan/contract/modules/enterprise/statistics';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Card } from '#ui/page-head.tsx';
import { CountLink } from '#widgets/count-link.tsx';
import { meaningOf } from '#widgets/measured.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { colours, listAddress, withoutCause } from '../rules.ts';

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
            {parts.map(({ type, label, value, numerator, denominator, href, cause }) => (
              <li key={type}>
                <Link to={href ?? listAddress}>
                  <i style={{ background: dotOf(type) }} />
                  <span>{label}</span>
                  <b>{numberText(value)}</b>
                  <small>{shareText(numerator, denominator ?? 0)}</small>
                </Link>
                <small className="cause">
                  {cause ? (
                    <CountLink
                      to={cause.figure.href}
                      measureKey={cause.figure.measure}
                      meaning={meaningOf(enterpriseMeasures.ofCause, cause.figure).join('\n')}
                    >
                      {cause.label} {countText(cause.figure.value, '家')}
                    </CountLink>
                  ) : (
                    withoutCause[type]
                  )}
                </small>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
