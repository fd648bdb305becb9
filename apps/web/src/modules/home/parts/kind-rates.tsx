import { numberText, percentText } from '@anlan/contract/domain/number-text';
import type { KindShare } from '@anlan/contract/modules/enterprise/statistics';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Card } from '#ui/page-head.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { kindShares } from '../calls.ts';
import { kindsChart, listAddress } from '../rules.ts';
import { Enlarge } from './enlarge-chart-button.tsx';
import './trend-and-rates.css';

export function KindRates() {
  const { data, error, refetch } = useQuery(kindShares);
  return (
    <Card
      title="分行业入驻与完善"
      note="占该行业监管企业"
      more={
        data && data.joined.length > 0 ? (
          <Enlarge
            title="分行业入驻与完善"
            note="已登录过的、档案已完善的企业占该行业监管企业的比例"
            data={() => kindsChart(data.joined, data.perfect)}
          />
        ) : undefined
      }
    >
      {error && !data ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={220} />
      ) : data.joined.length === 0 ? (
        <Empty icon="building" title="还没有监管企业" />
      ) : (
        <table className="kind-rates">
          <thead>
            <tr>
              <th scope="col">监管行业</th>
              <th scope="col">入驻率</th>
              <th scope="col">档案完善</th>
            </tr>
          </thead>
          <tbody>
            {data.joined.map((joined) => (
              <tr key={joined.type}>
                <th scope="row">
                  <Link to={joined.figure.href ?? listAddress}>
                    {joined.label}
                    <small>{numberText(joined.total)} 家</small>
                  </Link>
                </th>
                <Share of={joined} what="入驻率" />
                <Share of={data.perfect.find(({ type }) => type === joined.type)} what="档案完善" />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function Share({ of, what }: { of: KindShare | undefined; what: string }) {
  if (!of) return <td>—</td>;
  const { value, href, partHref } = of.figure;
  return (
    <td>
      <Link
        to={partHref ?? href ?? listAddress}
        aria-label={`${of.label}${what} ${percentText(value)}，${of.value} / ${of.total} 家`}
      >
        <i aria-hidden="true">
          <i style={{ width: `${value ?? 0}%` }} />
        </i>
        <span>{percentText(value)}</span>
      </Link>
    </td>
  );
}
