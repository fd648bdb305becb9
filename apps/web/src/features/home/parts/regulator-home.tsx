import type { HomeStatistics } from '@anlan/contract/domain/enterprise-statistics';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useHolds } from '#lib/person.ts';
import { later } from '#ui/later.tsx';
import { Card } from '#ui/page-head.tsx';
import { Bones, LoadFailed } from '#ui/states.tsx';
import { homeFigures, statisticsCount } from '../calls.ts';
import { changeText, notYetText, numberText, trendChart } from '../rules.ts';
import { ColourBar } from './colour-bar.tsx';
import { ExpiringList } from './expiring-list.tsx';
import { FigureTile } from './figure-tile.tsx';
import { Greeting } from './greeting.tsx';
import { KindRates } from './kind-rates.tsx';
import { Enlarge } from './enlarge.tsx';
import { LatestChanged } from './latest-changed.tsx';
import { LatestNotices } from './latest-notices.tsx';
import { OwnTodos } from './own-todos.tsx';
import { RegionRanking } from './region-ranking.tsx';

// Below the first numbers, so it may come after them.
const Trend = later(async () => (await import('./trend.tsx')).Trend);

const soonDays = 30;

interface TileOf {
  of: keyof HomeStatistics;
  label: string;
  unit: string;
  meaning: string;
  tone?: 'bad';
  note: (figures: HomeStatistics) => string;
}
const tiles: readonly TileOf[] = [
  {
    of: 'supervised',
    label: '监管企业',
    unit: '家',
    meaning: '状态为正常或停产停业的企业数',
    note: ({ suspended }) => `其中停产停业 ${numberText(suspended.value)} 家`,
  },
  {
    of: 'added',
    label: '本月新增',
    unit: '家',
    meaning: '本月启用的监管企业数，与上月同样的天数相比',
    note: ({ added, addedBefore }) => changeText(added.value, addedBefore.value),
  },
  {
    of: 'underReview',
    label: '待审核',
    unit: '家',
    meaning: '状态为待审核的入驻申请数',
    tone: 'bad',
    note: () => '入驻申请等待审核',
  },
  {
    of: 'joined',
    label: '入驻率',
    unit: '%',
    meaning: '本企业人员至少成功登录过一次的监管企业 ÷ 监管企业',
    note: ({ joined }) => `${numberText(joined.numerator)} / ${numberText(joined.denominator)} 家已登录`,
  },
  {
    of: 'perfect',
    label: '档案完善',
    unit: '%',
    meaning: '必填项全部填写且完善率不低于 90% 的监管企业 ÷ 监管企业',
    note: ({ perfect }) => `${numberText(perfect.numerator)} / ${numberText(perfect.denominator)} 家已完善`,
  },
  {
    of: 'expiring',
    label: `${soonDays} 日内到期`,
    unit: '家',
    meaning: '证照、保单有任一项已过期或 30 日内到期的监管企业数',
    tone: 'bad',
    note: () => '含已过期',
  },
];
/** What other modules count: named as not there until they do. */
const tilesOfModules: readonly TileOf[] = [
  {
    of: 'dangersFound',
    label: '新增隐患',
    unit: '条',
    meaning: '本月发现且未作废的隐患数',
    note: () => '本月发现',
  },
  {
    of: 'dangersAccepted',
    label: '整改率',
    unit: '%',
    meaning: '本月发现的隐患中已验收的 ÷ 本月发现的隐患',
    note: () => '本月发现的隐患已验收',
  },
  {
    of: 'dangersOverdue',
    label: '超期未整改',
    unit: '条',
    meaning: '已过整改期限、尚未整改的隐患数',
    tone: 'bad',
    note: () => '已过整改期限',
  },
  {
    of: 'trainingDone',
    label: '培训完成率',
    unit: '%',
    meaning: '本月到期的培训任务中已合格的 ÷ 本月到期且未免训的培训任务',
    note: () => '本月到期的培训',
  },
  {
    of: 'reportsSent',
    label: '月报上报率',
    unit: '%',
    meaning: '已上报上月月报的监管企业 ÷ 上月之前启用的监管企业',
    note: () => '上月月报',
  },
];

/** A regulator's day: their enterprises in numbers, each of which leads to the list that it counts. */
export function RegulatorHome() {
  const { data, error, refetch } = useQuery(homeFigures);
  const counts = useQuery(statisticsCount);
  const isTold = useHolds('bus:notice:index');
  const notYet = data ? notYetText(data, tilesOfModules) : null;
  return (
    <>
      <Greeting>
        {data ? `辖区 ${numberText(data.supervised.value)} 家监管企业` : error ? null : '正在读取辖区企业'}
      </Greeting>
      <div className="tiles many">
        {[...tiles, ...tilesOfModules.filter(({ of }) => data?.[of])].map(({ of, note, ...tile }) => (
          <FigureTile
            key={of}
            {...tile}
            note={data ? note(data) : ''}
            figure={data?.[of] ?? undefined}
            error={error}
            onRetry={() => void refetch()}
          />
        ))}
      </div>
      {!data && !error && <Bones height={38} />}
      {notYet !== null && (
        <p className="own-note" role="note">
          {notYet}
        </p>
      )}
      <div className="halves first">
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
            <Bones height={188} />
          ) : (
            <Suspense fallback={<Bones height={188} />}>
              <Trend months={counts.data.trend} />
            </Suspense>
          )}
        </Card>
        <OwnTodos />
      </div>
      <div className={isTold ? 'thirds' : 'halves even'}>
        <ColourBar counts={counts} />
        <RegionRanking counts={counts} />
        {isTold && <LatestNotices />}
      </div>
      <div className="halves even">
        <KindRates />
        <ExpiringList title="到期提醒" days={soonDays} linked />
      </div>
      <LatestChanged />
    </>
  );
}
