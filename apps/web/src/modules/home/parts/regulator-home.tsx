import { Measured, MeasuredCount } from '#widgets/measured.tsx';
import { noticeMeasures } from '@anlan/contract/modules/notice/measures';
import { dayOf } from '@anlan/contract/domain/instant';
import { numberText } from '@anlan/contract/domain/number-text';
import type { Measure } from '@anlan/contract/kit/measure';
import { dangerMeasures } from '@anlan/contract/modules/danger/measures';
import { enterpriseMeasures } from '@anlan/contract/modules/enterprise/measures';
import type { HomeStatistics } from '@anlan/contract/modules/enterprise/statistics';
import { learningMeasures } from '@anlan/contract/modules/learning/measures';
import { reportMeasures } from '@anlan/contract/modules/report/measures';
import { useQuery } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { Link } from 'react-router';
import { startsFresh } from '#lib/tab-navigation-state.ts';
import { useHasPermit } from '#lib/current-user.ts';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Card } from '#ui/page-head.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { homeFigures, regulatorNumbers, statisticsCount, waiting } from '../calls.ts';
import { changeText, trendChart } from '../rules.ts';
import { ColourBar } from './colour-bar.tsx';
import { DangerRanking } from './danger-ranking.tsx';
import { DangerRows } from './danger-rows.tsx';
import { DangerTiles } from './danger-tiles.tsx';
import { DangerTrend, TrendLegend } from './danger-trend.tsx';
import { Enlarge } from './enlarge-chart-button.tsx';
import { ExpiryRows } from './expiry-rows.tsx';
import { FigureTile } from './figure-tile.tsx';
import { Greeting } from './greeting.tsx';
import { HomeCard } from './home-card.tsx';
import { KindRates } from './kind-rates.tsx';
import { LatestNotices } from './latest-notices.tsx';
import { OwnTodos } from './own-todos.tsx';
import { RegionRanking } from './region-ranking.tsx';
import { SupervisionCard } from './supervision.tsx';
import { useInMenu } from './use-in-menu.ts';

const today = () => dayOf(new Date());

// Load the chart on demand: it is below the first visible screen.
const Trend = lazyPart(async () => (await import('./trend.tsx')).Trend);

const inspections = '/bus/inspection/index';

const { supervised, suspended, added, addedByImport, underReview, joined, perfect, expiring } = enterpriseMeasures;
interface TileOf {
  of: keyof HomeStatistics;
  measure: Measure;
  tone?: 'bad';
  /** A share shows its parts instead. */
  note?: (figures: HomeStatistics) => ReactNode;
}
const tiles: readonly TileOf[] = [
  {
    of: 'supervised',
    measure: supervised,
    note: ({ suspended: figure }) => (
      <>
        其中停产停业 <Measured measure={suspended} figure={figure} /> 家
      </>
    ),
  },
  {
    of: 'added',
    measure: added,
    note: (home) => (
      <>
        {changeText(home.added.value, home.addedBefore.value)}
        {home.addedByImport.value ? (
          <>
            ，另有导入 <Measured measure={addedByImport} figure={home.addedByImport} /> 家
          </>
        ) : null}
      </>
    ),
  },
  { of: 'underReview', measure: underReview, tone: 'bad', note: () => '入驻申请等待审核' },
  { of: 'joined', measure: joined },
  { of: 'perfect', measure: perfect },
  { of: 'expiring', measure: expiring, tone: 'bad', note: () => '30 天内，含已过期' },
  { of: 'trainingDone', measure: learningMeasures.trained },
  { of: 'reportsSent', measure: reportMeasures.sent },
];
const monthly = ['found', 'accepted', 'onTime'] as const;

export function RegulatorHome() {
  const { data, error, refetch } = useQuery(homeFigures);
  const counts = useQuery(statisticsCount);
  const home = useQuery(regulatorNumbers);
  const { data: todos } = useQuery(waiting);
  const isTold = useHasPermit('bus:notice:index');
  const inspects = useInMenu(inspections);
  return (
    <>
      <Greeting
        end={
          inspects && (
            <Link className="btn main" to={inspections} state={startsFresh}>
              <Icon name="plus" size={16} />
              下达检查
            </Link>
          )
        }
      >
        {todos ? (
          <>
            有 <MeasuredCount measure={noticeMeasures.todos} value={todos.total} today={today()} /> 件事轮到您
          </>
        ) : null}
      </Greeting>
      <DangerTiles home={home} />
      <div className="halves first">
        <OwnTodos title="今天先办" />
        <HomeCard title="隐患趋势" note="近 12 个月，项" height={236} of={home}>
          {({ trend }) => (
            <>
              <TrendLegend months={trend} />
              <DangerTrend months={trend} />
            </>
          )}
        </HomeCard>
      </div>
      <div className="halves">
        <ColourBar counts={counts} />
        <HomeCard
          title="区域排名"
          note="按期率从低到高；迟到天数按现在轮到谁计"
          height={188}
          of={home}
          empty={({ ranking }) => (ranking.length === 0 ? '辖区还没有隐患' : null)}
        >
          {(read) => <DangerRanking home={read} />}
        </HomeCard>
      </div>
      <div className="halves even">
        <HomeCard
          title="超期最久"
          note="列 5 项"
          height={196}
          of={home}
          more={({ overdue }) =>
            overdue.href && (
              <Link className="link" to={overdue.href} data-measure={overdue.measure}>
                全部 {numberText(overdue.value)} 项
              </Link>
            )
          }
          empty={({ late }) => (late.length === 0 ? '没有超期未整改的隐患' : null)}
        >
          {({ late, asOf }) => <DangerRows rows={late} withEnterprise asOf={asOf} />}
        </HomeCard>
        <HomeCard
          title="最先到期"
          note="含已过期，列 5 件"
          height={196}
          of={home}
          more={({ expiring }) =>
            expiring.href && (
              <Link className="link" to={expiring.href} data-measure={expiring.measure}>
                30 天内 {numberText(expiring.value)} 件
              </Link>
            )
          }
          empty={({ expiries }) => (expiries.length === 0 ? '没有登记有效期的事项快要到期' : null)}
        >
          {({ expiries }) => <ExpiryRows rows={expiries} withEnterprise />}
        </HomeCard>
      </div>
      <SupervisionCard />
      <div className="tiles three">
        {monthly.map((of) => (
          <FigureTile
            key={of}
            measure={dangerMeasures[of]}
            note="本月 1 日至今天"
            figure={home.data?.[of]}
            error={home.error}
            onRetry={() => void home.refetch()}
          />
        ))}
      </div>
      <h2 className="home-part">登记情况</h2>
      <div className="tiles many">
        {tiles.map(({ of, note, ...tile }) => (
          <FigureTile
            key={of}
            {...tile}
            note={data && note ? note(data) : ''}
            figure={data?.[of] ?? undefined}
            error={error}
            onRetry={() => void refetch()}
          />
        ))}
      </div>
      {!data && !error && <Skeleton height={38} />}
      <div className="halves even">
        <Card
          title="四色趋势"
          note="近 12 个月，每月末的监管企业数"
          more={
            counts.data && counts.data.trend.length > 0 ? (
              <Enlarge
                title="四色趋势"
                note="近 12 个月每月末各颜色的监管企业数"
                data={() => trendChart(counts.data?.trend ?? [])}
              />
            ) : undefined
          }
        >
          {counts.error && !counts.data ? (
            <LoadFailed error={counts.error} onRetry={() => void counts.refetch()} />
          ) : counts.data === undefined ? (
            <Skeleton height={188} />
          ) : (
            <Suspense fallback={<Skeleton height={188} />}>
              <Trend months={counts.data.trend} />
            </Suspense>
          )}
        </Card>
        <RegionRanking counts={counts} />
      </div>
      <div className={isTold ? 'halves even' : ''}>
        <KindRates />
        {isTold && <LatestNotices />}
      </div>
    </>
  );
}
