import { accidentMeasures } from '@anlan/contract/modules/accident/measures';
import { noticeMeasures } from '@anlan/contract/modules/notice/measures';
import { numberText, percentText } from '@anlan/contract/domain/number-text';
import type { Measure } from '@anlan/contract/kit/measure';
import { certificateMeasures } from '@anlan/contract/modules/certificate/measures';
import { dangerMeasures } from '@anlan/contract/modules/danger/measures';
import type { Figure } from '@anlan/contract/kit/figure';
import type { EnterpriseHome as Home } from '@anlan/contract/modules/home/home';
import { learningMeasures } from '@anlan/contract/modules/learning/measures';
import { staffMeasures } from '@anlan/contract/modules/staff/measures';
import { warningMeasures } from '@anlan/contract/modules/warning/measures';
import { dayOf } from '@anlan/contract/domain/instant';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { startsFresh } from '#lib/tab-navigation-state.ts';
import { useHasPermit } from '#lib/current-user.ts';
import { Icon } from '#ui/icon.tsx';
import { Card } from '#ui/page-head.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { scoreCard } from '#lib/score-calls.ts';
import { CountLink } from '#widgets/count-link.tsx';
import { Measured, ShareParts, MeasuredCount } from '#widgets/measured.tsx';
import { ScoreCard } from '#widgets/score/score-card.tsx';
import { currentEnterprise, enterpriseNumbers, waiting } from '../calls.ts';
import { membershipNote, ownFile } from '../rules.ts';
import { OwnFleet } from './own-fleet.tsx';
import { DangerRows } from './danger-rows.tsx';
import { ExpiryRows } from './expiry-rows.tsx';
import { FigureTile } from './figure-tile.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Greeting } from './greeting.tsx';
import { HomeCard } from './home-card.tsx';
import { LatestNotices } from './latest-notices.tsx';
import { MembershipLine, MembershipNote } from './membership.tsx';
import { OwnTodos } from './own-todos.tsx';
import { QuickEntries } from './quick-entries.tsx';
import { TodayChecks } from './today-checks.tsx';
import { useInMenu } from './use-in-menu.ts';

const today = () => dayOf(new Date());

const report = '/bus/danger/report';
const dangers = '/bus/enterpriseexpinfo1/index';
const expiries = '/bus/enterprisewarn/index';
const accidents = '/bus/accident/index?tab=all&kind=harm';
const scorePage = '/bus/score/index';

const Report = ({ plain = false }: { plain?: boolean }) => (
  <Link className={plain ? 'btn' : 'btn main'} to={report} state={startsFresh}>
    <Icon name="plus" size={16} />
    上报隐患
  </Link>
);

export function EnterpriseHome() {
  const own = useQuery(currentEnterprise);
  const home = useQuery(enterpriseNumbers);
  const { data: todos } = useQuery(waiting);
  const reports = useHasPermit('bus:enterpriseexpinfo:add');
  const { data } = own;
  const leads = home.data?.post === 'head' || home.data?.post === 'safetyManager';
  const membership = data ? membershipNote(data.membershipTo, dayOf(new Date(own.dataUpdatedAt))) : null;
  if (own.data === null)
    return (
      <>
        <Greeting />
        <section className="card">
          <Empty icon="building" title="没有当前企业">
            您的账号还没有绑定企业，请联系单位管理员。
          </Empty>
        </section>
      </>
    );
  return (
    <>
      <Greeting end={reports && <Report />}>
        {data?.name}
        {todos && (
          <>
            {' '}
            · 今天轮到您 <MeasuredCount measure={noticeMeasures.todos} value={todos.total} today={today()} /> 件
          </>
        )}
        {home.data && <SafeDays home={home.data} />}
      </Greeting>
      {own.error && !data && (
        <section className="card">
          <LoadFailed error={own.error} onRetry={() => void own.refetch()} />
        </section>
      )}
      {leads || home.data === undefined ? <ManagerHome home={home} /> : <WorkerHome home={home} />}
      <MembershipNote text={membership} />
    </>
  );
}

/** 安全生产天数: days since the last accident with injury or loss. Without an accident: days since the enterprise joined. */
const SafeDays = ({ home: { safeDays, safeSinceAccident } }: { home: Home }) =>
  safeDays === null ? null : (
    <span title={accidentMeasures.safeDays.definition}>
      {' · 安全生产 '}
      <CountLink to={safeSinceAccident ? accidents : null} measureKey={accidentMeasures.safeDays.key}>
        {safeDays}
      </CountLink>
      {safeSinceAccident ? ' 天' : ' 天（自入驻）'}
    </span>
  );

function ManagerHome({ home }: { home: UseQueryResult<Home | null> }) {
  const scores = useHasPermit('bus:score:index');
  const score = useQuery({ ...scoreCard(), enabled: scores });
  const isTold = useHasPermit('bus:notice:index');
  const own = useQuery(currentEnterprise);
  const steps = home.data?.steps ?? [];
  // Show the first setup steps until the enterprise has a score.
  const begins = score.data !== undefined && (score.data?.score ?? null) === null && steps.some(({ done }) => !done);
  return (
    <>
      {begins && home.data ? (
        <FirstSteps steps={steps} officerName={home.data.officerName} />
      ) : score.data ? (
        <ScoreCard card={score.data} page={scorePage} />
      ) : (
        scores &&
        score.data === undefined && (
          <section className="card">
            {score.error ? (
              <LoadFailed error={score.error} onRetry={() => void score.refetch()} />
            ) : (
              <div className="card-body">
                <Skeleton height={188} />
              </div>
            )}
          </section>
        )
      )}
      <div className="tiles four">
        <Numbers home={home} />
      </div>
      {home.data && <OwnFleet home={home.data} />}
      <TodayChecks />
      <div className="halves even">
        <OwnTodos />
        <OpenDangers home={home} />
      </div>
      <div className="halves even">
        <RunningOut home={home} />
        <Card
          title="本企业"
          more={
            <Link className="link" to={ownFile}>
              查看档案
            </Link>
          }
        >
          {own.data ? (
            <div className="own">
              <Link className="rate" to={ownFile}>
                <span>资料齐全率</span>
                <b>
                  {own.data.profileRate}
                  <small>%</small>
                </b>
                <progress max={100} value={own.data.profileRate} aria-label="资料齐全率" />
              </Link>
              {home.data && <ProfileFacts home={home.data} />}
              <MembershipLine />
              <QuickEntries />
            </div>
          ) : (
            <Skeleton height={120} />
          )}
        </Card>
      </div>
      {isTold && <LatestNotices />}
    </>
  );
}

function WorkerHome({ home }: { home: UseQueryResult<Home | null> }) {
  const isTold = useHasPermit('bus:notice:index');
  return (
    <>
      <TodayChecks />
      <div className="halves even">
        <OpenDangers home={home} mine />
        <OwnTodos />
      </div>
      <div className="halves even">
        <RunningOut home={home} />
        {isTold && <LatestNotices />}
      </div>
    </>
  );
}

const ProfileFacts = ({ home: { dutySigned, certified, trained, standing } }: { home: Home }) => (
  <p className="own-beside">
    <OwnShare measure={staffMeasures.dutySigned} figure={dutySigned} none="还没有在岗人员" />
    <OwnShare measure={certificateMeasures.certified} figure={certified} none="没有须持证的在岗人员" />
    <OwnShare measure={learningMeasures.trained} figure={trained} none="本月没有到期的培训" />
    {standing && (
      <span title={`本区划有安全分的其他企业 ${standing.peers} 家，其中 ${standing.below} 家低于本企业`}>
        安全分超过本区划 {percentText(standing.share)} 的企业
      </span>
    )}
  </p>
);

const OwnShare = ({ measure, figure, none }: { measure: Measure; figure: Figure; none: string }) =>
  figure.denominator ? (
    <span>
      {measure.label}{' '}
      <Measured measure={measure} figure={figure}>
        {percentText(figure.value)}
      </Measured>{' '}
      （<ShareParts measure={measure} figure={figure} />）
    </span>
  ) : (
    <span title={measure.definition}>
      {measure.label} —（{none}）
    </span>
  );

const measures = { ...dangerMeasures, ...warningMeasures };
const shown = ['open', 'overdue', 'recheck', 'expiring'] as const;
const notes: Readonly<Record<(typeof shown)[number], (home: Home) => ReactNode>> = {
  open: ({ mine }) =>
    mine.value ? (
      <>
        其中轮到您整改 <Measured measure={measures.mine} figure={mine} /> 项
      </>
    ) : (
      '没有轮到您整改的'
    ),
  overdue: ({ overdue }) => (overdue.value === 0 ? '没有超期' : '已过整改期限'),
  recheck: ({ recheck }) => (recheck.value === 0 ? '没有等待复查的' : '已提交整改'),
  expiring: ({ expired, tracked }) =>
    tracked === 0 ? (
      '还没有填写有效期'
    ) : expired.value ? (
      <>
        另有已过期 <Measured measure={measures.expired} figure={expired} /> 件
      </>
    ) : (
      '没有已过期的事项'
    ),
};
function Numbers({ home: { data, error, refetch } }: { home: UseQueryResult<Home | null> }) {
  return shown.map((of) => (
    <FigureTile
      key={of}
      measure={measures[of]}
      note={data ? notes[of](data) : ''}
      {...(data && (of === 'overdue' || (of === 'expiring' && data.expired.value)) ? { tone: 'bad' as const } : {})}
      figure={
        // If no expiry dates are recorded, show no value: 0 would suggest that all dates were checked.
        data ? (of === 'expiring' && data.tracked === 0 ? { ...data.expiring, value: null } : data[of]) : undefined
      }
      error={error}
      onRetry={() => void refetch()}
    />
  ));
}

function OpenDangers({ home, mine = false }: { home: UseQueryResult<Home | null>; mine?: boolean }) {
  const reaches = useInMenu(dangers);
  return (
    <HomeCard
      title={mine ? '我的整改' : '未销号隐患'}
      note="按期限，列 5 项"
      height={196}
      of={home}
      more={(read) =>
        read && reaches && (mine ? read.mine.value : read.open.value) ? (
          <Link
            className="link"
            to={(mine ? read.mine : read.open).href ?? dangers}
            data-measure={(mine ? read.mine : read.open).measure}
          >
            全部 {numberText((mine ? read.mine : read.open).value)} 项
          </Link>
        ) : undefined
      }
      empty={(read) =>
        read === null || read.dangers.length === 0
          ? mine
            ? '没有轮到您整改的隐患'
            : `没有未销号的隐患。${read?.lastFoundOn ? `最近一次发现：${read.lastFoundOn}` : '还没有上报过隐患'}`
          : null
      }
    >
      {(read) => read && <DangerRows rows={read.dangers} withEnterprise={false} asOf={read.asOf} />}
    </HomeCard>
  );
}

function RunningOut({ home }: { home: UseQueryResult<Home | null> }) {
  const reaches = useInMenu(expiries);
  return (
    <HomeCard
      title="到期事项"
      note="30 天内，含已过期，列 5 件"
      height={196}
      of={home}
      more={() =>
        reaches && (
          <Link className="link" to={expiries}>
            全部
          </Link>
        )
      }
    >
      {(read) =>
        read && read.expiries.length > 0 ? (
          <ExpiryRows rows={read.expiries} withEnterprise={false} />
        ) : (
          <Empty
            icon={read?.tracked ? 'check' : 'clock'}
            title={read?.tracked ? '30 天内没有到期事项' : '还没有填写有效期'}
          >
            {read?.tracked ? null : '填写证照、保单和设备检验的有效期后，这里按日期排列。'}
          </Empty>
        )
      }
    </HomeCard>
  );
}
