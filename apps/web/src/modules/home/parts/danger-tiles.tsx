import { dayOf } from '@anlan/contract/domain/instant';
import type { Measure } from '@anlan/contract/kit/measure';
import { dangerMeasures } from '@anlan/contract/modules/danger/measures';
import type { RegulatorHome } from '@anlan/contract/modules/home/home';
import { warningMeasures } from '@anlan/contract/modules/warning/measures';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Measured, MeasuredCount } from '#widgets/measured.tsx';
import { FigureTile } from './figure-tile.tsx';

const tiles: readonly {
  of: 'overdue' | 'recheck' | 'openMajor' | 'expiring';
  measure: Measure;
  note: (home: RegulatorHome) => ReactNode;
  tone: (home: RegulatorHome) => boolean;
}[] = [
  {
    of: 'overdue',
    measure: dangerMeasures.overdue,
    note: ({ overdue, overdueEnterprises, overdueLongest, overdueToday, asOf }) =>
      overdue.value === 0 ? (
        '没有超期的隐患'
      ) : (
        <>
          涉及 <span data-measure="danger.overdueEnterprises">{overdueEnterprises}</span> 家，最久{' '}
          <span data-measure="danger.overdueLongest">{overdueLongest ?? 0}</span> 天 · 今天新增{' '}
          <MeasuredCount measure={dangerMeasures.overdueToday} value={overdueToday} today={dayOf(asOf)} />
        </>
      ),
    tone: () => true,
  },
  {
    of: 'recheck',
    measure: dangerMeasures.regulatorRecheck,
    note: ({ recheck, recheckLate, asOf }) =>
      recheckLate > 0 ? (
        <>
          <MeasuredCount measure={dangerMeasures.regulatorRecheckLate} value={recheckLate} today={dayOf(asOf)} /> 项已超
          5 个工作日，计入监管方
        </>
      ) : recheck.value === 0 ? (
        '没有等待复查的隐患'
      ) : (
        '都在 5 个工作日内'
      ),
    tone: ({ recheckLate }) => recheckLate > 0,
  },
  {
    of: 'openMajor',
    measure: dangerMeasures.openMajor,
    note: ({ listed }) => (
      <>
        挂牌 <Measured measure={dangerMeasures.openListed} figure={listed} />
      </>
    ),
    tone: () => false,
  },
  {
    of: 'expiring',
    measure: warningMeasures.expiring,
    note: ({ expired }) =>
      expired.value === 0 ? (
        '没有已过期的事项'
      ) : (
        <>
          另有已过期 <Measured measure={warningMeasures.expired} figure={expired} /> 件
        </>
      ),
    tone: ({ expired }) => (expired.value ?? 0) > 0,
  },
];

export function DangerTiles({ home: { data, error, refetch } }: { home: UseQueryResult<RegulatorHome> }) {
  return (
    <div className="tiles four">
      {tiles.map(({ of, measure, note, tone }) => (
        <FigureTile
          key={of}
          measure={measure}
          note={data ? note(data) : ''}
          {...(data && tone(data) ? { tone: 'bad' as const } : {})}
          figure={data?.[of]}
          error={error}
          onRetry={() => void refetch()}
        />
      ))}
    </div>
  );
}
