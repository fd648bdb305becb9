import { dayOf } from '@anlan/contract/domain/instant';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Card, PageHead } from '#ui/page-head.tsx';
import { Empty, LoadFailed, PageSkeleton } from '#ui/page-states.tsx';
import { scoreCard } from '#lib/score-calls.ts';
import { colorWords } from '#widgets/score/rules.ts';
import { ScoreCard } from '#widgets/score/score-card.tsx';
import { ScoreDays } from '../parts/score-history.tsx';
import { ScoreDefinitions } from '../parts/score-definitions.tsx';
import '../parts/score.css';

const HoldDialog = lazyPart(async () => (await import('../parts/hold-dialog.tsx')).HoldDialog);
const ReleaseDialog = lazyPart(async () => (await import('../parts/release-dialog.tsx')).ReleaseDialog);

export function Screen() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? undefined;
  const { data, error, refetch } = useQuery(scoreCard(id));
  const [dialog, setDialog] = useState<'hold' | 'release' | null>(null);
  const close = () => setDialog(null);
  if (error && !data)
    return (
      <>
        <PageHead title="安全评分" />
        <LoadFailed error={error} onRetry={() => void refetch()} />
      </>
    );
  if (data === undefined) return <PageSkeleton />;
  if (data === null)
    return (
      <Empty icon="shield" title={id === undefined ? '没有指明是哪家企业' : '这家企业不在评分范围'}>
        只有状态为正常或停产停业的企业才有安全分和颜色。
        <Link className="link" to="/bus/enterprise/index">
          去企业列表选择
        </Link>
      </Empty>
    );
  const { hold } = data;
  return (
    <>
      <PageHead
        title="安全评分"
        sub={data.enterpriseName}
        end={
          data.mayHold && (
            <>
              {hold && <Button onClick={() => setDialog('release')}>解除暂定</Button>}
              <Button onClick={() => setDialog('hold')}>{hold ? '改暂定颜色' : '暂定颜色'}</Button>
            </>
          )
        }
      />
      {hold && (
        <p className="score-note" role="note">
          {hold.byName ? `${hold.byName}于` : '监管部门于'} {dayOf(hold.at)} 暂定为
          {colorWords[hold.color]}色，至 {hold.until}：{hold.reason}。计算出的颜色是{colorWords[data.computed]}。
        </p>
      )}
      <ScoreCard card={data} page={null} />
      <Card title="每一项怎么算" note="权重合计 100；没有数据的不计入，权重按比例分给其余各项">
        <ScoreDefinitions card={data} />
      </Card>
      <Card title="变化" note="分数、颜色或原因变化的日子，点开看当天怎么算的">
        <ScoreDays
          key={data.enterpriseId}
          enterpriseId={data.enterpriseId}
          days={data.days}
          minParts={data.rules.minParts}
        />
      </Card>
      <Suspense>
        {dialog === 'hold' && <HoldDialog card={data} onClose={close} />}
        {dialog === 'release' && <ReleaseDialog enterpriseId={data.enterpriseId} onClose={close} />}
      </Suspense>
    </>
  );
}
